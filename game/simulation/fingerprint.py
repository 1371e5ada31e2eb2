"""Are two values the same, on every platform?

A fingerprint is made of values that are listed, each with a letter that says what it
is. No name of a class or of a field is in it, so both can be renamed.

    (3, 0.5, "aim", None)  ->  ( i3; f<8 bytes> s3;aim n )
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import TypeAlias

Value: TypeAlias = "float | str | bytes | Sequence[Value] | None"
"""What a fingerprint is made of. Whole numbers and truth values are numbers."""
ValueTuple: TypeAlias = "tuple[Value, ...]"
"""Values in an order that a fingerprint depends on."""
DIGEST = 8
"""Bytes of a fingerprint."""


def fingerprint(values: Sequence[Value]) -> str:
    """Return 16 hexadecimal digits that stand for values: lists and tuples of numbers,
    texts, bytes, None and of such lists and tuples."""
    # It loads OpenSSL: only where a fingerprint is needed.
    from hashlib import blake2b

    return blake2b(b"".join(encode(values)), digest_size=DIGEST).hexdigest()


def encode(value: Value) -> Iterator[bytes]:
    """Yield the bytes of a value: no two different values have the same."""
    match value:
        case None:
            yield b"n"
        case int():
            yield b"i%d;" % value
        case float():
            yield b"f" + struct.pack("<d", value)
        case str():
            text = value.encode()
            yield b"s%d;" % len(text)
            yield text
        case bytes():
            yield b"b%d;" % len(value)
            yield value
        case _:
            yield b"("
            for each in value:
                yield from encode(each)
            yield b")"
