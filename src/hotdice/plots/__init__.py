"""What all charts share: the canvas, the colours, and writing files."""
