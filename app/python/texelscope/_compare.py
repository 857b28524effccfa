"""The metrics of two pictures."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _show
from ._arrays import host_array


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
    `texelscope compare --json` writes it; difference: the largest difference in each of at most 96 x 96 parts of the pictures,
    NaN where a value is not finite.
    """

    all: Metrics
    channels: list[Metrics]
    report: Mapping[str, Any]
    text: str
    difference: NDArray | None = field(default=None, repr=False, compare=False)

    def _repr_html_(self) -> str:
        """What a notebook shows: the metrics, and where the pictures differ."""
        return _show.comparison_html(self)

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
    pictures = _picture(a, "a"), _picture(b, "b")
    text, report = _core.compare(*pictures)
    found = json.loads(report)
    return Comparison(Metrics(found["all"]), [Metrics(one) for one in found["channels"]], found, text, _differences(*pictures))


_SIDE = 96  # of the picture of differences


def _differences(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The largest difference in each of at most 96 x 96 parts of the pictures. NaN: a value that is not finite."""
    alike = a.dtype.kind in "iu" and a.dtype.kind == b.dtype.kind
    scales = [1.0 if alike or one.dtype.kind == "f" else 1.0 / np.iinfo(one.dtype).max for one in (a, b)]
    height, width = a.shape[:2]
    columns = np.unique(np.arange(_SIDE) * width // _SIDE)
    rows = np.unique(np.arange(_SIDE) * height // _SIDE)
    made = np.empty((len(rows), len(columns)))
    with np.errstate(invalid="ignore", over="ignore"):
        for i, first in enumerate(rows):
            end = rows[i + 1] if i + 1 < len(rows) else height
            largest = np.zeros(width)
            for y in range(first, end):
                change = np.abs(a[y] * scales[0] - b[y] * scales[1]).max(axis=-1)
                largest = np.maximum(largest, np.where(np.isfinite(change), change, np.nan))
            made[i] = np.maximum.reduceat(largest, columns)
    return made


def _picture(array: ArrayLike, name: str) -> np.ndarray:
    made = host_array(array)
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
