"""What an H200 returned, as tests/captures/README.md describes the files, through the package: every bit."""

import gzip
import struct
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest

from texelscope import Texture

CAPTURES = Path(__file__).resolve().parents[1] / "captures"
DIMENSIONS = "1d 2d 3d 1d_layered 2d_layered cube cube_layered".split()
AXES = dict(zip(DIMENSIONS, (1, 2, 3, 1, 2, 3, 3)))
# verify::Case of kernels/reports/cases/case.h
CASE = struct.Struct("<4B 4B 4B 3B B 3B B 2B H 4s4s4s4s 3f 3I 2I")
Case = namedtuple("Case", "kind bits channels style dimension storage operation levels filter read_mode normalized srgb "
                          "address_x address_y address_z mip_filter anisotropy seamless no_trilinear_optimization component boundary "
                          "array_kind samples border_r border_g border_b border_a mip_bias mip_min mip_max width height depth seed reserved")
PLAIN, LOD, GRAD, GATHER, TEXEL = range(5)
FILTERS, MODES = ("point", "linear"), ("wrap", "clamp", "mirror", "border")
INTEGERS = {(0, 8): "u1", (0, 16): "u2", (0, 32): "u4", (1, 8): "i1", (1, 16): "i2", (1, 32): "i4"}


def mix(seed, index):
    z = (np.uint64(seed << 32) | index.astype(np.uint64)) + np.uint64(0x9e3779b97f4a7c15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xbf58476d1ce4e5b9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94d049bb133111eb)
    return ((z ^ (z >> np.uint64(31))) >> np.uint64(16)).astype(np.uint32)


def texels(case, count):
    """The first `count` values of the channels."""
    index = np.arange(count, dtype=np.uint32)
    word = mix(case.seed, index)
    near, wild = case.style == 1, case.style == 2
    if case.kind != 2:
        return word.astype(f"u{case.bits // 8}").view(INTEGERS[case.kind, case.bits])
    if case.bits == 16:
        exponent = 9 + (word >> 16) % 13 if near else (word >> 16) % 15
        made = (word >> 31) * near << 15 | exponent << 10 | word & 1023
        return (word if wild else made).astype(np.uint16).view(np.float16)
    exponent = 121 + (word >> 23) % 13 if near else 126 - (word >> 23) % 24
    sign = mix(case.seed, ~index) >> 31 if near else 0 * word
    return (word if wild else sign << 31 | exponent << 23 | word & 0x7fffff).astype(np.uint32).view(np.float32)


def shapes(case, dim):
    """Those of the levels."""
    for level in range(case.levels):
        halved = {axis: max(1, size >> level) for axis, size in (("W", case.width), ("H", case.height), ("D", case.depth))}
        lengths = {"1d": "W", "2d": "HW", "3d": "DHW", "1d_layered": "LW"}.get(dim, "LHW")
        yield (*(halved.get(axis, case.depth) for axis in lengths), case.channels)


def texture(case):
    dim = "linear" if case.operation == TEXEL else DIMENSIONS[case.dimension]
    sizes = list(shapes(case, DIMENSIONS[case.dimension]))
    ends = np.cumsum([int(np.prod(size)) for size in sizes])
    first, *mips = [part.reshape(size) for part, size in zip(np.split(texels(case, ends[-1]), ends[:-1]), sizes)]
    border = np.frombuffer(b"".join(case[23:27]), np.float32).astype(float)
    return Texture(first, dim, filter=FILTERS[case.filter], normalized=bool(case.normalized),
                   address=[MODES[mode] for mode in case[12:15]], read_mode=("element", "normalized_float")[case.read_mode],
                   border=border, srgb=bool(case.srgb), mips=mips or None, mip_filter=FILTERS[case.mip_filter],
                   mip_bias=case.mip_bias, mip_min=case.mip_min, mip_max=case.mip_max, anisotropy=case.anisotropy,
                   seamless=bool(case.seamless), trilinear_optimization=not case.no_trilinear_optimization,
                   gather_flag=case.array_kind == 1)


def fetched(case, requests):
    made, axes = texture(case), AXES[DIMENSIONS[case.dimension]]
    if case.operation == TEXEL:
        return made.element(requests[:, 0].view(np.int32))
    columns = np.ascontiguousarray(requests.T).view(np.float32)
    at, rest = columns[:axes].T, columns[axes:]
    layered = {}
    if "layered" in made.dim:
        layered, rest = {"layer": rest[0].view(np.int32)}, rest[1:]
    if case.operation == LOD:
        return made.lod(at, rest[0], **layered)
    if case.operation == GRAD:
        return made.grad(at, rest[:axes].T, rest[axes:].T, **layered)
    return made.gather(at, case.component) if case.operation == GATHER else made(at, **layered)


def captured(file):
    """(case, requests, results) of each, those of surfaces too."""
    data = gzip.decompress((CAPTURES / file).read_bytes())
    assert data[:8] == b"TXCAP003"
    at = 8
    while at < len(data):
        case = Case(*CASE.unpack_from(data, at))
        at += CASE.size
        axes, layered = AXES[DIMENSIONS[case.dimension]], "layered" in DIMENSIONS[case.dimension]
        if case.operation <= TEXEL:
            width = 1 if case.operation == TEXEL else axes + layered + (0, 1, 2 * axes, 0)[case.operation]
            each = 4 if case.operation == GATHER else case.channels
        else:
            width = axes + layered
            each = (case.bits // 8 * case.channels + 3) // 4 if case.operation == 5 else 2
        parts = []
        for count in (width, each):
            parts.append(np.frombuffer(data, "<u4", case.samples * count, at).reshape(case.samples, count))
            at += parts[-1].nbytes
        yield (case, *parts)


def is_known(case):
    """Whether the package has such textures and functions. It makes no arrays that OpenGL shares or that are mipmapped with one level,
    and its limits of levels are those of sessions."""
    arrays = case.operation <= TEXEL and case.storage == (2 if case.operation == TEXEL else 0) and case.array_kind in (0, 1)
    return arrays and all(abs(limit) <= 64 for limit in (case.mip_bias, case.mip_min, case.mip_max))


@pytest.mark.parametrize("file, least", [("h200.bin", 2500), ("h200-rare.bin", 2500), ("h200-wide.bin", 250)])
def test_every_fetch_has_the_bits_of_the_hardware(file, least):
    fetches = 0
    for case, requests, results in captured(file):
        if not is_known(case):
            continue
        found = fetched(case, requests)
        words = found.view(np.uint32) if found.dtype == np.float32 else found.astype(np.int64).astype(np.uint32)
        assert np.array_equal(words, results), (case, words, results)
        fetches += len(results)
    assert fetches >= least
    print(f"{file}: {fetches} fetches, 0 differ")
