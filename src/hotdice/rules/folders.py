"""Where this program keeps what belongs to a user, on each system as is usual there."""

import os


def data_folder(*below: str) -> str:
    """Where games are: what nobody wants to lose."""
    from platformdirs import user_data_dir  # only the few commands that need a folder load it

    return os.path.join(user_data_dir("hotdice", appauthor=False), *below)


def state_folder(*below: str) -> str:
    """Where work is that goes on after a crash."""
    from platformdirs import user_state_dir

    return os.path.join(user_state_dir("hotdice", appauthor=False), *below)


def cache_folder(*below: str) -> str:
    """Where results are that can be worked out again."""
    from platformdirs import user_cache_dir

    return os.path.join(user_cache_dir("hotdice", appauthor=False), *below)
