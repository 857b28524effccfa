"""PyTorch's grid_sample, exact or by the texture unit."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._texture import Texture

_MODES = ("bilinear", "nearest")
_PADDINGS = ("zeros", "border", "reflection")
_ADDRESS = {"zeros": "border", "border": "clamp", "reflection": "clamp"}  # reflected positions lie inside


def grid_sample(input: ArrayLike, grid: ArrayLike, mode: str = "bilinear", padding_mode: str = "zeros",
                align_corners: bool = False, *, texture_unit: bool = False, threads: int = 0) -> NDArray[np.float32]:
    """Samples a batch of pictures or volumes at the positions of a grid, as torch.nn.functional.grid_sample does.

    input: float32 of shape (N, C, H, W) or (N, C, D, H, W).
    grid: float32 of shape (N, H', W', 2) or (N, D', H', W', 3): x, y (and z) from -1 to 1 over the input.
    mode: "bilinear" (trilinear in volumes) or "nearest".
    padding_mode: "zeros", "border" or "reflection".
    align_corners: whether -1 and 1 are the centers of the outermost texels, rather than their outer edges.
    texture_unit: False: in float32, weight by weight, as PyTorch. True: each channel is fetched from a texture, with
        coordinates in texels, by the texture unit's arithmetic.
    Returns float32 of shape (N, C, H', W') or (N, C, D', H', W').

    Where they part. The texture unit has weights of 1/256: a bilinear result differs by up to 1/512 of the difference
    of two neighbors on each axis. "nearest" differs at positions exactly between two texels: the texture unit takes
    the right one, PyTorch the one with an even number. A position that is NaN is the outer edge of the first
    texel in the texture unit. Otherwise it is the center of that texel, and 0 with padding_mode "zeros", where PyTorch
    returns NaN on some devices.
    """
    texels, at = np.asarray(input, np.float32), np.asarray(grid, np.float32)
    axes = texels.ndim - 2
    if axes not in (2, 3):
        raise ValueError(f"input has shape {texels.shape}: (N, C, H, W) or (N, C, D, H, W) is needed")
    if at.ndim != axes + 2 or at.shape[-1] != axes or at.shape[0] != texels.shape[0]:
        raise ValueError(f"grid has shape {at.shape}: (N, {'' if axes == 2 else 'D, '}H, W, {axes}) with N = "
                         f"{texels.shape[0]} is needed")
    if mode not in _MODES:
        raise ValueError(f"mode is {mode!r}: {' or '.join(map(repr, _MODES))} is needed")
    if padding_mode not in _PADDINGS:
        raise ValueError(f"padding_mode is {padding_mode!r}: one of {', '.join(map(repr, _PADDINGS))} is needed")
    if 0 in texels.shape[2:]:
        raise ValueError(f"input has no texels: its shape is {texels.shape}")
    positions = _positions(at, texels.shape[:1:-1], padding_mode, align_corners)
    result = np.zeros((*texels.shape[:2], *at.shape[1:-1]), np.float32)
    for n in range(texels.shape[0]):
        if texture_unit:
            _by_texture_unit(texels[n], positions[n], mode, padding_mode, result[n], threads)
        else:
            _exactly(texels[n], positions[n], mode, result[n])
    return result


def _positions(grid: NDArray, sizes: tuple[int, ...], padding_mode: str, align_corners: bool) -> NDArray:
    """Positions in texels, whose centers are whole numbers; x first, as `sizes`."""
    positions = np.empty_like(grid)
    one, two, half = np.float32(1), np.float32(2), np.float32(0.5)
    with np.errstate(invalid="ignore", over="ignore"):
        for axis, size in enumerate(np.float32(s) for s in sizes):
            x = grid[..., axis]
            at = (x + one) / two * (size - one) if align_corners else ((x + one) * size - one) / two
            if padding_mode == "reflection":
                at = _reflected(at, np.float32(0) if align_corners else -half, size - one if align_corners else size)
            if padding_mode != "zeros":
                at = np.where(np.isnan(at), np.float32(0), np.clip(at, np.float32(0), size - one))
            positions[..., axis] = at
    return positions


def _reflected(at: NDArray, low: np.float32, span: np.float32) -> NDArray:
    """Mirrored at `low` and at `low + span` as often as it takes."""
    if span == 0:
        return np.zeros_like(at)
    distance = np.abs(at - low)
    rest = np.fmod(distance, span)
    odd = np.fmod(np.floor(distance / span), np.float32(2)) == 1
    return np.where(odd, span - rest + low, rest + low).astype(np.float32)


def _exactly(texels: NDArray, positions: NDArray, mode: str, result: NDArray) -> None:
    """Corners in PyTorch's order, x fastest; one outside the texture counts as 0."""
    sizes = texels.shape[:0:-1]
    axes = len(sizes)
    with np.errstate(invalid="ignore"):
        if mode == "nearest":
            _add(texels, [np.rint(positions[..., axis]) for axis in range(axes)], sizes, None, result)
            return
        first = [np.floor(positions[..., axis]) for axis in range(axes)]
        for corner in range(1 << axes):
            weight = np.float32(1)
            at = []
            for axis in range(axes):
                right = first[axis] + np.float32(1)
                position = positions[..., axis]
                chosen = corner >> axis & 1
                weight = weight * (position - first[axis] if chosen else right - position)
                at.append(right if chosen else first[axis])
            _add(texels, at, sizes, weight, result)


def _add(texels: NDArray, at: list[NDArray], sizes: tuple[int, ...], weight: NDArray | None, result: NDArray) -> None:
    inside = np.ones(at[0].shape, bool)
    for where, size in zip(at, sizes):
        inside &= (where >= 0) & (where < size)
    index = tuple(np.where(inside, where, 0).astype(np.int64) for where in reversed(at))
    values = texels[(slice(None), *index)]
    result += np.where(inside, values if weight is None else values * weight, np.float32(0))


def _by_texture_unit(texels: NDArray, positions: NDArray, mode: str, padding_mode: str, result: NDArray,
                     threads: int) -> None:
    """Up to four channels at once, as those of a texel."""
    xy = positions + np.float32(0.5)
    count = texels.shape[0]
    for first in range(0, count, 4):
        some = min(4, count - first)
        channels = 4 if some == 3 else some
        packed = np.zeros((*texels.shape[1:], channels), np.float32)
        packed[..., :some] = np.moveaxis(texels[first:first + some], 0, -1)
        texture = Texture(packed, texels.ndim - 1, filter="linear" if mode == "bilinear" else "point",
                          address=_ADDRESS[padding_mode], normalized=False)
        result[first:first + some] = np.moveaxis(texture(xy, threads=threads)[..., :some], -1, 0)
