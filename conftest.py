"""Tests and the examples in docs are in English, whatever the machine that runs them speaks."""

import os

os.environ.pop("LC_ALL", None)
os.environ["LC_MESSAGES"] = "C"  # of all settings the one that changes no letters
