"""Curves as an SVG in a notebook, without another package."""

from __future__ import annotations

import math
from typing import Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._html import escape

# Of Okabe and Ito: told apart also by who sees few colors, on light and on dark pages.
_COLORS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9")
_LEFT, _TOP, _RIGHT, _BOTTOM = 64, 12, 16, 34


class Plot:
    """Curves over one axis, drawn in a notebook.

    x: ascending numbers. curves: by name, as many numbers each; NaN leaves a gap.
    steps: whether a curve keeps its value until the next x, as a staircase does.
    """

    def __init__(self, x: ArrayLike, curves: Mapping[str, ArrayLike], *, steps: bool = False, width: int = 720,
                 height: int = 320) -> None:
        self.x = np.asarray(x, np.float64).reshape(-1)
        self.curves = {name: np.asarray(y, np.float64).reshape(-1) for name, y in curves.items()}
        for name, y in self.curves.items():
            if y.shape != self.x.shape:
                raise ValueError(f"{name} has {y.size} values, and x has {self.x.size}")
        if not self.curves or self.x.size < 2:
            raise ValueError("a plot needs a curve, and two numbers in x")
        self.steps, self.width, self.height = steps, width, height

    def __repr__(self) -> str:
        lines = [f"{name}: {_number(np.nanmin(y))} to {_number(np.nanmax(y))}" for name, y in self.curves.items()]
        return "\n".join([f"x: {_number(self.x[0])} to {_number(self.x[-1])}, {self.x.size} points", *lines])

    def _repr_html_(self) -> str:
        return f'<div style="max-width:{self.width}px">{self.svg()}</div>'

    def svg(self) -> str:
        """The plot as an SVG, whose axes have the color of the text around it."""
        every = np.concatenate(list(self.curves.values()))
        every = every[np.isfinite(every)]
        low, high = (float(every.min()), float(every.max())) if every.size else (0.0, 1.0)
        margin = 0.05 * (high - low) or 0.5
        low, high = low - margin, high + margin
        first, last = float(self.x[0]), float(self.x[-1])
        legend = 20
        inner_width, inner_height = self.width - _LEFT - _RIGHT, self.height - _TOP - legend - _BOTTOM

        def across(value: float | NDArray) -> float | NDArray:
            return _LEFT + (value - first) / (last - first) * inner_width

        def down(value: float | NDArray) -> float | NDArray:
            return _TOP + legend + (high - value) / (high - low) * inner_height

        parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="100%" '
                 'font-family="sans-serif" font-size="12" fill="currentColor">']
        bottom = _TOP + legend + inner_height
        for tick in _ticks(first, last, 8):
            at = across(tick)
            parts.append(f'<path d="M{at:.1f} {_TOP + legend}V{bottom}" stroke="currentColor" stroke-opacity="0.15"/>'
                         f'<text x="{at:.1f}" y="{bottom + 18}" text-anchor="middle">{_number(tick)}</text>')
        for tick in _ticks(low, high, 5):
            at = down(tick)
            parts.append(f'<path d="M{_LEFT} {at:.1f}H{_LEFT + inner_width}" stroke="currentColor" stroke-opacity="0.15"/>'
                         f'<text x="{_LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{_number(tick)}</text>')
        at = _LEFT
        for (name, y), color in zip(self.curves.items(), _COLORS * (1 + len(self.curves) // len(_COLORS))):
            parts.append(f'<path d="{self._path(across(self.x), down(y))}" fill="none" stroke="{color}" stroke-width="1.8"/>'
                         f'<path d="M{at} {_TOP + 4}h22" stroke="{color}" stroke-width="3"/>'
                         f'<text x="{at + 28}" y="{_TOP + 8}">{escape(name)}</text>')
            at += 28 + 8 * len(name) + 24
        return "".join([*parts, "</svg>"])

    def _path(self, x: NDArray, y: NDArray) -> str:
        made, drawing = [], False
        for at, value in zip(x, y):
            if not math.isfinite(value):
                drawing = False
            elif not drawing:
                made.append(f"M{at:.1f} {value:.1f}")
                drawing = True
            else:
                made.append(f"H{at:.1f}V{value:.1f}" if self.steps else f"L{at:.1f} {value:.1f}")
        return "".join(made)


def plot(x: ArrayLike, curves: Mapping[str, ArrayLike], *, steps: bool = False) -> Plot:
    """Curves over x, by name, as a notebook draws them; `steps` draws staircases."""
    return Plot(x, curves, steps=steps)


def _ticks(low: float, high: float, about: int) -> list[float]:
    step = 10 ** math.floor(math.log10((high - low) / about))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= about)
    return [float(number * step) for number in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def _number(value: float) -> str:
    return f"{value:.6g}"
