"""`python -m hotdice` is `hotdice`."""

from hotdice.cli.main import main

main()
