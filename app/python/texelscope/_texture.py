"""Textures, and fetches from them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _explorer, _show
from ._arguments import field_value, number, whole
from ._arrays import host_array
from ._explorer import Explorer
from ._session import Note, Session, notes_from

_AXES = {"1d": "W", "2d": "HW", "3d": "DHW", "1d_layered": "LW", "2d_layered": "LHW", "cube": "FHW",
         "cube_layered": "FHW", "linear": "W"}
_NAMES = {1: "1d", 2: "2d", 3: "3d"}
_MEANING = {"W": "width", "H": "height", "D": "depth", "L": "layers", "F": "faces"}


@dataclass(frozen=True)
class Explanation:
    """How one fetch got its value, step by step.

    report: everything, as `texelscope explain --json` writes it; `e["result"]` is `e.report["result"]`.
    svg: the drawing of its four steps, an SVG file.
    texture: the texture that is fetched from, and fetch: how, by the names of a session's fields, with the coordinate as "at".
    `str()` of it is the text for people. A notebook shows the drawing and the result's components.
    """

    report: Mapping[str, Any]
    text: str
    svg: str = field(default="", repr=False)
    texture: Texture | None = field(default=None, repr=False, compare=False)
    fetch: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    def __getitem__(self, name: str) -> Any:
        return self.report[name]

    def json(self) -> str:
        """The report as JSON."""
        return json.dumps(self.report, ensure_ascii=False, indent=2)

    def explore(self) -> Explorer:
        """`Texture.explore` at this fetch's coordinate."""
        if self.texture is None:
            raise ValueError("this explanation has no texture: Texture.explain makes one that has")
        return _explorer.of_explanation(self)

    def _repr_html_(self) -> str:
        return _show.explanation_html(self)

    def __str__(self) -> str:
        return self.text


