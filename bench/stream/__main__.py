"""`python -m bench.stream [--rounds N]`: a line for each figure, its goal, and whether it was met."""

import argparse
import os

import django


def main() -> int:
    """Measure all figures; 1 if a goal was missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.stream")
    parser.add_argument("--rounds", type=int, default=9, help="rounds of each comparison (an odd number)")
    rounds: int = parser.parse_args().rounds
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()

    # Imported only now, because these modules need Django to be set up.
    from bench.stream.figures import measure

    return 0 if measure(rounds) else 1


if __name__ == "__main__":
    raise SystemExit(main())
