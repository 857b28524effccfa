"""Arguments as the core takes them, or a sentence why not."""

from __future__ import annotations

import os
from typing import Any

import numpy as np


def whole(value: Any, name: str) -> int:
    try:
        made = int(value)
        if made != value:
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} is {value!r}: a whole number is needed") from None
    if not -(2**31) <= made < 2**31:
        raise ValueError(f"{name} is {made}: it exceeds 32 bits")
    return made


def number(value: Any, name: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} is {value!r}: a number is needed") from None


def field_value(name: str, value: Any) -> bool | int | float | str | list[float]:
    """A value for a field of a session, also if it is NumPy's."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    if isinstance(value, str):
        return as_text(value, name)
    if isinstance(value, (bool, float)):
        return value
    if isinstance(value, int):
        if not -(2**63) <= value < 2**63:
            raise ValueError(f"{name}: {value} exceeds 64 bits")
        return value
    if isinstance(value, (list, tuple)):
        return [number(one, name) for one in value]
    raise ValueError(f"{name} is {value!r}: a bool, a number, a text or a list of numbers is needed")


def as_text(value: Any, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} is {value!r}: a text is needed")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} is {value!r}, which UTF-8 cannot express") from None
    return value


def encoded_path(path: str | os.PathLike[str]) -> bytes:
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise ValueError(f"the path {path!r} contains a zero byte")
    return encoded
