"""Can you write it yourself?"""

import ast
import math
import os
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.answers import answer_of
from support.suite import long_except

from game import cli
from game.study.exercises import runner
from game.study.exercises.cases import BY_NAME, EXERCISES, shipped_source
from game.study.exercises.runner import LONGEST_RUN, FileRun, worker_command
from game.study.exercises.verdict import is_same, judge, judge_case, value_text
from game.study.exercises.worker import as_json, load_function
from game.study.lessons import LESSONS

ROOT = Path(__file__).parents[3]
ANY = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)
HEAD = "def overlaps(a, b):\n    "
RIGHT = HEAD + (
    "return all(abs(q - p) <= g + h for p, g, q, h in"
    " zip(a.center, a.half_extents, b.center, b.half_extents))\n"
)

BAD = {
    "raises": (
        HEAD + "return a.centre",
        "boxes that overlap: raised AttributeError in line 2: 'AA",
    ),
    "raises an error that cannot be told": (
        "class E(Exception):\n def __str__(self): raise self\n" + HEAD + "raise E",
        "boxes that overlap: raised E in line 4;",
    ),
    "raises where it begins": ("1 / 0", "overlaps: raised ZeroDivisionError in line 1: division"),
    "loops for ever": (HEAD + "while True: pass", "boxes that overlap: no answer within 2 seconds"),
    "loops for ever and hears of nothing": (
        "def overlaps(a, b):\n try:\n  while True: pass\n finally: return overlaps(a, b)",
        "boxes that overlap: no answer within 2 seconds",
    ),
    "sleeps": ("import time; time.sleep(99)", "no answer within 2 seconds, while the file itself"),
    "calls itself for ever": (HEAD + "return overlaps(a, b)", "raised RecursionError in line 2"),
    "calls exit": (HEAD + "exit(0)", "boxes that overlap: called exit in line 2: 0;"),
    "calls exit where it begins": ("raise SystemExit", "overlaps: called exit in line 1"),
    "ends its process": (HEAD + "import os; os._exit(0)", "overlap: ended its own process;"),
    "ends its process where it begins": (
        "import os; os._exit(0)",
        "overlaps: ended its own process, while the file itself was running",
    ),
    "closes all files": (HEAD + "import os; os.closerange(0, 99)", "ended its own process"),
    "answers nan": (HEAD + "return float('nan')", "expected True, your answer is nan; a = AABB("),
    "answers nothing": (
        HEAD + "pass",
        "boxes that overlap: expected True, your answer is None; a =",
    ),
    "answers 1 for True": (HEAD + "return 1", "expected True, your answer is 1;"),
    "answers a huge number": (HEAD + "return 10**9999", "your answer is a value of type int;"),
    "answers a long list": (HEAD + "return [1] * 99999", "your answer is a value of type list;"),
    "answers lists in lists": (
        HEAD + "x = []\n    for _ in range(99999): x = [x]\n    return x",
        "your answer is ((((a value of type list,),),),);",
    ),
    "answers a list in itself": (
        HEAD + "x = []\n    x.append(x)\n    return x",
        "your answer is ((((a value of type list,),),),);",
    ),
    "answers what cannot be compared or told": (
        "class A:\n def __eq__(self, other=0): raise OSError\n __repr__ = __bool__ = __eq__\n"
        " __class__ = property(__eq__)\n" + HEAD + "return A()",
        "boxes that overlap: raised OSError in line 2;",
    ),
    "answers what cannot be told": (
        "class A(tuple):\n def __iter__(self): raise OSError\n __repr__ = __eq__ = __iter__\n"
        + (HEAD + "return A()"),
        "your answer is a value of type A;",
    ),
    "yields": (HEAD + "yield True", "your answer is a value of type generator;"),
    "has a fault of syntax": ("\ndef overlaps(a, b)\n", "overlaps: line 2: expected ':'"),
    "has brackets without end": ("(" * 9999, "overlaps: line 1: too many nested parentheses"),
    "is not UTF-8": (b"# \xff\xfe\n" + RIGHT.encode(), "overlaps: is not UTF-8 text"),
    "holds a zero": (b"\0", "overlaps: "),
    "is huge": (b"#" * 2_000_000, "overlaps: is larger than 1,000,000 bytes"),
    "has no such function": ("def overlap(a, b): ...", "overlaps: has no function overlaps"),
    "has something else of that name": ("overlaps = 3", "overlaps: has no function overlaps"),
    "is empty": ("", "overlaps: has no function overlaps"),
    "takes other arguments": (HEAD.replace(", b", "") + "return 1", "raised TypeError: overlaps()"),
}
if sys.platform == "linux":  # Elsewhere memory cannot be bounded, or nothing forks.
    BAD |= {
        "allocates without end": (
            HEAD + "x = []\n    while True: x.append(bytes(10**7))",
            "boxes that overlap: used more than 200 MB of memory; a = AABB((0, 0), (4, 4)), b =",
        ),
        "allocates much at once": (HEAD + "return [0] * 10**10", "used more than 200 MB of memory"),
        "forks and never ends": (
            "import os\nos.fork()\nwhile True: pass",
            "overlaps: no answer within 2 seconds, while the file itself was running",
        ),
    }
