#!/usr/bin/python3
"""Measures the library's batches and the Python package beside the internal vector path and cv2.remap, in turns.

scripts/library_bench.py [BUILD] [OUT.json]: prints a table of medians in million fetches a second, and writes the
samples with date and device. Bilinear, clamped, normalized, of a 1024 x 1024 texture turned by 20 degrees, as in
tests/bench/batch_requests.h. Needs python3-opencv for cv2.remap, which gets one thread.
"""

import datetime
import json
import os
import platform
import statistics
import subprocess
import sys
import time

build = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build/release")
sys.path.insert(0, os.path.join(build, "python"))

import cv2  # noqa: E402
import numpy as np  # noqa: E402
import texelscope  # noqa: E402

SIDE, ROUNDS = 1024, 11
FORMATS = {"u8x1": (np.uint8, 1), "u8x4": (np.uint8, 4), "f32x1": (np.float32, 1), "f32x4": (np.float32, 4)}
rows = []  # in the order of the table
samples = {}


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
    positions, result = at * SIDE - np.float32(0.5), np.empty_like(texels)
    timed(f"remap.{form}", SIDE * SIDE,
          lambda: cv2.remap(texels, positions, None, cv2.INTER_LINEAR, result, cv2.BORDER_REPLICATE))


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


cv2.setNumThreads(1)
for _ in range(ROUNDS):
    cpp()
    for form in FORMATS:
        python(form)

cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
medians = {name: statistics.median(rates) for name, rates in sorted(samples.items())}
report = {"date": datetime.date.today().isoformat(), "cpu": cpu, "cores": os.cpu_count(), "opencv": cv2.__version__,
          "numpy": np.__version__, "fetches": SIDE * SIDE, "rounds": ROUNDS, "memory_over_mib": memory(),
          "median_per_second": medians, "per_second": samples}
if len(sys.argv) > 2:
    with open(sys.argv[2], "w") as file:
        json.dump(report, file, indent=1)
        file.write("\n")

print(f"{'':22}" + "".join(f"{form:>10}" for form in FORMATS))
for kind in dict.fromkeys(name.split(".")[0] for name in medians):
    print(f"{kind:22}" + "".join(f"{medians.get(f'{kind}.{form}', float('nan')) / 1e6:10.1f}" for form in FORMATS))
print(f"memory over texture, inputs and outputs: {report['memory_over_mib']:.1f} MiB")
