"""first.py LIBRARY: one fetch by ctypes, as in docs/library.md."""
import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
library.texelscope_error.restype = ctypes.c_char_p
int32, size = ctypes.c_int32, ctypes.c_size_t


class Texels(ctypes.Structure):
    _fields_ = [("size", size), *((name, int32) for name in (
        "kind", "channel_kind", "bits", "channels", "width", "height", "depth", "level_count")),
        ("levels", ctypes.POINTER(ctypes.c_void_p))]  # what an older library ends with is enough


class Request(ctypes.Structure):
    _fields_ = [("size", size), ("function", int32), ("number", int32), ("at", ctypes.c_double * 3)]


def check(status):
    if status != 0:
        raise ValueError(library.texelscope_error().decode())


numbers = (ctypes.c_float * 6)(0, 1, 2, 3, 4, 5)
levels = (ctypes.c_void_p * 1)(ctypes.addressof(numbers))
texels = Texels(ctypes.sizeof(Texels), 1, 2, 32, 1, 3, 2, 1, 1, levels)  # 2-D, floats of 32 bits, 3 x 2
texture = ctypes.c_uint64()
check(library.texelscope_texture_create(ctypes.byref(texels), None, ctypes.byref(texture)))
request = Request(ctypes.sizeof(Request), 0, 0, (1.5, 1.5, 0))
texel = (ctypes.c_float * 4)()
check(library.texelscope_fetch(texture, ctypes.byref(request), texel))
print(texel[0])
assert texel[0] == 4
try:
    request.function = 9
    check(library.texelscope_fetch(texture, ctypes.byref(request), texel))
    raise AssertionError("no refusal")
except ValueError as refusal:
    assert "texelscope_request::function is 9" in str(refusal), refusal
check(library.texelscope_texture_destroy(texture))
