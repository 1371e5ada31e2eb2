"""How is a learner's file run, and what ends it?"""

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.answers import assert_one_sentence
from support.suite import long_except

from game import cli
from game.study.exercises import runner
from game.study.exercises.cases import BY_NAME, EXERCISES
from game.study.exercises.runner import LONGEST_RUN, FileRun, worker_command

ROOT = Path(__file__).parents[3]
HEAD = "def overlaps(a, b):\n    "
RIGHT = HEAD + (
    "return all(abs(q - p) <= g + h for p, g, q, h in"
    " zip(a.center, a.half_extents, b.center, b.half_extents))\n"
)
PASSES = "overlaps: passes all 42 cases"

BAD = {
    "raises": (
        HEAD + "return a.centre",
        "boxes that overlap: raised AttributeError in line 2: 'AA",
    ),
    "has a fault of syntax": ("\ndef overlaps(a, b)\n", "overlaps: line 2: expected ':'"),
    "loops for ever": (HEAD + "while True: pass", "boxes that overlap: no answer within 2 seconds"),
    "loops for ever and hears of nothing": (
        "def overlaps(a, b):\n try:\n  while True: pass\n finally: return overlaps(a, b)",
        "boxes that overlap: no answer within 2 seconds",
    ),
    "sleeps": ("import time; time.sleep(99)", "no answer within 2 seconds, while the file itself"),
    "calls exit": (HEAD + "exit(0)", "boxes that overlap: called exit in line 2: 0;"),
    "ends its process": (HEAD + "import os; os._exit(0)", "overlap: its process ended;"),
    "ends its process where it begins": (
        "import os; os._exit(0)",
        "overlaps: its process ended, while the file itself was running",
    ),
    "closes all files": (HEAD + "import os; os.closerange(0, 99)", "its process ended"),
    "writes where its answers go": (
        HEAD + "import os; os.closerange(0, 3); [os.write(n, b'\\n3\\n') for n in range(3, 99)]",
        "overlaps",
    ),
    "is not UTF-8": (b"# \xff\xfe\n" + RIGHT.encode(), "overlaps: is not UTF-8 text"),
    "is huge": (b"#" * 2_000_000, "overlaps: has no function overlaps"),
}
if sys.platform == "linux":  # Elsewhere memory cannot be bounded, or nothing forks.
    BAD |= {
        "allocates without end": (
            HEAD + "x = []\n    while True: x.append(bytes(10**7))",
            "boxes that overlap: raised MemoryError in line 3; a =",
        ),
        "allocates much at once": (HEAD + "return [0] * 10**10", "raised MemoryError in line 2"),
        "forks and never ends": (
            "import os\nos.fork()\nwhile True: pass",
            "overlaps: no answer within 2 seconds, while the file itself was running",
        ),
    }
SHORT = {"raises", "loops for ever", "ends its process", "closes all files", "sleeps"}
SHORT |= {"allocates without end", "is not UTF-8"}
"""The others are long: their faults are much like those of these."""


def result_of(folder, text, name="overlaps"):
    """Return the result of a file with this text."""
    path = folder / f"{name}.py"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return FileRun(BY_NAME[name], path).wait()


@pytest.mark.parametrize("name", long_except(BAD, *SHORT))
def test_a_bad_file_is_one_sentence(tmp_path, name):
    text, why = BAD[name]
    assert_one_sentence(result_of(tmp_path, text), why)


def test_what_a_file_prints_is_not_shown(tmp_path, capfd):
    noise = "import os, sys\nprint('x' * 10**6)\nos.write(1, b'x')\nos.write(2, b'x')\n"
    result = result_of(tmp_path, noise + "sys.stdout.close(); sys.stderr = None\n" + RIGHT)
    assert result.is_right
    assert capfd.readouterr() == ("", "")


def test_a_file_has_its_own_folder_and_no_input(tmp_path):
    (tmp_path / "beside.txt").write_text("1")
    text = "import sys\nassert open('beside.txt').read() == '1'\nassert sys.stdin.read() == ''\n"
    assert result_of(tmp_path, text + RIGHT).is_right


def test_answers_before_an_endless_loop_are_stored(tmp_path):
    loops = "n = 0\n" + HEAD + "global n\n    n += 1\n    while n > 3: pass\n    return True\n"
    result = result_of(tmp_path, loops)
    assert [outcome.is_right for outcome in result.case_results] == [True, False, False, False]
    assert result.case_results[-1].fault == "no answer within 2 seconds"


def test_a_run_is_polled_and_can_be_stopped(tmp_path):
    path = tmp_path / "overlaps.py"
    path.write_text(HEAD + "while True: pass")
    running = FileRun(BY_NAME["overlaps"], path)
    assert running.poll() is None
    running.stop()
    assert not running.wait().is_right
    assert running.poll() is not None
    path.write_text(RIGHT)
    running = FileRun(BY_NAME["overlaps"], path)
    while running.poll() is None:
        time.sleep(0.01)
    assert running.poll().is_right


