"""`python -m bench.payout [--json]`: a line for each figure; exit status 1 if a goal is missed."""

import json
import sys

from bench.payout import coup, exposure, full_cloths


def main() -> int:
    """Prints the figures, as words or with --json as one object: full cloths bare, the others by their names."""
    figures = (full_cloths.measure(), coup.measure_coup(), coup.measure_announced(), exposure.measure())
    if "--json" in sys.argv[1:]:
        whole, *others = figures
        document = {**whole.values, **{figure.name: figure.values for figure in others}}
        sys.stdout.write(json.dumps(document) + "\n")
    else:
        sys.stdout.writelines(f"{figure.words}\n" for figure in figures)
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
