"""Print the most bytes of memory that this process ever held, and leave it: imported last by the
scripts of process.py.

Linux keeps that for the program in its status. What getrusage says there counts the parent that
started it as well, so it is asked only elsewhere: in bytes on macOS, in KiB on others.
"""

import os
import resource
import sys
from pathlib import Path

status = Path("/proc/self/status")
if status.exists():
    lines = status.read_text(encoding="ascii", errors="replace").splitlines()
    used = 1024 * int(next(line for line in lines if line.startswith("VmHWM")).split()[1])
else:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    used *= 1 if sys.platform == "darwin" else 1024
print(used, flush=True)
os._exit(0)