@pytest.mark.skipif(sys.platform == "win32", reason="nothing forks")
def test_the_processes_that_a_file_started_end_with_it(tmp_path):
    """A child that sleeps has a pipe open; the pipe ends when the child does."""
    os.mkfifo(tmp_path / "pipe")
    pipe = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    opens = "import os, time\npipe = open('pipe', 'wb', 0)\npipe.write(b'opened')\n"
    assert result_of(tmp_path, opens + "if not os.fork(): time.sleep(99)\n" + RIGHT).is_right
    assert os.read(pipe, 9) == b"opened"
    assert select.select([pipe], [], [], 10)[0], "the child still runs"
    assert os.read(pipe, 9) == b""
    os.close(pipe)


def test_a_worker_ends_itself_without_its_runner(tmp_path):
    """The runner waits much longer, as a slow disk may delay the start."""
    path = tmp_path / "overlaps.py"
    path.write_text("import time; time.sleep(99)")
    command = [*worker_command(), "overlaps", str(path)]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, timeout=LONGEST_RUN)
    timeout, *_ = done.stdout.splitlines()
    assert timeout.startswith(b"Timeout")


def test_a_worker_that_does_not_end_itself_is_ended(tmp_path, monkeypatch):
    """Its file switched the timeout off."""
    monkeypatch.setattr(runner, "LONGEST_RUN", 3.0)
    off = "import faulthandler, time; faulthandler.cancel_dump_traceback_later(); time.sleep(99)"
    (line,) = result_of(tmp_path, off).report()
    assert "no answer within 2 seconds" in line


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path):
    (tmp_path / "sweep.py").mkdir()
    for name in ("sweep", "expanded"):
        (line,) = FileRun(BY_NAME[name], tmp_path / f"{name}.py").wait().report()
        assert line.startswith(f"{name}: cannot be read (")


def test_a_process_that_cannot_be_started_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))
    (told,) = result_of(tmp_path, RIGHT).report()
    assert told.startswith("overlaps: its process cannot be started (")


def test_no_file_is_written_over(tmp_path, capsys):
    folder = tmp_path / "new" / "über uns"

    def write():
        assert cli.main(["--exercises", str(folder)]) == 0
        return capsys.readouterr().out.splitlines()[:-1]

    assert all(line.endswith(": written") for line in write())
    (folder / "sweep.py").write_text("mine")
    (folder / "expanded.py").unlink()
    lines = write()
    assert (folder / "sweep.py").read_text() == "mine"
    assert f"{folder / 'sweep.py'}: exists already and was not changed" in lines
    assert [line for line in lines if line.endswith(": written")] == [
        f"{folder / 'expanded.py'}: written"
    ]
    readme = (folder / "README.txt").read_text(encoding="utf-8")
    assert all(exercise.file in readme for exercise in EXERCISES)


@pytest.mark.skipif(sys.platform == "win32", reason="it cannot bound the size of files")
def test_a_full_disk_leaves_no_empty_stubs(tmp_path):
    """They would be "there already" afterwards."""
    code = (
        "import resource, sys; from game.cli import main\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"
        "sys.exit(main(['--exercises', sys.argv[1]]))"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "mine")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert "cannot be written (File too large)" in done.stderr
    assert list((tmp_path / "mine").iterdir()) == []


def test_exercises_are_written_and_checked_by_the_command_line(tmp_path, capsys):
    folder = tmp_path / "mine"
    assert cli.main(["--exercises", str(folder)]) == 0
    assert cli.main(["--check", str(folder)]) == 1
    out = capsys.readouterr().out
    assert all(f"{exercise.name}: not started\n" in out for exercise in EXERCISES)
    for exercise in EXERCISES[1:]:
        (folder / exercise.file).unlink()
    (folder / "overlaps.py").write_text(RIGHT)
    assert cli.main(["--check", str(folder)]) == 0
    assert capsys.readouterr() == (f"{PASSES}\n", "")


def test_they_are_checked_from_anywhere(tmp_path):
    (tmp_path / "json.py").write_text("1 / 0")
    (tmp_path / "game.py").write_text("1 / 0")
    (tmp_path / "overlaps.py").write_text(RIGHT)
    command = [sys.executable, str(ROOT / "run.py"), "--check", "."]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, f"{PASSES}\n", "")


@pytest.mark.parametrize("folder", ["nowhere", "file", "empty"])
def test_a_folder_without_exercises_is_refused(tmp_path, capsys, folder):
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    assert cli.main(["--check", str(tmp_path / folder)]) == 2
    assert "holds no exercises; write some with --exercises" in capsys.readouterr().err


def test_exercises_that_cannot_be_written_are_refused(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert cli.main(["--exercises", str(tmp_path / "file")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_frozen_program_is_its_own_worker(monkeypatch):
    """There is no interpreter to be given a module."""
    assert worker_command() == [sys.executable, "-m", "game", "--worker"]
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert worker_command() == [sys.executable, "--worker"]


def test_a_worker_for_no_exercise_says_which_there_are():
    command = [*worker_command(), "nothing", "nowhere.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("thin-walls: --worker: has no exercise nothing; expected overl")
