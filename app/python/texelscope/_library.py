"""The library for C beside this file, by ctypes: its structs, and what its statuses mean in Python."""

from __future__ import annotations

import ctypes
import threading
from ctypes import byref, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from pathlib import Path
from typing import Any

_NAME = "libtexelscope.so.1"
_folder = Path(__file__).parent
# A wheel has beside it what it needs, and Linux takes what is loaded already.
_list = _folder / "libraries"  # each after those that it needs, so that none of the system's takes a place
_needed = [ctypes.CDLL(str(_folder / name)) for name in (_list.read_text().split() if _list.is_file() else ())]
library = ctypes.CDLL(str(_folder / _NAME))


class Texels(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("kind", c_int32), ("channel_kind", c_int32), ("bits", c_int32), ("channels", c_int32),
                ("width", c_int32), ("height", c_int32), ("depth", c_int32), ("level_count", c_int32), ("levels", c_void_p),
                ("strides", c_void_p), ("storage", c_int32), ("gather", c_int32), ("mipmapped", c_int32),
                ("reserved", c_int32)]


class Sampler(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("members", c_int32 * 18)]


class Request(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("function", c_int32), ("number", c_int32), ("at", c_double * 3), ("lod", c_double),
                ("dx", c_double * 3), ("dy", c_double * 3)]


class Picture(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("data", c_void_p), ("kind", c_int32), ("bits", c_int32), ("width", c_int32),
                ("height", c_int32), ("channels", c_int32), ("reserved", c_int32), ("strides", c_int64 * 3)]


class Value(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("type", c_int32), ("reserved", c_int32), ("integer", c_int64), ("number", c_double),
                ("text", c_char_p), ("numbers", c_void_p), ("count", c_size_t)]


class Render(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("width", c_int32), ("height", c_int32), ("parts", c_int32), ("threads", c_int32),
                ("frames_limit", c_int64), ("stop", c_void_p)]


class Rendered(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("width", c_int32), ("height", c_int32), ("kind", c_int32), ("reserved", c_int32),
                ("values", c_void_p), ("colors", c_void_p), ("png", c_void_p), ("png_size", c_size_t)]


class Export(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("as_", c_char_p), ("width", c_int32), ("height", c_int32), ("name", c_char_p),
                ("path", c_char_p)]


class Exported(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("program", c_void_p), ("remarks", c_void_p), ("texels", c_void_p),
                ("texels_size", c_size_t)]


_HANDLE, _TEXT, _PLACE = c_uint64, c_char_p, c_void_p
_FUNCTIONS = {
    "set_language": (_TEXT,),
    "texture_create": (_PLACE, _PLACE, _PLACE), "texture_destroy": (_HANDLE,),
    "texture_level": (_HANDLE, c_int32, _PLACE, c_size_t, _PLACE), "texture_notes": (_HANDLE, c_int32, _PLACE),
    "make_levels": (_PLACE, c_int32, _PLACE, _PLACE), "fetch_batch": (_HANDLE, _PLACE),
    "explain": (_HANDLE, _PLACE, _PLACE, _PLACE), "explain_svg": (_HANDLE, _PLACE, _PLACE),
    "compare": (_PLACE, _PLACE, _PLACE, _PLACE, _PLACE),
    "session_create": (_PLACE,), "session_copy": (_HANDLE, _PLACE), "session_destroy": (_HANDLE,),
    "session_load": (_TEXT, _PLACE), "session_save": (_HANDLE, _TEXT), "session_json": (_HANDLE, _PLACE),
    "session_parse": (_TEXT, _TEXT, _PLACE), "session_share_line": (_HANDLE, _PLACE),
    "session_parse_share_line": (_TEXT, _PLACE), "session_folder": (_HANDLE, _PLACE), "session_set_folder": (_HANDLE, _TEXT),
    "session_fields": (_PLACE,), "session_get": (_HANDLE, _TEXT, _PLACE), "session_set": (_HANDLE, _TEXT, _PLACE),
    "session_differing": (_HANDLE, _HANDLE, _PLACE), "session_notes": (_HANDLE, _PLACE), "session_sampler": (_HANDLE, _PLACE),
    "session_of_texture": (_HANDLE, _PLACE), "session_render": (_HANDLE, _PLACE, _PLACE),
    "session_export": (_HANDLE, _PLACE, _PLACE),
}
for _name, _arguments in _FUNCTIONS.items():
    _function = getattr(library, f"texelscope_{_name}")
    _function.argtypes, _function.restype = _arguments, c_int32
library.texelscope_error.restype = library.texelscope_version.restype = c_char_p
library.texelscope_free.argtypes, library.texelscope_free.restype = (c_void_p,), None

_ERRORS = {1: ValueError, 2: ValueError, 3: KeyError, 4: OSError, 5: MemoryError}


def failure(status: int) -> Exception:
    """The exception of this thread's last call."""
    sentence = library.texelscope_error().decode(errors="backslashreplace")
    return _ERRORS.get(status, RuntimeError)(sentence)


def check(status: int) -> None:
    if status:
        raise failure(status)


def text(function: Any, *arguments: Any) -> bytes:
    """Calls a function whose last argument is the place for a text."""
    place = c_void_p()
    check(function(*arguments, byref(place)))
    return taken(place)


def taken(place: c_void_p, size: int = -1) -> bytes:
    """A text, or `size` bytes, which are freed."""
    try:
        return ctypes.string_at(place.value, size)
    finally:
        library.texelscope_free(place)


def handle(function: Any, *arguments: Any) -> int:
    """Calls a function whose last argument is the place for a handle."""
    place = c_uint64()
    check(function(*arguments, byref(place)))
    return place.value


def interruptible(function: Any, *arguments: Any, stop: c_int32) -> None:
    """Calls a function for long work, so that Python handles signals meanwhile, which it does in its main thread alone: there another
    thread works, and stops once a handler raises, as that of Ctrl+C does."""
    if threading.get_ident() != threading.main_thread().ident:
        return check(function(*arguments))
    raised: list[Exception] = []
    done = threading.Event()

    def work() -> None:
        status = function(*arguments)
        if status:
            raised.append(failure(status))
        done.set()

    worker = threading.Thread(target=work, daemon=True)
    try:
        worker.start()
    except RuntimeError:  # no thread can be had, as while the interpreter ends
        return check(function(*arguments))
    try:
        done.wait()
    except BaseException:
        stop.value = 1
        done.wait()
        raise
    if raised:
        raise raised[0]
