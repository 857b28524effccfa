"""Filters by several fetches: the shipped fetch bodies as functions."""

from __future__ import annotations

from typing import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._texture import Texture

_Fetch = Callable[[NDArray, NDArray], NDArray]


def bilinear(texture: Texture, xy: ArrayLike, *, threads: int = 0) -> NDArray[np.float32]:
    """Linear filtering by four point fetches, weighted in float32: without the texture unit's steps of 1/256.

    texture: a 2-D one with filter="point".
    xy: float32 of shape (..., 2), as the texture takes them.
    Returns float32 of shape (...), or (..., channels).

    It is assets/fetches/2-bilinear-in-float.cu, with the program's bits: it compiles bodies without fusing
    multiplications with additions. nvcc fuses them unless --fmad=false is given, and the last bits may differ there;
    this holds for all functions here.
    """
    left, share, fetch = _footprint(texture, xy, "point", threads)
    return _sum(left, [1 - share, share], 0.5, fetch)


def catmull_rom(texture: Texture, xy: ArrayLike, *, threads: int = 0) -> NDArray[np.float32]:
    """Catmull-Rom over 4 x 4 texels by point fetches: it goes through every texel, is sharper than linear filtering, and
    overshoots at edges. It is assets/fetches/4-catmull-rom.cu; for the arguments see `bilinear`."""
    left, t, fetch = _footprint(texture, xy, "point", threads)
    half = np.float32(0.5)
    weights = [((-half * t + 1) * t - half) * t,
               (np.float32(1.5) * t - np.float32(2.5)) * t * t + 1,
               ((np.float32(-1.5) * t + 2) * t + half) * t,
               (half * t - half) * t * t]
    return _sum(left, weights, -0.5, fetch)


def b_spline(texture: Texture, xy: ArrayLike, *, threads: int = 0) -> NDArray[np.float32]:
    """A cubic B-spline over 4 x 4 texels by four linear fetches, which the texture unit weights in steps of 1/256. It
    is smooth, and it blurs.

    texture: a 2-D one with filter="linear". It is assets/fetches/3-bicubic-b-spline.cu; for the rest see `bilinear`.
    """
    left, t, fetch = _footprint(texture, xy, "linear", threads)
    u, sixth = 1 - t, np.float32(1) / np.float32(6)
    w0 = u * u * u * sixth
    w1 = (4 - 6 * t * t + 3 * t * t * t) * sixth
    w3 = t * t * t * sixth
    w2 = 1 - w0 - w1 - w3
    center, share = left + np.float32(0.5), w2 + w3
    first, second = center + (w1 / (w0 + w1) - 1), center + (w3 / (w2 + w3) + 1)
    rows = [_mix(fetch(first[..., 0], y), fetch(second[..., 0], y), share[..., 0]) for y in (first[..., 1], second[..., 1])]
    return _mix(rows[0], rows[1], share[..., 1])


def _footprint(texture: Texture, xy: ArrayLike, filter: str, threads: int) -> tuple[NDArray, NDArray, _Fetch]:
    """The texel to the left of and above each coordinate, the share of the next one, and a fetch at a position in
    texels."""
    if texture.dim != "2d":
        raise ValueError(f"the texture is {texture.dim}: a 2-D one is needed")
    if texture.filter != filter:
        raise ValueError(f'the texture\'s filter is "{texture.filter}": "{filter}" is needed')
    at = np.asarray(xy, np.float32)
    if at.ndim == 0 or at.shape[-1] != 2:
        raise ValueError(f"the coordinates have shape {at.shape}: (..., 2) is needed")
    size = np.array([texture.shape[1], texture.shape[0]], np.float32)
    scale = 1 / size if texture.normalized else np.ones(2, np.float32)
    position = (at * size if texture.normalized else at) - np.float32(0.5)
    left = np.floor(position)

    def fetch(x: NDArray, y: NDArray) -> NDArray:
        texels = texture(np.stack([x, y], -1) * scale, threads=threads)
        return texels.astype(np.float32, copy=False)

    return left, position - left, fetch


def _sum(left: NDArray, weights: list[NDArray], first: float, fetch: _Fetch) -> NDArray:
    """The texels from that at `left` + `first` on, row by row, each by its two weights."""
    total: NDArray | None = None
    for j, of_row in enumerate(weights):
        for i, of_column in enumerate(weights):
            texel = fetch(left[..., 0] + np.float32(i) + np.float32(first), left[..., 1] + np.float32(j) + np.float32(first))
            weight = of_column[..., 0] * of_row[..., 1]
            part = _like(weight, texel) * texel
            total = part if total is None else total + part
    assert total is not None
    return total


def _mix(a: NDArray, b: NDArray, share: NDArray) -> NDArray:
    return a + _like(share, a) * (b - a)


def _like(weight: NDArray, texel: NDArray) -> NDArray:
    """The weights of coordinates beside their values, which may have channels."""
    return weight[..., None] if texel.ndim > weight.ndim else weight
