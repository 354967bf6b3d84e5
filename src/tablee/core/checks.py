"""Checks of arguments that come from outside, so that both forms of the rules refuse the same ones."""

from __future__ import annotations

from operator import index

from tablee.core.errors import Unreadable

# Numbers beyond do not fit the integers of the compiled form.
BEYOND = 1 << 63
# Times are added up: a sum of them must fit too.
LONGEST_TIME = 10**15


def whole_number(name: str, value: object) -> int:
    """Return an integer of at most 64 bits as `int`; raises Unreadable for anything else, bool included."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise Unreadable("not-a-number", name=name, found=type(value).__name__)
    number = index(value)
    if not -BEYOND <= number < BEYOND:
        raise Unreadable("number-too-large", name=name)
    return number


def elapsed_time(value: object) -> int:
    """Return a measured time in milliseconds, or -1 for none; raises Unreadable for any other value."""
    number = whole_number("elapsed", value)
    if number < -1:
        raise Unreadable("negative-time", found=number)
    if number > LONGEST_TIME:
        raise Unreadable("number-too-large", name="elapsed")
    return number


def text(name: str, value: object) -> str:
    """Return a value that is a string; raises Unreadable, with the name of the argument, for any other."""
    if not isinstance(value, str):
        raise Unreadable("not-a-text", name=name, found=type(value).__name__)
    return value


def read_number(name: str, digits: str) -> int:
    """Return the number written in decimal digits, at most 18 of them; raises Unreadable for another text."""
    if not digits.isdecimal() or len(digits) > 18:
        raise Unreadable("bad-number", key=name, found=digits[:40])
    return int(digits)


def cleared_bytes(name: str, value: object, size: int) -> memoryview[int]:
    """Return a contiguous, writable buffer of `size` 8-bit integers, set to 0, or raise Unreadable."""
    try:
        view = memoryview(value)  # type: ignore[arg-type]
    except TypeError as error:
        raise Unreadable("not-a-buffer", name=name, found=type(value).__name__) from error
    if view.readonly or not view.c_contiguous or view.itemsize != 1:
        raise Unreadable("not-a-buffer", name=name, found=f"{type(value).__name__} {view.format}")
    if view.nbytes != size:
        raise Unreadable("wrong-size", name=name, found=view.nbytes, wanted=size)
    flat = view.cast("B")
    flat[:] = bytes(size)
    return flat.cast("b")