LONG = {
    *("loops for ever and hears of nothing", "forks and never ends", "raises where it begins"),
    *("calls exit where it begins", "ends its process where it begins", "answers 1 for True"),
    *("answers a huge number", "answers a long list", "answers lists in lists", "yields"),
    *("is huge", "has brackets without end", "has something else of that name", "is empty"),
}
"""Files whose faults are much like those of others."""


def result_of(folder, text, name="overlaps"):
    """Return the result of a file with this text."""
    path = folder / f"{name}.py"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return FileRun(BY_NAME[name], path).wait()


@ANY
def test_the_shipped_function_passes_its_own_check(exercise, tmp_path):
    result = result_of(tmp_path, answer_of(exercise), exercise.name)
    count = len(exercise.cases())
    assert result.report() == [f"{exercise.name}: passes all {count} cases"]
    assert result.right
    assert count >= 30


def test_listing_4_as_it_was_printed_fails_its_check(tmp_path):
    exercise = BY_NAME["listing_4"]
    text = exercise.stub().replace("axes = range", "axes = 0 or range")
    result = result_of(tmp_path, text, "listing_4")
    wrong = {outcome.case.title for outcome in result.case_results if not outcome.right}
    assert wrong >= {
        "a box that stops short of the wall",
        "boxes that stay apart on y",
        "boxes that move apart on both axes",
        "a box at rest on a floor",
    }
    assert "a fast box and a thin wall" not in wrong


@ANY
def test_a_stub_is_the_shipped_function_without_its_body(exercise):
    tree = ast.parse(exercise.stub())
    function = tree.body[-1]
    shipped_function = ast.parse(shipped_source(exercise.function)).body[0]
    assert ast.dump(function.args) == ast.dump(shipped_function.args)
    assert ast.get_docstring(function) == ast.get_docstring(shipped_function)
    space = {}
    exec(compile(tree, "stub", "exec"), space)
    if not exercise.corrected:
        assert ast.unparse(function.body[1:]) == "raise NotImplementedError"
        with pytest.raises(NotImplementedError):
            space[exercise.name](*exercise.named_cases[0].args)
    used = {node.id for node in ast.walk(shipped_function) if isinstance(node, ast.Name)}
    assert used & set(vars(sys.modules[exercise.function.__module__])) <= set(space)


@pytest.mark.parametrize("name", long_except(BY_NAME, "overlaps", "listing_4"))
def test_a_stub_is_not_begun(name, tmp_path):
    exercise = BY_NAME[name]
    result = result_of(tmp_path, exercise.stub() + "\n# To do.\n", exercise.name)
    assert result.report() == [f"{exercise.name}: not started"]
    assert not result.started
    assert not result.right


