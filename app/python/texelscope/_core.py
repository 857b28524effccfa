"""Textures, sessions and comparisons of the library for C, for arguments that the package has checked and shaped."""

from __future__ import annotations

import ctypes
import json
import struct
import time
from ctypes import byref, c_int32, c_int64, c_void_p, sizeof
from typing import Any, Sequence

import numpy as np

from . import _library as c
from ._library import library

version: str = library.texelscope_version().decode()

_KINDS = {"1d": 0, "2d": 1, "3d": 2, "1d_layered": 3, "2d_layered": 4, "cube": 5, "cube_layered": 6, "linear": 7}
_AXES = {"1d": 1, "2d": 2, "3d": 3, "1d_layered": 1, "2d_layered": 2, "cube": 3, "cube_layered": 3, "linear": 1}
_FUNCTIONS = {"plain": 0, "lod": 1, "grad": 2, "gather": 3, "texel": 4}
_CHANNEL_KINDS = {"i": 0, "u": 1, "f": 2}
# The first fetches of a batch, which say how many more there are in the time after which signals are looked at.
_FIRST_FETCHES, _SIGNAL_SECONDS = 1 << 16, 0.1
# texelscope_batch, whose five columns have an address and two strides each. Its bytes are made faster than a struct of ctypes.
_BATCH, _BATCH_BYTES = struct.Struct("=QiiQ" + 5 * "Qqq" + "QiiiiQ").pack, 176
_fetch_batch = library.texelscope_fetch_batch


def _address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


class Texture:
    """A texture of the library, destroyed with this object."""

    def __init__(self, levels: Sequence[np.ndarray], dimension: str, size: Sequence[int], channels: int,
                 fields: dict[str, Any]) -> None:
        self._handle = 0
        self._channels, self.axis_count = channels, _AXES[dimension]
        session = Session()
        for name, value in fields.items():
            session.set(name, value)
        sampler = c.Sampler(sizeof(c.Sampler))
        c.check(library.texelscope_session_sampler(session._handle, byref(sampler)))
        texels, self._level_bytes = _texels(levels, dimension, size, channels), [level.nbytes for level in levels]
        texels.gather = fields["texture.gather_flag"]
        self._handle = c.handle(library.texelscope_texture_create, byref(texels), byref(sampler))

    def __del__(self, destroy: Any = library.texelscope_texture_destroy) -> None:
        if self._handle:
            destroy(self._handle)

    def fetch(self, function: str, at: np.ndarray | None, numbers: np.ndarray | None, lods: np.ndarray | None,
              dx: np.ndarray | None, dy: np.ndarray | None, channel: int, out: np.ndarray, threads: int) -> None:
        """Fetches into `out`, with one entry for each coordinate. Python handles signals between its parts."""
        each = 4 if function == "gather" else self._channels
        count = out.size // each
        places = [0 if array is None else array.__array_interface__["data"][0] for array in (at, numbers, lods, dx, dy, out)]
        about = (_FUNCTIONS[function], channel, _CHANNEL_KINDS[out.dtype.kind], 8 * out.itemsize, each, threads)
        if count < 2 * _FIRST_FETCHES:
            self._fetch(about, count, *places)
        else:
            axes = 4 * self.axis_count
            self._fetch_in_parts(about, count, places, [axes, 4, 4, axes, axes, each * out.itemsize])

    def _fetch_in_parts(self, about: tuple[int, ...], count: int, places: list[int], steps: list[int]) -> None:
        """steps: the bytes of an entry at each place."""
        first, some = 0, _FIRST_FETCHES
        while first < count:
            began = time.monotonic()
            self._fetch(about, some, *(place and place + first * step for place, step in zip(places, steps)))
            first += some
            share = _SIGNAL_SECONDS / max(time.monotonic() - began, 1e-6)
            some = min(count - first, max(_FIRST_FETCHES, int(some * share) & -4))  # whole quads

    def _fetch(self, about: tuple[int, ...], count: int, at: int, numbers: int, lods: int, dx: int, dy: int, out: int) -> None:
        function, channel, kind, bits, each, threads = about
        status = _fetch_batch(self._handle, _BATCH(
            _BATCH_BYTES, function, channel, count, at, 0, 0, numbers, 0, 0, lods, 0, 0, dx, 0, 0, dy, 0, 0, out, kind, bits, each,
            threads, 0))
        if status:
            raise c.failure(status)

    def notes(self, function: str) -> list[Any]:
        return _notes(c.text(library.texelscope_texture_notes, self._handle, _FUNCTIONS[function]))

    def explain(self, function: str, at: Sequence[float], number: int, lod: float, dx: Sequence[float],
                dy: Sequence[float]) -> tuple[str, str, str]:
        """(text, JSON, SVG). number: the layer, the channel of a gather or the index."""
        request = c.Request(sizeof(c.Request), _FUNCTIONS[function], number, tuple(at), lod, tuple(dx), tuple(dy))
        places = c_void_p(), c_void_p()
        c.check(library.texelscope_explain(self._handle, byref(request), *map(byref, places)))
        report, text = (c.taken(place).decode() for place in places)
        return text, report, c.text(library.texelscope_explain_svg, self._handle, byref(request)).decode()

    def session(self) -> Session:
        """The session that requests such a texture, of a file that it does not name."""
        return Session(c.handle(library.texelscope_session_of_texture, self._handle))

    def level(self, number: int) -> bytes:
        size = self._level_bytes[number]
        texels = np.empty(size, np.uint8)
        c.check(library.texelscope_texture_level(self._handle, number, _address(texels), size, None))
        return texels.tobytes()

    def levels(self) -> list[bytes]:
        """The bytes of each level."""
        return [self.level(number) for number in range(len(self._level_bytes))]


