"""What all pictures share: where they are drawn, their colours, and how their files are written."""
