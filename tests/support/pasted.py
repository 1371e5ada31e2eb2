"""Do the tests that the inspector copies run as they are pasted?"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def assert_each_passes(texts, folder):
    """Assert that each of these texts is one test that passes, in a file that has no other line."""
    case = folder / "test_pasted.py"
    case.write_text("\n\n".join(texts), encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", case]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert f"{len(texts)} passed" in ran.stdout, ran.stdout