class Texture:
    """A texture with its sampler, which is called with coordinates.

    The arguments that are not named here mean what cudaTextureDesc and cudaResourceDesc mean by them.

    array: the texels, as an array of NumPy or of another library, also on a GPU, of shape (W,), (H, W), (D, H, W), (layers, W),
        (layers, H, W), (6, H, H) or (6 * cubes, H, H) by `dim`, or with one more axis of 1, 2 or 4 channels at the end; uint8,
        int8, uint16, int16, uint32, int32, float16 or float32. They are copied once.
    dim: 1, 2, 3, "1d_layered", "2d_layered", "cube", "cube_layered", or "linear" for tex1Dfetch.
    filter: "point" or "linear"; None: linear, unless texels are returned as integers.
    address: "wrap", "clamp", "mirror" or "border" for all axes, or one for each, x first.
    normalized: whether coordinates go from 0 to 1, rather than counting texels.
    read_mode: "normalized_float" returns integers of 8 and 16 bits as floats from 0 or -1 to 1, "element" unchanged;
        None: normalized_float where it is possible.
    border: the color outside with address="border"; one number or up to four.
    srgb: whether 8-bit unsigned texels are decoded from sRGB.
    mips: the levels below the first, as a list of arrays; or "box", which averages 2 x 2 (x 2) texels down to one.
    gamma_correct_mips: whether "box" averages light where the texels are decoded from sRGB; False averages the codes,
        for data that is not color.
    mip_filter: "point" or "linear": the nearest level, or two mixed.
    mip_bias, mip_min, mip_max: added to the level of detail, and its limits.
    anisotropy: the largest ratio that `grad` covers by several probes, 1 to 16.
    seamless: whether filters reach over a cube's edges.
    gather_flag: whether the 2-D array is made with cudaArrayTextureGather; where a side is longer than 16384 texels,
        fetches from it keep one bit more of a normalized coordinate.
    trilinear_optimization: what the hardware does unless it is disabled: with anisotropy the step between two levels
        is steeper.

    Errors are ValueError, with CUDA's name of the error where CUDA refuses a texture. What the hardware silently
    changes is no error: `notes` lists it. A texture can be pickled and copied, texels included.
    """

    def __init__(
        self,
        array: ArrayLike,
        dim: int | str = 2,
        *,
        filter: str | None = None,
        address: str | Sequence[str] = "clamp",
        normalized: bool = False,
        read_mode: str | None = None,
        border: float | Sequence[float] = 0.0,
        srgb: bool = False,
        mips: Sequence[ArrayLike] | str | None = None,
        gamma_correct_mips: bool = True,
        mip_filter: str = "point",
        mip_bias: float = 0.0,
        mip_min: float = 0.0,
        mip_max: float = 15.0,
        anisotropy: int = 1,
        seamless: bool = False,
        trilinear_optimization: bool = True,
        gather_flag: bool = False,
    ) -> None:
        self.dim = _NAMES.get(dim, dim)
        if self.dim not in _AXES:
            raise ValueError(f"dim is {dim!r}: 1, 2, 3 or one of {', '.join(map(repr, _AXES))} is needed")
        first = _texels(array)
        self._has_channel_axis, size = self._shape_of(first)
        self.channels = first.shape[-1] if self._has_channel_axis else 1
        integers = first.dtype.kind in "iu"
        if read_mode is None:
            read_mode = "normalized_float" if integers and first.itemsize < 4 else "element"
        light = bool(srgb and gamma_correct_mips and first.dtype == np.uint8 and read_mode == "normalized_float")
        levels = [first, *self._smaller(first, size, mips, light)]
        self.dtype = first.dtype if integers and read_mode == "element" else np.dtype(np.float32)
        self.filter = filter or ("point" if self.dtype.kind in "iu" else "linear")
        self.normalized = bool(normalized)
        fields = {
            "sampler.filter": self.filter, "sampler.normalized_coords": self.normalized, "sampler.read_mode": read_mode,
            "sampler.border_color": _four(border), "sampler.srgb": bool(srgb), "sampler.mip_filter": mip_filter,
            "sampler.mip_bias": number(mip_bias, "mip_bias"), "sampler.mip_min": number(mip_min, "mip_min"),
            "sampler.mip_max": number(mip_max, "mip_max"), "sampler.max_anisotropy": whole(anisotropy, "anisotropy"),
            "sampler.seamless_cube": bool(seamless),
            "sampler.disable_trilinear_optimization": not trilinear_optimization,
            "texture.gather_flag": bool(gather_flag),
        }
        modes = [address] * 3 if isinstance(address, str) else list(address)
        if not 1 <= len(modes) <= 3:
            raise ValueError(f"address names {len(modes)} axes: 1 to 3 are needed")
        modes += [modes[-1]] * (3 - len(modes))
        fields.update({f"sampler.address_{axis}": mode for axis, mode in zip("xyz", modes)})
        fields = {name: field_value(name, value) for name, value in fields.items()}
        self._texels = first.dtype
        self._settings = {
            "filter": filter, "address": modes, "normalized": normalized, "read_mode": read_mode,
            "border": fields["sampler.border_color"], "srgb": srgb, "mip_filter": mip_filter, "mip_bias": mip_bias,
            "mip_min": mip_min, "mip_max": mip_max, "anisotropy": anisotropy, "seamless": seamless,
            "trilinear_optimization": trilinear_optimization, "gather_flag": gather_flag,
            "gamma_correct_mips": gamma_correct_mips,
        }
        self._mips = mips if mips is None or isinstance(mips, str) else "given"
        self._core = _core.Texture(levels, self.dim, size, self.channels, fields)
        self.shape = first.shape
        self.level_count = len(levels)
        self._noted_function = "grad" if anisotropy > 1 else "lod" if len(levels) > 1 else "plain"

    def __call__(self, xy: ArrayLike, *, layer: ArrayLike | None = None, threads: int = 0,
                 out: NDArray | None = None) -> NDArray:
        """Fetches at the coordinates, as tex1D, tex2D, tex3D, tex1DLayered, tex2DLayered, texCubemap or
        texCubemapLayered.

        xy: float32 of shape (..., n), n = 1, 2 or 3 by the texture's dimension; cubes take a direction. An array that
            is contiguous is not copied. NaN and infinities are allowed.
        layer: an integer, or an array of shape (...); layered textures alone. It is clamped; a negative one is the last.
        threads: how many work on it, at most as many as there are cores; 0: that many.
        out: where the result is written, C-contiguous and of the result's shape and type; None: a new array. It may
            overlap the arguments.
        Returns an array of shape (...), or (..., channels) if the texture's array has an axis of channels, of
        float32 or the texels' integer type.
        """
        return self._fetch("plain", xy, layer=layer, threads=threads, out=out)

    def lod(self, xy: ArrayLike, lod: ArrayLike, *, layer: ArrayLike | None = None, threads: int = 0,
            out: NDArray | None = None) -> NDArray:
        """Fetches at a level of detail, before bias and limits, as tex2DLod and its kind.

        lod: a number, or float32 of shape (...). For the rest see `__call__`."""
        return self._fetch("lod", xy, lod=lod, layer=layer, threads=threads, out=out)

    def grad(self, xy: ArrayLike, dx: ArrayLike, dy: ArrayLike, *, layer: ArrayLike | None = None, threads: int = 0,
             out: NDArray | None = None) -> NDArray:
        """Fetches with gradients, as tex2DGrad and its kind.

        dx, dy: float32 of shape (..., n) or (n,): the change of the coordinate from one pixel to the next, and from
            one row to the next. Four fetches in a row are the threads of a quad. For the rest see `__call__`."""
        return self._fetch("grad", xy, dx=dx, dy=dy, layer=layer, threads=threads, out=out)

    def gather(self, xy: ArrayLike, component: int = 0, *, threads: int = 0, out: NDArray | None = None) -> NDArray:
        """Returns one channel of the four texels that a linear filter would use, as tex2Dgather: (..., 4), in CUDA's
        order (0, 1), (1, 1), (1, 0), (0, 0), counted in x and y. 2-D textures alone. Of a mipmapped one it reads the
        first level; of a channel that the texture does not have, zeros: both as an H200 does."""
        return self._fetch("gather", xy, component=component, threads=threads, out=out)

    def element(self, index: ArrayLike, *, threads: int = 0, out: NDArray | None = None) -> NDArray:
        """Returns texels by their numbers, as tex1Dfetch, and 0 outside; `index`: int32 of any shape. dim="linear"
        alone."""
        return self._fetch("texel", None, index=index, threads=threads, out=out)

    @property
    def notes(self) -> list[Note]:
        """What the hardware alters or ignores of the sampler, gravest first, as the window's EFFECT shows it. They
        are those of fetches with gradients if there is anisotropy, else with a level of detail if there are several."""
        return notes_from(self._core.notes(self._noted_function))

    def explain(self, xy: ArrayLike, *, lod: float | None = None, dx: ArrayLike | None = None,
                dy: ArrayLike | None = None, layer: int = 0, component: int | None = None) -> Explanation:
        """Explains one fetch: its coordinate, texels, weights and sums, and why the value is what it is.

        xy: one coordinate of shape (n,); an index for dim="linear". lod, dx and dy, or component choose the function
            that takes them.
        """
        if (dx is None) != (dy is None):
            raise ValueError("dx and dy belong together")
        chosen = [name for name, given in (("lod", lod), ("grad", dx), ("gather", component)) if given is not None]
        if len(chosen) > 1:
            raise ValueError(f"one fetch takes one of lod, dx and dy, or component, not {' and '.join(chosen)}")
        function = "texel" if self.dim == "linear" else chosen[0] if chosen else "plain"
        if component is not None:
            component = whole(component, "component")
            self._check_gathered(component)
        layers = self._layers(layer or None, ())
        at = self._one(xy, "xy")
        if function == "texel":
            if not at[0].is_integer():
                raise ValueError(f"an index of linear memory is an integer, not {at[0]}")
            selected = whole(at[0], "an index of linear memory")
        else:
            selected = (component or 0) if layers is None else int(layers)
        zero = [0.0, 0.0, 0.0]
        text, report, svg = self._core.explain(function, at, selected, 0.0 if lod is None else number(lod, "lod"),
                                          zero if dx is None else self._one(dx, "dx"),
                                          zero if dy is None else self._one(dy, "dy"))
        fetch = {"at": at, "fetch.function": function, "fetch.layer": 0 if layers is None else selected}
        if lod is not None:
            fetch["fetch.lod"] = number(lod, "lod")
        if dx is not None:
            fetch.update({"fetch.gradients": "given", "fetch.dx": self._one(dx, "dx"), "fetch.dy": self._one(dy, "dy")})
        if component is not None:
            fetch["fetch.component"] = component
        return Explanation(json.loads(report), text, svg, self, fetch)

    def session(self) -> Session:
        """The session that fetches from such a texture with this sampler. Its texels are to come from a file, which
        `texture.path` does not name yet."""
        return Session._of(self._core.session())

    def explore(self, at: ArrayLike | None = None) -> Explorer:
        """The panel of the pages for browsers in a notebook's cell, with these texels and this sampler. See
        `texelscope.Explorer`.

        at: a coordinate as `explain` takes it, which is pinned; None: none.
        """
        return _explorer.of_texture(self, None if at is None else self._one(at, "at"))

    def _repr_html_(self) -> str:
        """What a notebook shows: level 0 as a thumbnail, the sampler, and the notes."""
        return _show.texture_html(self)

    def _first_level(self) -> NDArray:
        """The texels of level 0, of the array's shape."""
        return np.frombuffer(self._core.level(0), self._texels).reshape(self.shape)

    def __reduce__(self) -> tuple[Any, ...]:
        first, *mips = [np.frombuffer(texels, self._texels) for texels in self._core.levels()]
        first = first.reshape(self.shape)
        mips = [texels.reshape(self._level_shape(first, level)) for level, texels in enumerate(mips, 1)]
        return partial(type(self), **self._settings, mips=mips or None), (first, self.dim)

    def __repr__(self) -> str:
        return f"Texture({' x '.join(map(str, self.shape))}, dim={self.dim!r}, levels={self.level_count})"

    def _shape_of(self, array: NDArray) -> tuple[bool, list[int]]:
        axes = _AXES[self.dim]
        wanted = f"({', '.join(_MEANING[axis] for axis in axes)}{',' if len(axes) == 1 else ''})"
        if array.ndim not in (len(axes), len(axes) + 1):
            raise ValueError(f"the texels have shape {array.shape}: for {self.dim} it is {wanted}, or with one more axis "
                             "of channels")
        if array.size == 0:
            raise ValueError(f"there are no texels: their shape is {array.shape}")
        has_channels = array.ndim == len(axes) + 1
        if has_channels and array.shape[-1] not in (1, 2, 4):
            raise ValueError(f"the last axis of {array.shape} holds {array.shape[-1]} channels: a texture has 1, 2 or 4")
        length = dict(zip(axes, array.shape))
        faces = length.get("F", 6)
        if faces % 6 or (self.dim == "cube" and faces != 6):
            raise ValueError(f"a cube has six faces, and the texels' shape is {array.shape}")
        depth = length.get("D", length.get("L", faces // 6))
        return has_channels, [length["W"], length.get("H", 1), depth]

    def _smaller(self, first: NDArray, size: list[int], mips: Sequence[ArrayLike] | str | None,
                 light: bool) -> list[NDArray]:
        if mips is None:
            return []
        longest = max(size if self.dim == "3d" else size[:2])
        count = int(longest).bit_length()
        if isinstance(mips, str):
            if mips != "box":
                raise ValueError(f'mips is {mips!r}: "box" or a list of arrays is needed')
            if self.dim == "linear":
                raise ValueError("linear memory has no mip levels")
            made = _core.box_levels(first, self.dim, size, self.channels, count, light)
            return [np.frombuffer(texels, first.dtype).reshape(self._level_shape(first, level + 1))
                    for level, texels in enumerate(made)]
        given = [_texels(level) for level in mips]
        for number, level in enumerate(given, 1):
            expected = self._level_shape(first, number)
            if level.shape != expected or level.dtype != first.dtype:
                raise ValueError(f"level {number} is {level.dtype} of shape {level.shape}: {first.dtype} of shape {expected} "
                                 "is needed")
        return given

    def _level_shape(self, first: NDArray, level: int) -> tuple[int, ...]:
        halved = [max(1, length >> level) if axis in "WHD" else length
                  for axis, length in zip(_AXES[self.dim], first.shape)]
        return (*halved, *first.shape[len(halved):])

    def _one(self, value: ArrayLike, name: str) -> list[float]:
        made = np.asarray(value, np.float64).reshape(-1) if np.ndim(value) <= 1 else None
        if made is None or made.size != self._core.axis_count:
            raise ValueError(f"{name} has shape {np.shape(value)}: ({self._core.axis_count},) is needed")
        return [*made.tolist(), 0.0, 0.0][:3]

    def _fetch(self, function: str, xy: ArrayLike | None, *, index: ArrayLike | None = None,
               lod: ArrayLike | None = None, dx: ArrayLike | None = None, dy: ArrayLike | None = None,
               layer: ArrayLike | None = None, component: int = 0, threads: int = 0,
               out: NDArray | None = None) -> NDArray:
        if function == "texel":
            numbers = _integers(index, "index")
            at, shape = None, numbers.shape
        else:
            at = _floats(xy)
            if at.ndim == 0 or at.shape[-1] != self._core.axis_count:
                raise ValueError(f"the coordinates have shape {at.shape}: for {self.dim} it is "
                                 f"(..., {self._core.axis_count})")
            shape = at.shape[:-1]
            numbers = self._layers(layer, shape)
        levels = _spread(_floats(lod), shape, "lod") if function == "lod" else None
        steps = [_spread(_floats(step), at.shape, name) if function == "grad" else None
                 for step, name in ((dx, "dx"), (dy, "dy"))]
        if function == "gather":
            shape = (*shape, 4)
        elif self._has_channel_axis:
            shape = (*shape, self.channels)
        result = self._result(shape, out)
        columns = [None if column is None else column.copy() if np.may_share_memory(column, result) else column
                   for column in (at, numbers, levels, *steps)]
        self._core.fetch(function, *columns, whole(component, "component"), result, whole(threads, "threads"))
        return result

    def _check_gathered(self, component: int) -> None:
        if self.dim != "2d":
            raise ValueError(f"tex2Dgather takes 2-D textures, and this one is {self.dim}")
        if not 0 <= component < self.channels:
            raise ValueError(f"component is {component}, and the texture has {self.channels}: there is nothing to explain "
                             "about the zeros of a gather")

    def _layers(self, layer: ArrayLike | None, shape: tuple[int, ...]) -> NDArray | None:
        layered = "layered" in self.dim
        if layer is not None and not layered:
            raise ValueError(f"a texture of dimension {self.dim} has no layers")
        if not layered:
            return None
        return _spread(_integers(0 if layer is None else layer, "layer"), shape, "layer")

    def _result(self, shape: tuple[int, ...], out: NDArray | None) -> NDArray:
        if out is None:
            return np.empty(shape, self.dtype)
        if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != self.dtype:
            raise ValueError(f"out is {_described(out)}: {self.dtype} of shape {shape} is needed")
        if not out.flags.carray:
            raise ValueError("out must be contiguous, aligned and writable")
        return out


def _described(value: Any) -> str:
    return f"{value.dtype} of shape {value.shape}" if isinstance(value, np.ndarray) else f"a {type(value).__name__}"


def _plain(array: NDArray, dtype: Any) -> NDArray:
    """The array as the core reads it: contiguous, and its numbers where the machine wants them. Copied if need be."""
    return np.require(array, dtype, ["C_CONTIGUOUS", "ALIGNED"])


def _texels(array: ArrayLike) -> NDArray:
    made = host_array(array)
    if made.dtype.kind not in "fiu" or made.dtype.itemsize > 4:
        raise ValueError(f"the texels are {made.dtype}: uint8, int8, uint16, int16, uint32, int32, float16 or float32 is "
                         "needed")
    return _plain(made, made.dtype.newbyteorder("="))


def _floats(array: ArrayLike | None) -> NDArray:
    made = host_array(array)
    if made.dtype.kind not in "fiu":
        raise ValueError(f"coordinates are numbers, not {made.dtype}")
    return _plain(made, np.float32)


def _integers(array: ArrayLike | None, name: str) -> NDArray:
    made = host_array(array)
    if made.dtype.kind not in "iu":
        raise ValueError(f"{name} is {made.dtype}: integers are needed")
    limits = np.iinfo(np.int32)
    if made.size and (made.min() < limits.min or made.max() > limits.max):
        raise ValueError(f"{name} exceeds 32 bits")
    return _plain(made, np.int32)


def _spread(array: NDArray, shape: tuple[int, ...], name: str) -> NDArray:
    try:
        return np.ascontiguousarray(np.broadcast_to(array, shape)).reshape(shape)
    except ValueError:
        raise ValueError(f"{name} has shape {array.shape}, which does not fit {shape}") from None


def _four(color: float | Sequence[float]) -> list[float]:
    made = [float(one) for one in np.atleast_1d(color)]
    if not 1 <= len(made) <= 4:
        raise ValueError(f"border has {len(made)} numbers: 1 to 4 are needed")
    return (made * 4 if len(made) == 1 else [*made, 0.0, 0.0, 0.0])[:4]
