"""Every fetch of a GPU beside the model's, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Sequence

import numpy as np
from numpy.typing import ArrayLike

from . import _html
from ._core import version
from ._gpu import Gpu
from ._language import say
from ._texture import _AXES, Texture


@dataclass(frozen=True)
class Check:
    """Some fetches from one texture.

    fetches: how many were computed. mismatches: of how many the GPU returned other bits; None: no GPU was there.
    first: the number of the first mismatch; None: there is none.
    """

    what: str
    fetches: int
    mismatches: int | None
    first: int | None = None

    @property
    def verdict(self) -> str:
        if self.mismatches is None:
            return say("not compared: no GPU", "未比较：没有 GPU")
        if self.mismatches == 0:
            return say("every bit agrees", "每一位都相同")
        return say(f"{self.mismatches} differ, first number {self.first}", f"{self.mismatches} 次不同，第一次是第 {self.first} 次")

    @property
    def color(self) -> str:
        return _html.GRAY if self.mismatches is None else _html.RED if self.mismatches else _html.GREEN

    def __str__(self) -> str:
        return say(f"{self.what}: {self.fetches:,} fetches, {self.verdict}", f"{self.what}：{self.fetches:,} 次拾取，{self.verdict}")

    def _repr_html_(self) -> str:
        return _html.box(self.color, _html.sentence(str(self)))


class DeviceReport:
    """Compares a GPU with the model, fetch by fetch and bit by bit, and keeps what came of it.

        report = texelscope.DeviceReport(texelscope.Gpu())
        report.check("2-D, wrap", texture, xy)
        report

    Where there is no GPU, the model alone fetches, and the report says so.
    """

    def __init__(self, gpu: Gpu) -> None:
        self.gpu = gpu
        self.checks: list[Check] = []

    def check(self, what: str, texture: Texture, xy: ArrayLike, *, layer: ArrayLike | None = None,
              component: int | None = None) -> Check:
        """Fetches at all coordinates by both. what: its name in the report, which replaces an earlier check of that name.
        component: the channel of a gather; None: an ordinary fetch."""
        if component is not None:
            model = texture.gather(xy, component)
            real = self.gpu.gather(texture, xy, component) if self.gpu else None
        else:
            model = texture.element(xy) if texture.dim == "linear" else texture(xy, layer=layer)
            real = self.gpu(texture, xy, layer=layer) if self.gpu else None
        has_channels = component is not None or len(texture.shape) > len(_AXES[texture.dim])
        count = model.size // (model.shape[-1] if has_channels else 1)
        made = Check(what, count, None)
        if real is not None:
            differ = (_bits(model) != _bits(real)).reshape(count, -1).any(axis=1)
            made = Check(what, count, int(differ.sum()), int(differ.argmax()) if differ.any() else None)
        self.checks = [one for one in self.checks if one.what != what] + [made]
        return made

    @property
    def fetches(self) -> int:
        return sum(check.fetches for check in self.checks)

    @property
    def mismatches(self) -> int | None:
        """Of all checks; None where there is no GPU."""
        return sum(check.mismatches or 0 for check in self.checks) if self.gpu else None

    @property
    def verdict(self) -> str:
        if not self.gpu:
            return say(f"No fetch was compared. {self.gpu.missing} The model alone made {self.fetches:,} fetches.",
                       f"没有比较任何拾取。{self.gpu.missing}{self.fetches:,} 次拾取都只由模型完成。")
        return say(f"{self.mismatches} mismatches in {self.fetches:,} fetches.", f"{self.fetches:,} 次拾取中有 {self.mismatches} 次不同。")

    def _rows(self) -> tuple[Sequence[str], list[Sequence[str]]]:
        head = [say("texture", "纹理"), say("fetches", "拾取次数"), say("the GPU's bits and the model's", "GPU 与模型的结果逐位比较")]
        return head, [(check.what, f"{check.fetches:,}", check.verdict) for check in self.checks]

    def _about(self) -> str:
        return say(f"Texelscope {version}. {self.gpu!r}", f"Texelscope {version}。{self.gpu!r}") if self.gpu else f"Texelscope {version}"

    def __str__(self) -> str:
        return f"{self.verdict}\n{self._about()}\n\n{_html.aligned(*self._rows())}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        color = _html.GRAY if not self.gpu else _html.RED if self.mismatches else _html.GREEN
        return _html.box(color, _html.sentence(self.verdict, bold=True), _html.sentence(self._about()),
                         _html.verdicts(*self._rows(), [check.color for check in self.checks]))


def _bits(values: np.ndarray) -> Any:
    return np.ascontiguousarray(values).view(f"u{values.itemsize}")
