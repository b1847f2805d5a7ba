"""The command line: one module per command."""

STOPPED = 130  # the exit code after Ctrl-C
