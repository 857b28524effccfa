"""What textures, sessions, explanations and comparisons show in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _html
from ._language import say
from ._png import fitted, nearest, png

if TYPE_CHECKING:
    from ._compare import Comparison
    from ._session import Session
    from ._texture import Explanation, Texture

_PICTURE_BYTES = 16_000  # of a PNG file, whose text is a third larger
_PLANES = 6
_MAGENTA = (255, 0, 255)  # a value that is not finite
_FRAMES = 2000  # of a feedback: a cell is shown at once


def texture_html(texture: Texture) -> str:
    texels = texture._first_level()
    session = texture.session()
    pixels, file, scale = _thumbnail(texels, texture._has_channel_axis, texture.dim)
    size = " x ".join(map(str, texture.shape))
    about = f"{size}, {texels.dtype}, {texture.dim}"
    if texture.level_count > 1:
        about += say(", {} levels", "，{} 个 mip 层级").format(texture.level_count)
    fields = [(name.split(".")[1], _html.number_text(session[name])) for name in session if name.startswith("sampler.")]
    return _html.whole(
        _html.heading(say("Texture: {}", "纹理：{}").format(about)),
        _html.beside(_html.picture(file, pixels.shape[1::-1], say("The texels of level 0. {}", "第 0 级的纹素。{}").format(scale)) + _html.paragraph(scale),
                     _html.table(fields)),
        _html.notes(texture.notes))


def session_html(session: Session) -> str:
    from ._session import Session as Fresh

    shown, missing = "", ""
    try:
        pixels, file = _rendered(session)
        shown = _html.picture(file, pixels.shape[1::-1], say("The session's picture", "会话的图像"), 256)
    except (ValueError, OSError, RuntimeError, MemoryError) as error:
        missing = say("There is no picture: {}", "没有图像：{}").format(error)
    changed = [(name, _html.number_text(session[name])) for name in session.differing(Fresh())]
    return _html.whole(
        _html.heading(say("Session", "会话")),
        _html.beside(shown, _html.table(changed) if changed else _html.paragraph(say("All fields have their first values.", "所有字段均为初始值。"))),
        _html.paragraph(missing) if missing else "",
        _html.notes(session.notes))


def explanation_html(explanation: Explanation) -> str:
    rows = [(one.get("name", ""), *(_html.number_text(one.get(key)) for key in ("value", "ideal", "error")))
            for one in explanation.report.get("result", [])]
    why = "".join(_html.paragraph(reason) for reason in list(explanation.report.get("why", []))[:8])
    drawn = _html.drawing(explanation.svg, say("The fetch's steps: {}", "取样的各个步骤：{}").format(explanation.text[:120])) if explanation.svg else ""
    return _html.whole(_html.beside(drawn, _html.table(rows, ("", *map(say, ("value", "exact", "error"), ("取样值", "精确值", "误差")))) + why))


# What the table of a comparison calls them in Chinese; in English they have the names of Metrics.
_METRICS = {"count": "值的个数", "different": "不同", "nan": "NaN（A，B）", "infinite": "无穷大（A，B）", "unlike": "非有限且不同", "mean": "平均",
            "mean_absolute": "平均绝对值", "rmse": "RMSE", "psnr_db": "PSNR（dB）", "psnr_db_text": "PSNR（文字）", "ssim": "SSIM", "ssim_text": "SSIM（文字）",
            "max_ulp": "最大 ULP", "largest": "最大差", "pixel": "像素", "channel": "通道", "a": "A", "b": "B", "difference": "差"}


def comparison_html(comparison: Comparison) -> str:
    names = [say("all", "全部"), *(str(one.get("name", number)) for number, one in enumerate(comparison.channels))]
    columns = [comparison.all, *comparison.channels] if len(comparison.channels) > 1 else [comparison.all]
    rows = [(_metric(key), *(_html.number_text(_plain(one.get(key))) for one in columns)) for key in comparison.all]
    shown = ""
    difference = comparison.difference
    if difference is not None:
        largest = float(np.nanmax(difference)) if np.isfinite(difference).any() else 0.0
        pixels = _gray(difference, 0.0, largest or 1.0)
        caption = (say("Where they differ: black is no difference, white one of {}.", "差异所在：黑色表示没有差异，白色表示差异为 {}。").format(
            _html.number_text(largest)) if largest else say("No value differs.", "所有值均相同。"))
        if np.isnan(difference).any():
            caption += _not_finite()
        shown = _html.picture(png(pixels), pixels.shape[1::-1], caption) + _html.paragraph(caption)
    return _html.whole(_html.beside(shown, _html.table(rows, ("", *names[:len(columns)]))))


def _not_finite() -> str:
    return say(" Magenta: a value is not finite.", "洋红色：值不是有限数。")


def _plain(value: Any) -> Any:
    """A metric that has parts, such as where the largest difference lies, as one text."""
    if isinstance(value, dict):
        return ", ".join(f"{_metric(key)} {_html.number_text(_plain(one))}" for key, one in value.items())
    return value


def _metric(key: str) -> str:
    return say(key, _METRICS.get(key, key))


def _rendered(session: Session) -> tuple[np.ndarray, bytes]:
    largest: dict[str, np.ndarray] = {}

    def made(side: int) -> np.ndarray:
        if not largest:
            width, height, _, content = session._rendered(256, 192, _FRAMES, "colors")
            largest["pixels"] = np.frombuffer(content, np.uint8).reshape(height, width, 4)[..., :3]
        pixels = largest["pixels"]
        height, width = pixels.shape[:2]
        share = min(1.0, side / max(height, width))
        return nearest(pixels, max(1, round(width * share)), max(1, round(height * share)))

    return fitted(made, 256, _PICTURE_BYTES)


def _thumbnail(texels: np.ndarray, has_channels: bool, dim: str) -> tuple[np.ndarray, bytes, str]:
    """The picture of the first planes, its file, and what its colors mean."""
    if not has_channels:
        texels = texels[..., None]
    if dim in ("1d", "linear", "1d_layered"):
        texels = texels.reshape(-1, 1, *texels.shape[-2:]) if dim == "1d_layered" else texels[None, None]
        texels = texels.reshape(1, -1, *texels.shape[2:])  # layers are rows
    elif dim == "2d":
        texels = texels[None]
    planes = texels[:_PLANES]
    columns = 1 if len(planes) == 1 else 3 if len(planes) > 4 else 2

    def made(side: int) -> np.ndarray:
        height, width = planes.shape[1:3]
        each = max(1, side // columns)
        share = min(1.0, each / max(height, width))
        sizes = max(1, round(width * share)), max(1, round(height * share))
        return _sheet([nearest(plane, *sizes) for plane in planes], columns)

    low, high = range_of(planes)
    scale = _scale_text(texels, low, high, dim)
    pixels, file = fitted(lambda side: _colors(made(side), low, high), 128, _PICTURE_BYTES)
    return pixels, file, scale


def _sheet(planes: list[np.ndarray], columns: int) -> np.ndarray:
    rows = -(-len(planes) // columns)
    planes = planes + [np.zeros_like(planes[0])] * (rows * columns - len(planes))
    return np.concatenate([np.concatenate(planes[row * columns:(row + 1) * columns], 1) for row in range(rows)], 0)


def range_of(texels: np.ndarray) -> tuple[float, float]:
    """The values that are shown black and white: the codes of 8 bits, else the smallest and the largest, of a sample if there are many."""
    if texels.dtype == np.uint8:
        return 0.0, 255.0
    step = max(1, texels.size // (1 << 20))
    values = texels.reshape(-1)[::step]
    values = values[np.isfinite(values)] if values.dtype.kind == "f" else values
    if values.size == 0:
        return 0.0, 1.0
    low, high = float(values.min()), float(values.max())
    if low >= 0 and high <= 1:
        return 0.0, 1.0 if texels.dtype.kind == "f" else max(high, 1.0)
    return low, high if high > low else low + 1


def _scale_text(texels: np.ndarray, low: float, high: float, dim: str) -> str:
    meaning = say("Black is {}, white {}.", "黑色为 {}，白色为 {}。").format(_html.number_text(low), _html.number_text(high))
    if texels.shape[-1] == 4:
        meaning += say(" The fourth channel is not shown.", "不显示第四个通道。")
    if texels.dtype.kind == "f" and not np.isfinite(texels.reshape(-1)[::max(1, texels.size // (1 << 20))]).all():
        meaning += _not_finite()
    planes = len(texels)
    if planes > 1:
        name = {"3d": ("slices", "个切片"), "cube": ("faces", "个面"), "cube_layered": ("faces", "个面")}.get(dim, ("layers", "层"))
        some = say("All", "全部") if planes <= _PLANES else say("The first {} of", "前 {} 个，共").format(_PLANES)
        meaning = say("{} {} {}. {}", "{} {} {}。{}").format(some, planes, say(*name), meaning)
    return meaning


def _colors(texels: np.ndarray, low: float, high: float) -> np.ndarray:
    channels = texels.shape[-1]
    if channels == 1:
        return _gray(texels[..., 0].astype(np.float64), low, high)
    colors = np.zeros((*texels.shape[:2], 3))
    colors[..., :min(channels, 3)] = texels[..., :3]
    return _bytes(colors, low, high)


def _gray(values: np.ndarray, low: float, high: float) -> np.ndarray:
    if np.isfinite(values).all():
        return _bytes(values, low, high)
    return _bytes(np.repeat(values[..., None], 3, -1), low, high)


def _bytes(values: np.ndarray, low: float, high: float) -> np.ndarray:
    with np.errstate(invalid="ignore", over="ignore"):
        made = np.nan_to_num(np.clip((values - low) / (high - low) * 255 + 0.5, 0, 255)).astype(np.uint8)
    if values.ndim == 3:
        made[~np.isfinite(values).all(axis=-1)] = _MAGENTA
    return made
