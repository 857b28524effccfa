"""An array as a picture in a notebook."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ._html import LINE
from ._png import data_uri, png

_SHOWN = 560  # pixels of a page, to which small pictures are enlarged


class Picture:
    """The values of an array as gray or color, pixel by pixel, as a notebook shows them: `low` is black, `high` white.

    values: of shape (height, width), or with an axis of 1, 3 or 4 channels.
    """

    def __init__(self, values: ArrayLike, low: float = 0.0, high: float = 1.0) -> None:
        array = np.asarray(values)
        if array.ndim == 3 and array.shape[-1] == 1:
            array = array[..., 0]
        if array.size == 0 or not (array.ndim == 2 or array.ndim == 3 and array.shape[-1] in (3, 4)):
            raise ValueError(f"the picture has shape {array.shape}: (height, width), or with an axis of 1, 3 or 4 channels, is needed")
        if array.dtype.kind not in "fiub":
            raise ValueError(f"the picture is {array.dtype}: numbers are needed")
        if not high > low:
            raise ValueError(f"high is {high}, and low {low}: it must be larger")
        self.values, self.low, self.high = array, low, high

    def png(self) -> bytes:
        """A PNG file with a pixel for each value; NaN is black."""
        colors = (self.values if self.values.ndim == 2 else self.values[..., :3]).astype(np.float64)
        scaled = np.nan_to_num((colors - self.low) / (self.high - self.low), nan=0.0)
        return png(np.ascontiguousarray(np.floor(np.clip(scaled, 0, 1) * 255 + 0.5).astype(np.uint8)))

    def __repr__(self) -> str:
        return f"Picture({' x '.join(map(str, self.values.shape))}, from {self.low:g} to {self.high:g})"

    def _repr_html_(self) -> str:
        height, width = self.values.shape[:2]
        factor = max(1, min(_SHOWN // width, 320 // height))
        return (f'<img alt="{repr(self)}" src="{data_uri(self.png(), "image/png")}" style="width:{width * factor}px;max-width:100%;'
                f'image-rendering:pixelated;border:{LINE}">')
