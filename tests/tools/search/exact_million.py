"""Compare a million random sweeps with exact arithmetic.

python tests/tools/search/exact_million.py [N] [SEED]
"""

import argparse
import random
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[k]) for k in (3, 2)]

from collision.test_sweep import disagreement, swept
from support.oracle import exact_sweep, random_integers


def main(count: int, seed: int) -> None:
    rng, hits, wrong = random.Random(seed), 0, 0
    for _ in range(count):
        case = random_integers(rng, rng.choice((2, 3)))
        exact = exact_sweep(*case)
        hits += exact is not None
        if message := disagreement(exact, swept(*case), case[1]):
            wrong += 1
            print(case, message)
    print(f"{count} cases in 2-D and 3-D, {hits} hits, {wrong} disagreements, seed {seed}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=1_000_000, metavar="N")
    parser.add_argument("seed", nargs="?", type=int, default=1, metavar="SEED")
    main(**vars(parser.parse_args()))
