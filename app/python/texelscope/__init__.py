"""NVIDIA's texture unit in software, bit for bit, for NumPy arrays.

    >>> import numpy, texelscope
    >>> texels = numpy.array([[0, 51], [102, 255]], numpy.uint8)
    >>> t = texelscope.Texture(texels, dim=2, filter="linear", address="clamp", normalized=False)
    >>> t(numpy.array([[0.5, 0.5], [1.0, 1.0]], numpy.float32))
    array([0. , 0.4], dtype=float32)

- `Texture` samples an array as CUDA's texture functions do: `t(xy)`, `t.lod(xy, lod)`, `t.grad(xy, dx, dy)`,
  `t.gather(xy, component)`, `t.element(index)`. Every result has the bits that an NVIDIA H200 returns.
- `Texture.explain(xy)` shows step by step how a fetch got its value, `Texture.notes` which settings the hardware
  changes or ignores.
- `compare(a, b)` gives the metrics of two pictures.
- `Session` reads, edits, writes, renders and exports the program's sessions and share lines.
- A notebook shows each of them; `Texture.explore()`, `Session.explore()` and `Explanation.explore()` put a panel into its cell in which
  the settings can be changed.
- `show(x)` opens the program's window on an array, a texture or a session, and shows the next one there.
- `Gpu` fetches from the same textures by a GPU's own texture unit, through CuPy; `DeviceReport` compares every bit.
- `Predictions` grades what a learner predicts before a fetch; `plot` draws curves, `Picture` an array; `set_language` chooses English or
  Chinese for explanations, notes and grades.
- `grid_sample` is PyTorch's function, exact or as the texture unit computes it.
- `bilinear(t, xy)`, `catmull_rom(t, xy)` and `b_spline(t, xy)` filter by several fetches, as the shipped fetch bodies do.

Coordinates are float32 arrays of any shape (..., n): n is 1, 2 or 3, x first. They count texels, and the center of
the first is at 0.5; with `normalized=True` they go from 0 to 1. Arrays of other types are converted, so float64 is
rounded to float32.
"""

from ._compare import Comparison, Metrics, compare
from ._core import version as __version__
from ._device_report import Check, DeviceReport
from ._explorer import Explorer
from ._filters import b_spline, bilinear, catmull_rom
from ._gpu import Gpu
from ._grid_sample import grid_sample
from ._language import set_language
from ._picture import Picture
from ._plot import Plot, plot
from ._predictions import Graded, Predictions, Summary
from ._session import Note, Session
from ._texture import Explanation, Texture
from ._window import show

__all__ = ["Check", "Comparison", "DeviceReport", "Explanation", "Explorer", "Gpu", "Graded", "Metrics", "Note", "Picture", "Plot",
           "Predictions", "Session", "Summary", "Texture", "b_spline", "bilinear", "catmull_rom", "compare", "grid_sample", "plot",
           "set_language", "show"]