def _texels(levels: Sequence[np.ndarray], dimension: str, size: Sequence[int], channels: int) -> c.Texels:
    """`levels`: C-contiguous arrays, which must outlive the struct."""
    first = levels[0]
    pointers = (c_void_p * len(levels))(*map(_address, levels))
    texels = c.Texels(sizeof(c.Texels), _KINDS[dimension], _CHANNEL_KINDS[first.dtype.kind], first.itemsize * 8, channels,
                      *size, len(levels), ctypes.addressof(pointers))
    texels.pointers = pointers  # as long as the struct
    return texels


def box_levels(first: np.ndarray, dimension: str, size: Sequence[int], channels: int, count: int,
               light: bool) -> list[bytes]:
    """The bytes of the levels below the first; `count` of them with it. light: their sRGB codes are averaged as light."""
    halved = 3 if dimension == "3d" else 2
    fixed = {"cube": 6, "cube_layered": 6 * size[2]}.get(dimension, size[2])
    made = []
    for level in range(1, count):
        lengths = [max(1, length >> level) for length in size[:halved]] + ([] if halved == 3 else [fixed])
        made.append(np.empty(int(np.prod(lengths, dtype=np.int64)) * channels * first.itemsize, np.uint8))
    texels = _texels([first], dimension, size, channels)
    pointers = (c_void_p * max(count, 1))(_address(first))
    texels.level_count, texels.levels = count, ctypes.addressof(pointers)
    places, stop = (c_void_p * max(count - 1, 1))(*map(_address, made)), c_int32()
    c.interruptible(library.texelscope_make_levels, byref(texels), int(light), places, byref(stop), stop=stop)
    return [level.tobytes() for level in made]


