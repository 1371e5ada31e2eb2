"""Compare a million random sweeps with exact arithmetic.

python tests/collision/exact_million.py [N] [SEED]
"""

import random
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[k]) for k in (1, 2)]

from collision.oracle import exact_sweep, random_integers  # noqa: E402
from collision.test_sweep import disagreement, swept  # noqa: E402


def main(count: int = 1_000_000, seed: int = 1) -> None:
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
    main(*map(int, sys.argv[1:]))
