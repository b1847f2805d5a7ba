"""Rules sent by clients, checked in worker processes with a time limit."""