@ANY
def test_cases_with_names_come_first_and_chance_repeats_itself(exercise):
    cases = exercise.cases()
    assert cases == exercise.cases()
    assert cases[: len(exercise.named_cases)] == exercise.named_cases
    assert len({case.title for case in cases}) == len(cases)
    answers = [str(as_json(exercise.answer(case))) for case in cases]
    assert max(map(answers.count, answers)) < 0.8 * len(answers)


@pytest.mark.parametrize("name", long_except(BAD, *(name for name in BAD if name not in LONG)))
def test_a_bad_file_is_one_sentence(tmp_path, name):
    text, why = BAD[name]
    result = result_of(tmp_path, text)
    told = result.report()
    assert why in told[0]
    assert told[0].startswith("overlaps: ")
    assert "\n" not in told[0]
    assert len(told) == 1 or "answer" in told[0]
    assert not result.right


def test_what_a_file_prints_is_not_shown(tmp_path, capfd):
    noise = "import os, sys\nprint('x' * 10**6)\nos.write(1, b'x')\nos.write(2, b'x')\n"
    result = result_of(tmp_path, noise + "sys.stdout.close(); sys.stderr = None\n" + RIGHT)
    assert result.right
    assert capfd.readouterr() == ("", "")


def test_a_file_has_its_own_folder_and_no_input(tmp_path):
    (tmp_path / "beside.txt").write_text("1")
    text = "import sys\nassert open('beside.txt').read() == '1'\nassert sys.stdin.read() == ''\n"
    assert result_of(tmp_path, text + RIGHT).right


def test_a_wrong_answer_is_reported_with_its_case():
    exercise = BY_NAME["overlaps"]
    cases = exercise.cases()

    def told(given):
        answers = [{"answer": given(case)} for case in cases]
        return judge(exercise, ["ready", "read", *answers], False).report()

    def shipped_but(wrong):
        return lambda case: exercise.answer(case) != wrong(case)

    assert told(shipped_but(lambda case: case.title == "boxes that touch")) == [
        "overlaps: boxes that touch: expected True, your answer is False;"
        " a = AABB((0, 0), (4, 4)), b = AABB((8, 0), (4, 4))"
    ]
    first, *rest = told(shipped_but(lambda case: case.title.startswith("random")))
    assert first.startswith("overlaps: random case 1: expected")
    assert rest == ["overlaps: fails 31 more of 41 cases"]
    both = told(shipped_but(lambda case: "boxes apart" in case.title or "random" in case.title))
    assert [line.split(": ")[1] for line in both[:2]] == [
        "boxes apart on x only",
        "boxes apart on y only",
    ]
    assert both[2:] == ["overlaps: fails 32 more of 41 cases"]


def test_answers_before_an_endless_loop_are_stored(tmp_path):
    loops = "n = 0\n" + HEAD + "global n\n    n += 1\n    while n > 3: pass\n    return True\n"
    result = result_of(tmp_path, loops)
    assert [outcome.right for outcome in result.case_results] == [True, False, False, False]
    assert result.case_results[-1].fault == "no answer within 2 seconds"


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [3],
        ["ready"],
        ["ready", {}],
        ["ready", "read", 3, {"answer": {"AABB": 7}}, {"fault": "x"}, {}, []],
        ["ready", "read", {"answer": {}}, {"answer": {"a": 1, "b": 2}}, {"fault": [1]}],
    ],
    ids=str,
)
def test_what_no_worker_writes_is_no_fault_of_ours(lines):
    """A file can write where its answers go: then they are wrong, no more."""
    result = judge(BY_NAME["overlaps"], lines, False)
    assert not result.right
    assert result.report()


def test_numbers_are_compared_as_closely_as_the_exercise_says():
    nan, inf = math.nan, math.inf
    assert is_same([1.0, inf], [1 + 1e-12, inf], 1e-9)
    assert is_same(1e6, 1e6 + 1e-4, 1e-9)
    wrong = [(1.0, 1 + 1e-12, 0.0), (1.0, 1.001, 1e-9), (inf, -inf, 1e-9), (inf, 1e300, 1e-9)]
    wrong += [(1.0, nan, 1e-9), (1.0, inf, 1e-9), (1, True, 1e-9), ([1], [1, 2], 1e-9)]
    wrong += [({"AABB": [1]}, [1], 1e-9), ({"AABB": [1]}, {"AABB": None}, 1e-9), (None, 0, 1.0)]
    assert not any(is_same(*case) for case in wrong)