class Session:
    """A session of the library, destroyed with this object."""

    def __init__(self, handle: int | None = None) -> None:
        self._handle = 0
        self._handle = c.handle(library.texelscope_session_create) if handle is None else handle

    def __del__(self, destroy: Any = library.texelscope_session_destroy) -> None:
        if self._handle:
            destroy(self._handle)

    def copy(self) -> Session:
        return Session(c.handle(library.texelscope_session_copy, self._handle))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Session) and not self.differing(other)

    def get(self, path: str) -> Any:
        value = json.loads(c.text(library.texelscope_session_get, self._handle, path.encode()))
        return [float(number) for number in value] if isinstance(value, list) else value  # "nan" is one

    def set(self, path: str, value: Any) -> None:
        given = c.Value(sizeof(c.Value))
        if isinstance(value, bool):
            given.type, given.integer = 0, value
        elif isinstance(value, int):
            given.type, given.integer = 1, value
        elif isinstance(value, float):
            given.type, given.number = 2, value
        elif isinstance(value, str):
            if "\0" in value:
                raise ValueError(f"{path}: {value!r} contains a zero byte")
            given.type, given.text = 3, value.encode()
        else:
            numbers = np.array(value, np.float64)
            given.type, given.numbers, given.count = 4, _address(numbers), numbers.size
        c.check(library.texelscope_session_set(self._handle, path.encode(), byref(given)))

    def differing(self, other: Session) -> list[str]:
        return json.loads(c.text(library.texelscope_session_differing, self._handle, other._handle))

    def notes(self) -> list[Any]:
        return _notes(c.text(library.texelscope_session_notes, self._handle))

    def json(self) -> str:
        return c.text(library.texelscope_session_json, self._handle).decode()

    def share_line(self) -> str:
        return c.text(library.texelscope_session_share_line, self._handle).decode()

    def set_folder(self, folder: bytes) -> None:
        c.check(library.texelscope_session_set_folder(self._handle, folder))

    def render(self, width: int, height: int, frames_limit: int, part: str) -> tuple[int, int, str, bytes]:
        """(width, height, kind, bytes). part: "values", four numbers of 32 bits a pixel, "colors", RGBA, or "png"; kind: of NumPy.
        width, height: 0: the standard size."""
        stop = c_int32()
        render = c.Render(sizeof(c.Render), width, height, {"values": 1, "colors": 2, "png": 4}[part], 0, frames_limit,
                          ctypes.addressof(stop))
        made = c.Rendered(sizeof(c.Rendered))
        c.interruptible(library.texelscope_session_render, self._handle, byref(render), byref(made), stop=stop)
        pixels = made.width * made.height
        size = {"values": 16 * pixels, "colors": 4 * pixels, "png": made.png_size}[part]
        return made.width, made.height, "iuf"[made.kind], c.taken(c_void_p(getattr(made, part)), size)

    def export(self, target: str, width: int, height: int, name: str, path: bytes) -> tuple[str, list[str], bytes]:
        """(program, remarks, texels of the file beside it)."""
        request = c.Export(sizeof(c.Export), target.encode(), width, height, name.encode(), path or None)
        made = c.Exported(sizeof(c.Exported))
        c.check(library.texelscope_session_export(self._handle, byref(request), byref(made)))
        program, remarks = (c.taken(c_void_p(place)).decode() for place in (made.program, made.remarks))
        return program, json.loads(remarks), c.taken(c_void_p(made.texels), made.texels_size) if made.texels else b""

    def save(self, path: bytes, base: bytes) -> None:
        c.check(library.texelscope_session_set_folder(self._handle, base))
        c.check(library.texelscope_session_save(self._handle, path))


def parse_session(text: str, name: str) -> Session:
    return Session(c.handle(library.texelscope_session_parse, _whole(text), name.encode()))


def parse_share_line(line: str) -> Session:
    return Session(c.handle(library.texelscope_session_parse_share_line, _whole(line)))


def load_session(path: bytes) -> tuple[Session, bytes]:
    """The session, and the folder of its file."""
    session = Session(c.handle(library.texelscope_session_load, path))
    return session, c.text(library.texelscope_session_folder, session._handle)


def field_paths() -> list[str]:
    return json.loads(c.text(library.texelscope_session_fields))


def compare(a: np.ndarray, b: np.ndarray) -> tuple[str, str]:
    """(text, JSON). Arrays of shape (height, width, channels)."""
    pictures = [_picture(array) for array in (a, b)]
    places, stop = (c_void_p(), c_void_p()), c_int32()
    c.interruptible(library.texelscope_compare, *map(byref, pictures), byref(stop), *map(byref, places), stop=stop)
    report, text = (c.taken(place).decode() for place in places)
    return text, report


def _picture(array: np.ndarray) -> c.Picture:
    height, width, channels = array.shape
    return c.Picture(sizeof(c.Picture), _address(array), _CHANNEL_KINDS[array.dtype.kind], array.itemsize * 8, width, height,
                     channels, 0, (c_int64 * 3)(*array.strides))


def _notes(text: bytes) -> list[Any]:
    return [(note["kind"], note["field"], note["sentence"], note["rule"],
             {name: [float(one) for one in value] if isinstance(value, list) else value
              for name, value in note["fix"].items()}) for note in json.loads(text)]


def _whole(text: str) -> bytes:
    if "\0" in text:
        raise ValueError("the text contains a zero byte")
    return text.encode()
