#!/usr/bin/python3
"""Compares the settings of libpng and zlib on typical renders: for each level and filter the size of the files and the
seconds that packing them takes on one core.

scripts/png_settings.py [BUILD] [OUT.json]: renders eight pictures with BUILD's texelscope (build/release) on the CPU and
packs each with every setting, by the libpng that the program uses. Marked are the settings whose files are at most 5 %
larger than those of the reference, level 4 with all filters; the fastest of them is what write_png.cpp should have.
"""

import ctypes
import ctypes.util
import datetime
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

build = Path(sys.argv[1] if len(sys.argv) > 1 else "build/release")
root = Path(__file__).resolve().parents[1]
png = ctypes.CDLL(ctypes.util.find_library("png16"))

WIDTH, HEIGHT, ROUNDS = 1024, 768, 3
LEVELS = range(1, 10)
# PNG_FILTER_NONE, SUB, UP, AVG and PAETH; where there are several, libpng chooses for each row.
FILTERS = {"none": 0x08, "sub": 0x10, "up": 0x20, "average": 0x40, "paeth": 0x80, "none|sub|up": 0x38, "all": 0xf8}
REFERENCE, ALLOWED = (4, "all"), 1.05

SESSIONS = root / "assets/sessions"
PICTURES = {
    "zone plate, u8, linear": "--texture.source zone_plate --texture.width 512 --texture.height 512",
    "checkerboard, u8, point": "--texture.source checkerboard --sampler.filter point --view.rotation 20",
    "ramp, u16, linear": "--texture.source ramp --texture.bits 16",
    "uv grid, u8, turned": "--texture.source uv_grid --texture.width 256 --texture.height 256 --view.rotation 30",
    "noise, u8, linear": "--texture.source noise",
    "noise, u16, point": "--texture.source noise --texture.bits 16 --sampler.filter point",
    "anisotropy": str(SESSIONS / "35-anisotropy.json"),
    "cube's net": str(SESSIONS / "25-cube-net.json"),
}


class Reading(ctypes.Structure):  # png_image
    _fields_ = [("opaque", ctypes.c_void_p), ("version", ctypes.c_uint32), ("width", ctypes.c_uint32),
                ("height", ctypes.c_uint32), ("format", ctypes.c_uint32), ("flags", ctypes.c_uint32),
                ("colormap_entries", ctypes.c_uint32), ("warning_or_error", ctypes.c_uint32),
                ("message", ctypes.c_char * 64)]


Write = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
pointer, number = ctypes.c_void_p, ctypes.c_int
png.png_create_write_struct.restype = png.png_create_info_struct.restype = pointer
png.png_get_libpng_ver.restype = ctypes.c_char_p
png.png_create_write_struct.argtypes = [ctypes.c_char_p, pointer, pointer, pointer]
png.png_create_info_struct.argtypes = [pointer]
png.png_set_write_fn.argtypes = [pointer, pointer, Write, pointer]
png.png_set_IHDR.argtypes = [pointer, pointer, ctypes.c_uint32, ctypes.c_uint32] + [number] * 5
png.png_set_compression_level.argtypes = [pointer, number]
png.png_set_filter.argtypes = [pointer, number, number]
png.png_write_info.argtypes = png.png_write_end.argtypes = [pointer, pointer]
png.png_write_image.argtypes = [pointer, pointer]
png.png_destroy_write_struct.argtypes = [ctypes.POINTER(pointer), ctypes.POINTER(pointer)]
png.png_image_begin_read_from_file.argtypes = [ctypes.POINTER(Reading), ctypes.c_char_p]
png.png_image_finish_read.argtypes = [ctypes.POINTER(Reading), pointer, pointer, number, pointer]


def pixels(file):
    image = Reading(version=1)
    assert png.png_image_begin_read_from_file(ctypes.byref(image), str(file).encode()), image.message
    image.format = 3  # PNG_FORMAT_RGBA
    rgba = ctypes.create_string_buffer(image.width * image.height * 4)
    assert png.png_image_finish_read(ctypes.byref(image), None, rgba, 0, None), image.message
    return rgba


def pack(rgba, level, filters):
    """Bytes and seconds."""
    size = 0

    def count(_png, _data, length):
        nonlocal size
        size += length

    sink = Write(count)
    rows = (pointer * HEIGHT)(*[ctypes.addressof(rgba) + y * WIDTH * 4 for y in range(HEIGHT)])
    start = time.perf_counter()
    writer = pointer(png.png_create_write_struct(png.png_get_libpng_ver(None), None, None, None))
    info = pointer(png.png_create_info_struct(writer))
    png.png_set_write_fn(writer, None, sink, None)
    png.png_set_IHDR(writer, info, WIDTH, HEIGHT, 8, 6, 0, 0, 0)
    png.png_set_compression_level(writer, level)
    png.png_set_filter(writer, 0, filters)
    png.png_write_info(writer, info)
    png.png_write_image(writer, rows)
    png.png_write_end(writer, info)
    png.png_destroy_write_struct(ctypes.byref(writer), ctypes.byref(info))
    return size, time.perf_counter() - start


def render(folder, words):
    out = folder / "picture.png"
    subprocess.run([build / "texelscope", "render", "--backend", "cpu", "--quiet", "--size", f"{WIDTH}x{HEIGHT}", "--out",
                    out, *words.split()], check=True)
    return pixels(out)


with tempfile.TemporaryDirectory() as name:
    pictures = {title: render(Path(name), words) for title, words in PICTURES.items()}
rows = []
for level in LEVELS:
    for title, filters in FILTERS.items():
        sizes, seconds = {}, {}
        for picture, rgba in pictures.items():
            runs = [pack(rgba, level, filters) for _ in range(ROUNDS)]
            sizes[picture], seconds[picture] = runs[0][0], min(took for _, took in runs)
        rows.append({"level": level, "filter": title, "bytes": sizes, "seconds": seconds})

# Each picture counts the same, however well it can be packed.
reference = next(row for row in rows if (row["level"], row["filter"]) == REFERENCE)
for row in rows:
    row["relative_size"] = sum(row["bytes"][p] / reference["bytes"][p] for p in pictures) / len(pictures)
    row["total_bytes"], row["total_seconds"] = sum(row["bytes"].values()), sum(row["seconds"].values())


def fits(row):
    return row["relative_size"] <= ALLOWED and row["total_bytes"] <= ALLOWED * reference["total_bytes"]


fastest = min((row for row in rows if fits(row)), key=lambda row: row["total_seconds"])
print(f"{'level':5} {'filter':12} {'MB':>8} {'size':>6} {'seconds':>8}")
for row in sorted(rows, key=lambda row: row["total_seconds"]):
    mark = " fastest" if row is fastest else " fits" if fits(row) else ""
    print(f"{row['level']:5} {row['filter']:12} {row['total_bytes'] / 1e6:8.3f} {row['relative_size']:6.3f} "
          f"{row['total_seconds']:8.3f}{mark}")
if len(sys.argv) > 2:
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "")
    Path(sys.argv[2]).write_text(json.dumps(
        {"date": datetime.date.today().isoformat(), "cpu": cpu, "libpng": png.png_get_libpng_ver(None).decode(),
         "pixels": [WIDTH, HEIGHT], "settings": rows}, indent=1) + "\n")
