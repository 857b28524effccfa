#!/usr/bin/env python3
"""How often bench-compare calls the same program different, and how often it finds a program that is slower.

    verdict_rates.py PROGRAM OUT.json [--runs N] [--slow OTHER] [--threshold P] [-- BENCH OPTIONS]

Runs PROGRAM's bench N times in a row (21) and compares each run with the next: what is called slower or faster there is an
alarm. OTHER is a build whose kernels do more work than they count; one run of it is compared with each pair's second run,
and each of its cells that is slower by the threshold is found. OUT.json holds the figures with date and device, and those of
the bootstrap of the samples alone, which knows nothing of drift. --reuse compares what an earlier run left in --keep.
"""
import argparse
import datetime
import json
import math
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def bench(program, out, options):
    subprocess.run([program, "bench", *options, "--json", out], check=True, stdout=subprocess.DEVNULL)


def compare(program, before, after, threshold):
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        done = subprocess.run([program, "bench-compare", before, after, "--threshold", str(threshold), "--json", out.name],
                              stdout=subprocess.DEVNULL)
        if done.returncode not in (0, 1):
            sys.exit(f"bench-compare ended with {done.returncode}")
        return done.returncode, json.load(open(out.name))["comparisons"][0]


def samples_of(file):
    return {cell["cell"]: sorted(ms / cell["texels"] for ms in cell["samples_ms"])
            for cell in json.load(open(file))["cells"] if len(cell.get("samples_ms", [])) >= 5}


def without_drift(files, threshold):
    """The bootstrap's 99 % interval of the ratio of medians, by which a verdict needs 1 %."""
    draw = random.Random(1)

    def median_of_draws(samples):
        drawn = sorted(draw.choices(range(len(samples)), k=len(samples)))
        return (samples[drawn[(len(drawn) - 1) // 2]] + samples[drawn[len(drawn) // 2]]) / 2

    ended, cells, alarms, widths = 0, 0, 0, []
    for before, after in zip(files, files[1:]):
        a, b = samples_of(before), samples_of(after)
        beyond = False
        for cell in a.keys() & b.keys():
            ratios = sorted(median_of_draws(b[cell]) / median_of_draws(a[cell]) for _ in range(1000))
            low, high = ratios[5], ratios[994]
            cells += 1
            widths.append(high - low)
            alarms += low > 1.01 or high < 0.99
            beyond |= low > 1 + max(threshold / 100, 0.01)
        ended += beyond
    return {"ended_with_1": ended, "cells": cells, "alarms": alarms, "median_interval_width": statistics.median(widths)}


def drift_of(files):
    """How far each anchor's time moves from visit to visit: the median over the runs, in percent and of a launch."""
    found = {}
    for file in files:
        for anchor in json.load(open(file)).get("anchors", []):
            deviation = statistics.stdev(math.log(time) for time in anchor["picoseconds"])
            found.setdefault(anchor["cell"], []).append((deviation, deviation * anchor["launch_ms"] * 1e6))
    return [{"cell": cell, "percent": 100 * statistics.median(d for d, _ in visits),
             "nanoseconds_of_a_launch": statistics.median(n for _, n in visits)} for cell, visits in found.items()]


def width(cell):
    interval = cell.get("interval")
    return interval[1] - interval[0] if interval else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("out")
    parser.add_argument("--runs", type=int, default=21)
    parser.add_argument("--slow")
    parser.add_argument("--slow-runs", type=int, default=3)
    parser.add_argument("--threshold", type=float, default=5)
    parser.add_argument("--keep", help="a folder for the reports")
    parser.add_argument("--reuse", action="store_true", help="measure nothing: the reports are there")
    given = sys.argv[1:]
    split = given.index("--") if "--" in given else len(given)
    arguments = parser.parse_args(given[:split])
    arguments.options = given[split + 1:]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(arguments.keep or temporary)
        folder.mkdir(exist_ok=True)
        files = [str(folder / f"run{i}.json") for i in range(arguments.runs)]
        for file in [] if arguments.reuse else files:
            bench(arguments.program, file, arguments.options)
        ended, cells, alarms, incomparable, widths = 0, 0, [], 0, []
        for before, after in zip(files, files[1:]):
            code, comparison = compare(arguments.program, before, after, arguments.threshold)
            ended += code
            incomparable += len(comparison["left"])
            for cell in comparison["cells"]:
                cells += 1
                widths += [w for w in [width(cell)] if w is not None]
                if cell["verdict"] in ("slower", "faster"):
                    alarms.append({"cell": cell["cell"], "time_ratio": cell["time_ratio"]})
        report = json.load(open(files[0]))
        result = {"date": datetime.date.fromtimestamp(Path(files[0]).stat().st_mtime).isoformat(), "device": report["machine"]["device"],
                  "program": report["machine"]["program"], "options": arguments.options, "threshold": arguments.threshold,
                  "comparisons": arguments.runs - 1, "ended_with_1": ended, "cells": cells, "alarms": alarms,
                  "incomparable": incomparable, "median_interval_width": statistics.median(widths) if widths else None}
        result["drift"] = drift_of(files)
        result["without_drift"] = without_drift(files, arguments.threshold)
        if arguments.slow:
            slowed = []
            for i in range(arguments.slow_runs):
                after = str(folder / f"slow{i}.json")
                if not arguments.reuse:
                    bench(arguments.slow, after, arguments.options)
                _, comparison = compare(arguments.program, files[i], after, arguments.threshold)
                warm = [c for c in comparison["cells"] if not c["cell"].endswith(".cold")]
                slowed.append({"warm_cells": len(warm), "found": sum(c["beyond_threshold"] for c in warm),
                               "median_time_ratio": statistics.median(c["time_ratio"] for c in warm)})
            result["slowed"] = slowed
        Path(arguments.out).write_text(json.dumps(result, indent=1) + "\n")
        print(json.dumps({k: v for k, v in result.items() if k != "alarms"}), len(result["alarms"]), "alarms")


if __name__ == "__main__":
    main()
