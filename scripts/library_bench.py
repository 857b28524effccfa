#!/usr/bin/python3
"""Measures the library's batches and the Python package beside the internal vector path and other libraries, in turns.

scripts/library_bench.py [BUILD] [OUT.json]: prints a table of medians in million fetches a second, and writes the
samples with date, device and versions. Bilinear, clamped, normalized, of a 1024 x 1024 texture turned by 20 degrees, as in
tests/bench/batch_requests.h. The others, each where it is installed, get one thread and coordinates in their own form:
- cv2.remap. OpenCV 4 rounds coordinates to 1/32 of a texel, OpenCV 5 takes their fraction as it is: another task.
- scipy.ndimage.map_coordinates, order 1, a channel after the other.
- torch.nn.functional.grid_sample, of floats alone, which is all that it takes.
"""

import datetime
import importlib
import json
import os
import platform
import statistics
import subprocess
import sys
import time

build = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/release")
sys.path.insert(0, os.path.join(build, "python"))

import numpy as np  # noqa: E402
import texelscope  # noqa: E402

SIDE, ROUNDS = 1024, 11
FORMATS = {"u8x1": (np.uint8, 1), "u8x4": (np.uint8, 4), "f32x1": (np.float32, 1), "f32x4": (np.float32, 4)}
samples = {}


def installed(name):
    """The module, or None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


cv2, scipy, torch = installed("cv2"), installed("scipy.ndimage"), installed("torch")
versions = {name: module.__version__ for name, module in (("opencv", cv2), ("scipy", scipy and installed("scipy")), ("torch", torch)) if module}


def add(name, rate):
    samples.setdefault(name, []).append(rate)


def turned_view(rows_of_view):
    turn = np.deg2rad(20)
    across, down = 0.7 * np.cos(turn) / SIDE, 0.7 * np.sin(turn) / SIDE
    row, column = np.mgrid[0:rows_of_view, 0:SIDE]
    x, y = column + 0.5 - SIDE / 2, row + 0.5 - SIDE / 2
    return np.stack([0.5 + x * across - y * down, 0.5 + x * down + y * across], -1).astype(np.float32)


def cpp():
    """One sample of each row of texelscope_bench."""
    out = subprocess.run([os.path.join(build, "tests/bench/texelscope_bench"),
                          "--benchmark_filter=^(library|library-all-cores|batch)/(u8x1|u8x4|f32x1|f32x4)(/2d-linear)?(/real_time)?$",
                          "--benchmark_min_time=0.1", "--benchmark_format=json"], check=True, capture_output=True).stdout
    for one in json.loads(out)["benchmarks"]:
        kind, form = one["name"].split("/")[:2]
        add(f"{kind}.{form}", one["items_per_second"])


def timed(name, count, call):
    """The mean rate of at least a tenth of a second, as Google Benchmark measures it."""
    call()
    calls, start = 0, time.perf_counter()
    while (took := time.perf_counter() - start) < 0.1:
        call()
        calls += 1
    add(name, count * calls / took)


def python(form):
    dtype, channels = FORMATS[form]
    random = np.random.default_rng(1)
    texels = random.uniform(0, 255, (SIDE, SIDE, channels)).astype(dtype)
    at = turned_view(SIDE)
    texture = texelscope.Texture(texels, normalized=True)
    out = np.empty((*at.shape[:2], channels), np.float32)
    timed(f"python.{form}", SIDE * SIDE, lambda: texture(at, threads=1, out=out))
    timed(f"python-all-cores.{form}", SIDE * SIDE, lambda: texture(at, out=out))
    for name, call in others(texels, at):
        timed(f"{name}.{form}", SIDE * SIDE, call)


def others(texels, at):
    """Names, and calls that fetch from the same texels at the same positions as the texture unit."""
    positions = at * SIDE - np.float32(0.5)  # which count from the center of the first texel
    if cv2:
        result = np.empty_like(texels)
        yield "remap", lambda: cv2.remap(texels, positions, None, cv2.INTER_LINEAR, result, cv2.BORDER_REPLICATE)
    if scipy:
        planes = [np.ascontiguousarray(texels[..., c]) for c in range(texels.shape[-1])]
        rows_and_columns, plane = np.ascontiguousarray(np.moveaxis(positions[..., ::-1], -1, 0)), np.empty_like(planes[0])
        yield "map_coordinates", lambda: [scipy.map_coordinates(one, rows_and_columns, plane, 1, "nearest") for one in planes]
    if torch and texels.dtype == np.float32:
        picture, grid = torch.from_numpy(texels).permute(2, 0, 1)[None].contiguous(), torch.from_numpy(at * 2 - 1)[None]
        yield "grid_sample", lambda: torch.nn.functional.grid_sample(picture, grid, "bilinear", "border", align_corners=False)


def memory():
    """The most memory that 10 million fetches take over the texture, its copy, inputs and outputs, in MiB."""
    program = """
import resource, numpy as np, sys
import texelscope
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
texels = np.ones((4096, 4096, 4), np.float32)
at = np.random.default_rng(1).uniform(0, 4096, (10_000_000, 2)).astype(np.float32)
out = np.ones((10_000_000, 4), np.float32)
texture = texelscope.Texture(texels)
before = peak()
texture(at, out=out)
print(peak() - before)
"""
    run = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True,
                         env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    return float(run.stdout)


if cv2:
    cv2.setNumThreads(1)
if torch:
    torch.set_num_threads(1)
for _ in range(ROUNDS):
    cpp()
    for form in FORMATS:
        python(form)

cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
medians = {name: statistics.median(rates) for name, rates in sorted(samples.items())}
report = {"date": datetime.date.today().isoformat(), "cpu": cpu, "cores": os.cpu_count(), "numpy": np.__version__,
          **versions, "fetches": SIDE * SIDE, "rounds": ROUNDS, "memory_over_mib": memory(),
          "median_per_second": medians, "per_second": samples}
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(report, file, indent=1)
        file.write("\n")

print(f"{'':22}" + "".join(f"{form:>10}" for form in FORMATS))
for kind in dict.fromkeys(name.split(".")[0] for name in medians):
    print(f"{kind:22}" + "".join(f"{medians[one] / 1e6:10.1f}" if (one := f"{kind}.{form}") in medians else f"{'-':>10}" for form in FORMATS))
print("beside", ", ".join(f"{name} {version}" for name, version in versions.items()) or "no other library: none is installed")
print(f"memory over texture, inputs and outputs: {report['memory_over_mib']:.1f} MiB")
