"""Is there an input for which no test was written?

atheris changes bytes so that a target reaches new branches, beginning with the corpus; files are
also damaged as in mutate.py. An input that fails is saved, and can be run again. It needs Linux and
the extra fuzz.

    python tests/tools/search/fuzz/run.py level --seconds 180
    python tests/tools/search/fuzz/run.py level --seconds 180 --keep  # grows the corpus
    python tests/tools/search/fuzz/run.py level fuzz-failure-0123
"""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from hashlib import blake2b
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

HERE = Path(__file__).parent
CORPUS, GAME = HERE / "corpus", str(HERE.parents[3] / "game")
MEGABYTES, SLOW = 1024, 20
"""Of memory for the process, and s for one input; both take several times more under the fuzzer."""
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
sys.path[:0] = [str(HERE.parents[k]) for k in (3, 2)]

import atheris

with atheris.instrument_imports(include=["game"]):
    from tools.search.fuzz.targets import TARGETS, Target
from tools.search.mutate import damage


def fuzz(target: Target, options: list[str]) -> None:
    """Run the fuzzer in this process; it does not return."""
    seeds = target.seeds()

    def mutator(data: bytes, longest: int, seed: int) -> bytes:
        rng = Random(seed)
        if rng.random() < 0.5:
            return atheris.Mutate(data, longest)
        return damage(rng, data, rng.choice(seeds))[:longest]

    own = {"custom_mutator": mutator} if seeds else {}
    atheris.Setup([sys.argv[0], *options], target.run, **own)
    atheris.Fuzz()


def hunt(name: str, seconds: int, seed: int, folder: Path) -> int:
    """Fuzz in a child process; inputs that reach new branches are put into the folder."""
    target, words = TARGETS[name], folder.with_name("words")
    words.write_text("".join(f"{json.dumps(word)}\n" for word in target.words()))
    for number, data in enumerate(target.seeds()):
        (folder / f"seed-{number}").write_bytes(data)
    options = [f"-max_total_time={seconds}", f"-max_len={target.longest}", f"-seed={seed}"]
    options += [f"-timeout={SLOW}", f"-rss_limit_mb={MEGABYTES}", "-artifact_prefix=fuzz-failure-"]
    options += ["-print_final_stats=1", "-verbosity=0", *[f"-dict={words}"] * bool(target.words())]
    if not (child := os.fork()):
        fuzz(target, [*options, str(folder), str(corpus(name))])
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def corpus(name: str) -> Path:
    """Return the folder of a target's corpus."""
    folder = CORPUS / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def extend_corpus(name: str, more: list[Path]) -> None:
    """Add to a corpus the inputs that make a new step from line to line, or one twice as often."""
    old, reached = corpus(name), set[Any]()
    for data in sorted({path.read_bytes() for path in more}, key=lambda data: (len(data), data)):
        steps = reach(TARGETS[name], data)
        if not steps <= reached:
            (old / blake2b(data, digest_size=6).hexdigest()).write_bytes(data)
        reached |= steps


def reach(target: Target, data: bytes) -> set[tuple[tuple[str, int, int], int]]:
    """Return the steps from line to line of the game that an input makes, with rough counts."""
    steps, last = Counter[tuple[str, int, int]](), dict[FrameType, int]()

    def trace(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(GAME):
            return None
        if event == "line":
            file, line = frame.f_code.co_filename, frame.f_lineno
            steps[file, last.get(frame, 0), line] += 1
            last[frame] = line
        return trace

    sys.settrace(trace)
    try:
        target.run(data)
    finally:
        sys.settrace(None)
    return {(step, times.bit_length()) for step, times in steps.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description="Fuzz a target.")
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("failure", nargs="?", type=Path, help="run this input alone")
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("--seed", type=int, default=0, help="0: another each time")
    parser.add_argument(
        "--keep", action="store_true", help="add inputs that reach new branches to the corpus"
    )
    options = parser.parse_args()
    if options.failure:
        TARGETS[options.target].run(options.failure.read_bytes())
        return 0
    with tempfile.TemporaryDirectory() as folder:
        found = Path(folder) / "found"
        found.mkdir()
        status = hunt(options.target, options.seconds, options.seed, found)
        if options.keep and not status:
            extend_corpus(options.target, [*found.iterdir(), *corpus(options.target).iterdir()])
    return status


if __name__ == "__main__":
    sys.exit(main())
