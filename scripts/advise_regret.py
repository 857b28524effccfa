#!/usr/bin/env python3
"""How well `texelscope advise` predicts kernels that people write: for each pair of tests/device/advise/kernel_pairs.cu it times
both kernels, records the first one's fetches, takes advice on the recording, and compares. Writes docs/data/advise-DEVICE.json:
of each pair the measured and the predicted time of the second kernel over the first's, and the regret: how much slower the kernel
that was predicted to be faster is than the better one.

    advise_regret.py PROGRAM KERNEL_PAIRS OUT.json [PAIR...]
"""
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


def advice_on(program, pairs, name, folder):
    report = folder / "trace.json"
    run(program, "trace", "--out", report, "--texels", folder / "texels", "--launch", 1, "--fetches", "--memory", 128, "--fetches-out",
        folder / "fetches.npy", "--", pairs, name, "full")
    texture = next(one["number"] for one in json.loads(report.read_text())["objects"] if one["kind"] == "texture")
    began = datetime.datetime.now()
    advice = json.loads(run(program, "advise", f"{report}#{texture}", "--json"))
    return advice, (datetime.datetime.now() - began).total_seconds()


def compared(program, pairs, name, choice):
    _, _, first, second = run(pairs, name).split()
    with tempfile.TemporaryDirectory() as folder:
        advice, seconds = advice_on(program, pairs, name, Path(folder))
    times = {one["choice"]: statistics.median(one["ns"]) for one in advice["choices"] if "ns" in one}
    own = advice["choices"][0]["choice"]
    first, second = float(first), float(second)
    found = {"pair": name, "own": own, "choice": choice, "first_us": first, "second_us": second, "measured": second / first,
             "advised": advice["advised"], "seconds": seconds}
    if choice in times:
        found["predicted"] = times[choice] / times[own]
        chosen = second if found["predicted"] < 1 else first
        found["regret"] = chosen / min(first, second) - 1
    return found, advice["device"]


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, pairs, out = (Path(part).resolve() for part in sys.argv[1:4])
    results = []
    for line in run(pairs).splitlines():
        name, choice = line.split()
        if sys.argv[4:] and name not in sys.argv[4:]:
            continue
        found, device = compared(program, pairs, name, choice)
        results.append(found)
        predicted = f"{found['predicted']:.3f}" if "predicted" in found else "-"
        print(f"{name:15} measured {found['measured']:.3f}  predicted {predicted}  advised {found['advised']}", flush=True)
    version = re.search(r"\S+$", run(program, "--version").splitlines()[0]).group()
    regrets = [one.get("regret", float("nan")) for one in results]
    report = {"date": datetime.date.today().isoformat(), "device": device, "version": version, "pairs": results,
              "right": sum(one <= 0.05 for one in regrets), "largest_regret": max(regrets)}
    out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
