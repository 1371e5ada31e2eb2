"""Which paths does this process use?"""

import os
import sys


def list_uses(part: str) -> list[str]:
    """Return a list to which every use of a path that contains this part is added from now on.

    An audit hook hears of all that opens, lists, renames or removes a path, or starts a program. It
    cannot be removed, and os.stat raises no event: so this belongs into a process of its own.
    """
    uses: list[str] = []

    def note(event, args):
        texts = [os.fsdecode(arg) for arg in args if isinstance(arg, str | bytes | os.PathLike)]
        uses.extend(f"{event} {text}" for text in texts if part in text)

    def noting(call):
        def noted(path, *args, **kwargs):
            note(call.__name__, [path])
            return call(path, *args, **kwargs)

        return noted

    os.stat, os.lstat = noting(os.stat), noting(os.lstat)
    sys.addaudithook(note)
    return uses
