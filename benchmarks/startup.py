"""How long `hotdice score 1 1 5` takes, beside `python -c pass` and the two libraries it needs.

Runs take turns, and the least time of each counts: noise only ever adds.
"""

import subprocess
import sys
from time import perf_counter

ROUNDS = 25
AT_MOST = 12
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import cyclopts, msgspec": ["-c", "import cyclopts, msgspec"],
    "hotdice score 1 1 5": ["-m", "hotdice", "score", "1", "1", "5"],
    "hotdice --help": ["-m", "hotdice", "--help"],
}


def main() -> None:
    """Print the least time of each command and its ratio to an empty program."""
    least = dict.fromkeys(COMMANDS, float("inf"))
    for _ in range(ROUNDS):
        for name, arguments in COMMANDS.items():
            begin = perf_counter()
            subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
            least[name] = min(least[name], perf_counter() - begin)
    for name, seconds in least.items():
        ratio = seconds / least["python -c pass"]
        print(f"{name:<26} {1000 * seconds:7.1f} ms  {ratio:5.1f} times an empty program")
    print(f"score: at most {AT_MOST} times is the aim")


if __name__ == "__main__":
    main()
