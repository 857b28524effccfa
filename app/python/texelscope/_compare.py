"""The metrics of two pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Mapping

import numpy as np
from numpy.typing import ArrayLike

from . import _core


class Metrics(dict):
    """Metrics of one channel, or of all: count, different, mean, mean_absolute, rmse, psnr_db, ssim, largest and
    others, named as in `texelscope compare --json`. None: there is no such number; psnr_db of equal pictures, which
    would be infinite, or ssim of pictures under 11 x 11."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


@dataclass(frozen=True)
class Comparison:
    """The result of `compare`. `str()` of it is a table for people.

    all: the metrics of all channels together; channels: those of each, in order; report: everything, as
    `texelscope compare --json` writes it.
    """

    all: Metrics
    channels: list[Metrics]
    report: Mapping[str, Any]
    text: str

    def __str__(self) -> str:
        return self.text


def compare(a: ArrayLike, b: ArrayLike) -> Comparison:
    """Compares two pictures value by value.

    a, b: arrays of shape (height, width) or (height, width, channels), with 1 to 4 channels, of the same height and
    width; floats (float16 becomes float32) or integers of 8, 16 or 32 bits. Two unsigned or two signed arrays are
    compared as integers, whatever their bits, all else by real values: an 8-bit code counts as code / 255. Pairs
    with a NaN or an infinity are counted, never averaged. The peak of PSNR and SSIM is the largest number of integers,
    1 beside an array of integers, and the range of b of floats.
    """
    text, report = _core.compare(_picture(a, "a"), _picture(b, "b"))
    found = json.loads(report)
    return Comparison(Metrics(found["all"]), [Metrics(one) for one in found["channels"]], found, text)


def _picture(array: ArrayLike, name: str) -> np.ndarray:
    made = np.asarray(array)
    if made.ndim == 2:
        made = made[..., None]
    if made.ndim != 3 or not 1 <= made.shape[2] <= 4:
        raise ValueError(f"{name} has shape {np.shape(array)}: (height, width) or (height, width, 1 to 4) is needed")
    if made.size == 0:
        raise ValueError(f"{name} has no pixels: its shape is {np.shape(array)}")
    if made.dtype.kind not in "fiu" or made.dtype.itemsize > (8 if made.dtype.kind == "f" else 4):
        raise ValueError(f"{name} is {made.dtype}: floats, or integers of 8, 16 or 32 bits are needed")
    if made.dtype == np.float16:
        made = made.astype(np.float32)
    return np.require(made, made.dtype.newbyteorder("="), ["C_CONTIGUOUS", "ALIGNED"])