@ANY
def test_every_case_can_be_described(exercise):
    for case in exercise.cases():
        outcome = judge_case(exercise, case, {"answer": as_json(exercise.answer(case))})
        assert outcome.right
        words = value_text(outcome.expected) + value_text(case.args)
        assert "object at" not in words
        assert "-0," not in words


def test_a_run_is_polled_and_can_be_stopped(tmp_path):
    path = tmp_path / "overlaps.py"
    path.write_text(HEAD + "while True: pass")
    running = FileRun(BY_NAME["overlaps"], path)
    assert running.poll() is None
    running.stop()
    assert not running.wait().right
    assert running.poll() is not None
    path.write_text(RIGHT)
    running = FileRun(BY_NAME["overlaps"], path)
    while running.poll() is None:
        time.sleep(0.01)
    assert running.poll().right


@pytest.mark.skipif(sys.platform == "win32", reason="nothing forks")
def test_the_processes_that_a_file_started_end_with_it(tmp_path):
    """A child that sleeps has a pipe open; the pipe ends when the child does."""
    os.mkfifo(tmp_path / "pipe")
    pipe = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    opens = "import os, time\npipe = open('pipe', 'wb', 0)\npipe.write(b'opened')\n"
    assert result_of(tmp_path, opens + "if not os.fork(): time.sleep(99)\n" + RIGHT).right
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
    ready, timeout, *_ = done.stdout.splitlines()
    assert ready == b'"ready"'
    assert timeout.startswith(b"Timeout")


def test_a_worker_that_does_not_end_itself_is_ended(tmp_path, monkeypatch):
    """Its file switched the timeout off."""
    monkeypatch.setattr(runner, "LONGEST_RUN", 3.0)
    off = "import faulthandler, time; faulthandler.cancel_dump_traceback_later(); time.sleep(99)"
    (line,) = result_of(tmp_path, off).report()
    assert "no answer within 2 seconds" in line


def test_a_file_that_cannot_be_read_is_one_sentence(tmp_path):
    (tmp_path / "sweep.py").mkdir()
    for name in ("sweep", "relative_motion"):
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
    (folder / "relative_motion.py").unlink()
    lines = write()
    assert (folder / "sweep.py").read_text() == "mine"
    assert f"{folder / 'sweep.py'}: exists already and was not changed" in lines
    assert [line for line in lines if line.endswith(": written")] == [
        f"{folder / 'relative_motion.py'}: written"
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
    assert capsys.readouterr() == ("overlaps: passes all 41 cases\n", "")


def test_they_are_checked_from_anywhere(tmp_path):
    (tmp_path / "json.py").write_text("1 / 0")
    (tmp_path / "game.py").write_text("1 / 0")
    (tmp_path / "overlaps.py").write_text(RIGHT)
    command = [sys.executable, str(ROOT / "run.py"), "--check", "."]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "overlaps: passes all 41 cases\n", "")


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


def test_every_exercise_belongs_to_one_lesson():
    named = [lesson.exercise for lesson in LESSONS if lesson.exercise]
    assert sorted(named) == sorted(BY_NAME)


def test_a_program_without_its_source_says_so(monkeypatch, tmp_path):
    def none(_):
        raise OSError("could not get source code")

    monkeypatch.setattr("inspect.getsource", none)
    with pytest.raises(OSError, match="its source is not in this copy of the game"):
        BY_NAME["sweep"].stub()
    path = tmp_path / "overlaps.py"
    path.write_text(RIGHT)
    monkeypatch.chdir(tmp_path)
    assert callable(load_function(BY_NAME["overlaps"], path))
