#!/usr/bin/env python3
"""How well `texelscope advise` predicts kernels that people write: for each pair of tests/device/advise/kernel_pairs.cu it times
both kernels, records the first one's fetches, takes advice on the recording, and compares. Writes docs/data/advise-DEVICE.json:
of each pair the measured and the predicted time of the second kernel over the first's, and the regret: how much slower the kernel
that was predicted to be faster is than the better one. With --figures also what the stored figures of a device predict of the same
recording (advise --predict): `from_figures`.

    advise_regret.py [--figures DEVICE|FILE] PROGRAM KERNEL_PAIRS OUT.json [PAIR...]
"""
import argparse
import datetime
import json
import re
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")
    return done.stdout


def record(program, pairs, name, folder):
    report = folder / "trace.json"
    run(program, "trace", "--out", report, "--texels", folder / "texels", "--launch", 1, "--fetches", "--memory", 128, "--fetches-out",
        folder / "fetches.npy", "--", pairs, name, "full")
    texture = next(one["number"] for one in json.loads(report.read_text())["objects"] if one["kind"] == "texture")
    return f"{report}#{texture}"


def advice_on(program, recording, *options):
    began = datetime.datetime.now()
    advice = json.loads(run(program, "advise", recording, "--json", *options))
    return advice, (datetime.datetime.now() - began).total_seconds()


def ratio(advice, choice):
    """The time of the choice over that of the present one; None if it was refused."""
    times = {one["choice"]: statistics.median(one["ns"]) for one in advice["choices"] if "ns" in one}
    own = advice["choices"][0]["choice"]
    return times[choice] / times[own] if choice in times else None


def compared(program, pairs, name, choice, figures):
    _, _, first, second = run(pairs, name).split()
    first, second = float(first), float(second)
    with tempfile.TemporaryDirectory() as folder:
        recording = record(program, pairs, name, Path(folder))
        advice, seconds = advice_on(program, recording)
        found = {"pair": name, "own": advice["choices"][0]["choice"], "choice": choice, "first_us": first, "second_us": second,
                 "measured": second / first, "advised": advice["advised"], "seconds": seconds}
        predictions = {"predicted": (ratio(advice, choice), "regret")}
        if figures:
            try:
                stored, found["figures_seconds"] = advice_on(program, recording, "--predict", figures)
                found["figures_advised"] = stored["advised"]
                predictions["from_figures"] = (ratio(stored, choice), "figures_regret")
            except SystemExit as refusal:  # no figures describe the scene
                found["figures_refused"] = str(refusal).rsplit("error: ", 1)[-1].strip()
    for prediction, (predicted, regret) in predictions.items():
        if predicted is not None:
            found[prediction] = predicted
            found[regret] = (second if predicted < 1 else first) / min(first, second) - 1
    return found, advice["device"]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--figures")
    parser.add_argument("paths", nargs=3, type=Path)
    parser.add_argument("names", nargs="*")
    given = parser.parse_args()
    program, pairs, out = (path.resolve() for path in given.paths)
    results = []
    for line in run(pairs).splitlines():
        name, choice = line.split()
        if given.names and name not in given.names:
            continue
        found, device = compared(program, pairs, name, choice, given.figures)
        results.append(found)
        numbers = "  ".join(f"{key} {found[key]:.3f}" if key in found else f"{key} -"
                            for key in ("measured", "predicted", "from_figures"))
        print(f"{name:15} {numbers}  advised {found['advised']}", flush=True)
    version = re.search(r"\S+$", run(program, "--version").splitlines()[0]).group()
    regrets = [one.get("regret", float("nan")) for one in results]
    from_figures = [one["figures_regret"] for one in results if "figures_regret" in one]
    report = {"date": datetime.date.today().isoformat(), "device": device, "version": version, "pairs": results,
              "right": sum(one <= 0.05 for one in regrets), "largest_regret": max(regrets)}
    if given.figures:
        report["figures_right"] = sum(one <= 0.05 for one in from_figures)
        report["figures_described"] = len(from_figures)
    out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
