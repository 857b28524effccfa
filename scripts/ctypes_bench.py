#!/usr/bin/env python3
"""ctypes_bench.py LIBRARY: microseconds of one fetch through the library for C by ctypes, and of a batch of 4096; medians of seven
rounds, measured as `python3 -m timeit` does."""
import ctypes
import statistics
import sys
import timeit
from ctypes import byref, c_double, c_float, c_int32, c_int64, c_size_t, c_uint64, c_void_p

library = ctypes.CDLL(sys.argv[1])
library.texelscope_fetch.argtypes = [c_uint64, c_void_p, c_void_p]
library.texelscope_fetch_batch.argtypes = [c_uint64, c_void_p]
library.texelscope_error.restype = ctypes.c_char_p


class Texels(ctypes.Structure):
    _fields_ = [("size", c_size_t), *((name, c_int32) for name in (
        "kind", "channel_kind", "bits", "channels", "width", "height", "depth", "level_count")), ("levels", c_void_p)]


class Sampler(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("address", c_int32 * 3), ("filter", c_int32)]


class Request(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("function", c_int32), ("number", c_int32), ("at", c_double * 3)]


class Column(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("stride", c_int64), ("axis_stride", c_int64)]


class Batch(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("function", c_int32), ("channel", c_int32), ("count", c_size_t), ("columns", Column * 5),
                ("results", c_void_p), ("result_kind", c_int32), ("result_bits", c_int32), ("components", c_int32),
                ("threads", c_int32)]


def check(status):
    if status:
        sys.exit(library.texelscope_error().decode())


count = 4096
texels = (c_float * (1024 * 1024))()
levels = (c_void_p * 1)(ctypes.addressof(texels))
texture = c_uint64()
check(library.texelscope_texture_create(
    byref(Texels(ctypes.sizeof(Texels), 1, 2, 32, 1, 1024, 1024, 1, 1, ctypes.addressof(levels))),
    byref(Sampler(ctypes.sizeof(Sampler), (1, 1, 1), 1)), byref(texture)))
handle, request, texel = texture.value, Request(ctypes.sizeof(Request)), (c_float * 4)()
at, results = (c_float * (2 * count))(*(0.37 * i % 1024 for i in range(2 * count))), (c_float * count)()
batch = Batch(ctypes.sizeof(Batch), 0, 0, count, (Column * 5)(Column(ctypes.addressof(at))), ctypes.addressof(results), 2, 32, 1, 1)
given, place, columns = byref(request), byref(texel), byref(batch)


def one_fetch():
    request.at = 10.5, 3.25, 0
    library.texelscope_fetch(handle, given, place)
    return texel[0]


def many_fetches():
    library.texelscope_fetch_batch(handle, columns)


def microseconds(call, number):
    return statistics.median(timeit.repeat(call, number=number, repeat=7)) / number * 1e6


check(library.texelscope_fetch(handle, given, place))
check(library.texelscope_fetch_batch(handle, columns))
print(f"one fetch: {microseconds(one_fetch, 20000):.2f} us")
print(f"{count} fetches on one thread: {microseconds(many_fetches, 500):.2f} us")
