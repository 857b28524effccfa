#!/usr/bin/env python3
"""Keeps the measured figures of README.md and docs/ equal to docs/data.

    figures.py --write    writes the generated parts of docs/h200.md and docs/chips.md, and the marked numbers
    figures.py --check    lists what differs, with exit code 1; a test runs it
    figures.py --bench OUT.json --commit COMMIT NAME=BENCH.json...
                          makes a data file of files of `texelscope bench --json`, for docs/h200.md

A number in prose that was measured has a mark behind it, which Markdown does not show:

    43.7<!-- data: verify-h200.json /runs/0/fetches / /runs/0/seconds * 1e-6 .1f -->

It names a file of docs/data, a path of names and indices in it, perhaps "/ PATH" to divide by and "* NUMBER" to multiply by,
and Python's format of the number; a list counts as its length. A paragraph or list item has at most one. In them, a number with a unit is measured if the
sentence names a device or if the unit is a rate. Tables and generated parts may have any number of figures.
"""
import argparse
import datetime
import json
import re
import sys
from pathlib import Path

BEGIN, END = "<!-- scripts/figures.py writes all from here on -->", "<!-- scripts/figures.py writes all up to here -->"
MARK = re.compile(r"(-?\d[\d,]*(?:\.\d+)?)<!-- data: (\S+) (.+?) -->")
COMMENT = re.compile(r"<!--.*?-->")
NUMBER = r"(?<![\w./-])\d[\d,]*(?:\.\d+)?"
RATE = re.compile(NUMBER + r" (?:[GMT]Texel/s|[KMGT]B/s|texels per clock|million (?:fetches )?per second|frames per second|fps)\b")
UNIT = re.compile(NUMBER + r" ?(?:%|(?:ms|us|µs|ns|s|seconds|minutes|MHz|GHz|W|cycles|times as (?:fast|much|long|slow))\b)")
DEVICE = re.compile(r"\b(?:H[12]00|RTX|A100|CPU of|NVIDIA [A-Z]\w*\d|llvmpipe|SwiftShader|EPYC)\b")


class Wrong(Exception):
    pass


class Data:
    """The files of docs/data, each read once."""

    def __init__(self, folder):
        self.folder, self.read = folder, {}

    def file(self, name):
        if name not in self.read:
            path = self.folder / name
            if not path.is_file():
                raise Wrong(f"there is no docs/data/{name}")
            self.read[name] = json.loads(path.read_text(encoding="utf-8"))
        return self.read[name]

    def value(self, name, path):
        found = self.file(name)
        for part in path.strip("/").split("/"):
            try:
                found = found[int(part)] if isinstance(found, list) else found[part]
            except (KeyError, IndexError, ValueError, TypeError):
                raise Wrong(f"docs/data/{name} has no {path}") from None
        return found

    def count(self, name, path):
        """The number there; of a list its length."""
        found = self.value(name, path)
        return len(found) if isinstance(found, list) else found

    def number(self, name, words):
        """The text of a mark: PATH [/ PATH] [* NUMBER] FORMAT."""
        words = words.split()
        value = self.count(name, words.pop(0))
        while len(words) > 1:
            sign, operand = words.pop(0), words.pop(0)
            if sign == "/":
                value = value / self.count(name, operand)
            elif sign == "*":
                value = value * float(operand)
            else:
                raise Wrong(f'"{sign}" is neither / nor *')
        if len(words) != 1:
            raise Wrong("a mark needs a path and a format")
        return format(round(value) if words[0].endswith("d") else value, words[0])


# Parts of pages

# A bench's figures as in the program's table (kernels/profile/report/measured.cpp): the file's member, title, width, text.
BENCH_COLUMNS = (
    ("median_ms", "ms", 9, lambda value, m: f"{value:.3f}"),
    ("spread", "spread", 7, lambda value, m: f"{100 * value:.2f} %"),
    ("texels_per_second", "GTexel/s", 10, lambda value, m: f"{value * 1e-9:.3f}"),
    ("texels_per_clock_sm", "texel/clk/SM", 12, lambda value, m: f"{value:.3f}"),
    ("bytes_per_second", "GB/s", 8, lambda value, m: f"{value * 1e-9:.1f}"),
    ("largest_error", "error", 8, lambda value, m: f"{value:.1e}" if value else "0"),
    ("roof_share", "of roof", -15, lambda value, m: f"{100 * value:5.1f} % {m.get('limiter', ''):<7}"),
)


def bench_row(cell, texts, width):
    padded = (f"{text:<{-wide}}" if wide < 0 else f"{text:>{wide}}" for (_, _, wide, _), text in zip(BENCH_COLUMNS, texts))
    return "  ".join([f"{cell:<{width}}", *padded]).rstrip()


def bench_line(cell, m, width):
    if "skipped" in m:
        return f"{cell:<{width}}  {m['skipped']}"
    return bench_row(cell, ["" if m.get(member) is None else text(m[member], m) for member, _, _, text in BENCH_COLUMNS], width)


def bench_table(table):
    width = max(len(cell) for cell in table["cells"])
    head = bench_row("cell", [title for _, title, _, _ in BENCH_COLUMNS], width)
    lines = [bench_line(cell, m, width) for cell, m in table["cells"].items()]
    measured = sum("skipped" not in m for m in table["cells"].values())
    total = (f"{measured} cells measured, {len(lines) - measured} skipped, {table['wrong']} with wrong results; "
             f"{table['dropped']} samples left out for low clocks.")
    return "\n".join(["```", head, *lines, total, "```"])


def bench_page(data, name):
    d = data.file(name)
    m, c = d["machine"], d["machine"]["condition"]
    lines = [
        f"{m['device']}, compute {m['compute_capability']}, {m['multiprocessors']} multiprocessors, driver {m['driver']}, "
        f"CUDA {m['runtime']}; {d['date']}, texelscope {d['program']}, commit {d['commit']}  ",
        f"clock {c['clock_mhz']:.0f} of {m['top_clock_mhz']:.0f} MHz, memory {c['memory_clock_mhz']:.0f} MHz, "
        f"{c['temperature_c']:.0f} C, {c['power_w']:.0f} W, throttled by: {', '.join(c['throttle']) or 'none'}  ",
        "", "## The quick suite", "", bench_table(d["tables"]["quick"]),
        "", "## Working sets in numbers", "", bench_table(d["tables"]["stairs"])]
    return "\n".join(lines)


def capture_head(root, path):
    head = {}
    for line in (root / path).read_text(encoding="utf-8").splitlines()[1:4]:
        key, value = line.split(",", 1)
        head[key] = value
    return head


def chips_page(data, root):
    """One row for each device and source of data: verify's runs, captures of legality, benches, reports that were handed in."""
    rows = []
    for path in sorted(set(data.folder.glob("verify-*.json")) - {data.folder / "verify-draw.json"}):
        runs = {}
        for run in data.file(path.name)["runs"]:
            runs.setdefault(run["device"], []).append(run)
        for device, all_runs in runs.items():
            fetches, wrong = sum(r["fetches"] for r in all_runs), sum(r["mismatches"] for r in all_runs)
            name, rest = device.split(", ", 1)
            rows.append((name, rest, f"verify: {fetches:,} fetches, {wrong:,} differ from the model",
                         f"[{path.name}](data/{path.name}), {data.file(path.name)['date']}"))
    for path in sorted((root / "assets/legality").glob("*.csv")):
        head = capture_head(root, path.relative_to(root))
        attempts = sum(line.startswith("attempt,") for line in path.read_text(encoding="utf-8").splitlines())
        rows.append((head["gpu"], f"CUDA {head['cuda']}, driver {head['driver']}", f"legality: {attempts:,} attempts answered",
                     f"[{path.name}](../{path.relative_to(root)})"))
    for path in sorted(data.folder.glob("bench-*.json")):
        d = data.file(path.name)
        m = d["machine"]
        cells = [cell for table in d["tables"].values() for cell in table["cells"].values()]
        rows.append((m["device"], f"compute {m['compute_capability']}, CUDA {m['runtime']}, driver {m['driver']}",
                     f"bench: {sum('skipped' not in cell for cell in cells):,} cells measured",
                     f"[{path.name}](data/{path.name}), {d['date']}"))
    for path in sorted(data.folder.glob("report-*.json")):
        d = data.file(path.name)
        said = []
        if "fetches" in d["verify"]:
            said.append(f"verify: {d['verify']['fetches']:,} fetches, {d['verify']['mismatches']:,} differ from the model")
        if "cases" in d["fetches"]:
            wrong = sum(c["refused"] or c["differing"] > 0 for c in d["fetches"]["cases"])
            said.append(f"{len(d['fetches']['cases'])} designed cases, {wrong} differ or are refused")
        if "other_than_capture" in d["legality"]:
            said.append(f"legality: {len(d['legality']['other_than_capture']):,} of {d['legality']['attempts']:,} attempts answered "
                        f"otherwise than by {d['legality']['capture']}")
        rows.append((d["device"], f"compute {d['compute_capability']}, CUDA {d['cuda']}, driver {d['driver']}", "; ".join(said),
                     f"[{path.name}](data/{path.name}), {d['date']}"))
    return "\n".join(["| device | versions | result | data |", "|---|---|---|---|",
                      *("| " + " | ".join(row) + " |" for row in rows)])


# Pages

def split(page, text):
    """Before, between and after the two markers; nothing if there are none."""
    if (text.count(BEGIN), text.count(END)) == (0, 0):
        return None
    begin, end = text.find(BEGIN), text.find(END)
    if text.count(BEGIN) != 1 or text.count(END) != 1 or begin > end:
        raise Wrong(f"{page}: needs each of the two markers of scripts/figures.py once, in their order")
    return text[:begin + len(BEGIN)], text[begin + len(BEGIN):end], text[end:]


def paragraphs(text):
    """(number of the first line, text) of each paragraph and list item outside code, tables, headings and generated parts."""
    found, lines, start, code, generated = [], [], 0, False, False

    def end():
        if lines:
            found.append((start, " ".join(lines)))
            lines.clear()

    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip()
        if bare.startswith("```"):
            code = not code
        generated = (generated or BEGIN in line) and END not in line
        if code or generated or not bare or bare.startswith(("```", "|", "#", "![", BEGIN, END)):
            end()
            continue
        if re.match(r"(?:[-*]|\d+\.) ", bare):
            end()
        if not lines:
            start = number
        lines.append(bare)
    end()
    return found


def unmarked(paragraph):
    found = []
    for sentence in re.split(r"(?<=[.:;]) ", COMMENT.sub("", MARK.sub("", paragraph))):
        sentence = re.sub(r"`[^`]*`", "", sentence)
        found += [m.group(0) for m in RATE.finditer(sentence)]
        if DEVICE.search(sentence):
            found += [m.group(0) for m in UNIT.finditer(sentence)]
    return found


def expected(page, text, data, root, problems):
    """The page as its data make it."""
    def marked(match):
        line = text.count("\n", 0, match.start()) + 1
        try:
            number = data.number(match.group(2), match.group(3))
        except Wrong as wrong:
            problems.append(f"{page}:{line}: {wrong}")
            return match.group(0)
        if number != match.group(1):
            problems.append(f"{page}:{line}: {match.group(1)}, but docs/data/{match.group(2)} has {number}")
        return number + match.group(0)[len(match.group(1)):]

    if text.count("<!-- data:") != len(MARK.findall(text)):
        problems.append(f"{page}: a mark of data is not directly behind a number, or not complete")
    new = MARK.sub(marked, text)
    parts = split(page, new)
    if parts is None:
        return new
    make = {"docs/h200.md": lambda: bench_page(data, "bench-h200.json"), "docs/chips.md": lambda: chips_page(data, root)}.get(page)
    if make is None:
        raise Wrong(f"{page}: scripts/figures.py does not write this page")
    between = "\n\n" + make() + "\n\n"
    if between != parts[1]:
        problems.append(f"{page}: the generated part differs from its data")
    return parts[0] + between + parts[2]


def pages(root):
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def examine(root, write):
    data, problems, marks = Data(root / "docs/data"), [], 0
    for path in pages(root):
        page = str(path.relative_to(root))
        text = path.read_text(encoding="utf-8")
        differing = []
        new = expected(page, text, data, root, differing)
        if write:
            if new != text:
                path.write_text(new, encoding="utf-8")
        else:
            problems += differing
        for line, paragraph in paragraphs(new):
            count = len(MARK.findall(paragraph))
            marks += count
            if count > 1:
                problems.append(f"{page}:{line}: {count} measured numbers in one paragraph; one is the limit")
            problems += [f"{page}:{line}: \"{number}\" is measured, but no mark names its data" for number in unmarked(paragraph)]
    for page in ("docs/h200.md", "docs/chips.md"):
        if not (root / page).is_file() or split(page, (root / page).read_text(encoding="utf-8")) is None:
            problems.append(f"{page}: the generated part is missing")
    return problems, marks


def bench_data(out, commit, files):
    tables, first = {}, None
    for name, file in (one.split("=", 1) for one in files):
        report = json.loads(Path(file).read_text(encoding="utf-8"))
        first = first or report["machine"]
        cells = {}
        for cell in report["cells"]:
            keep = ("skipped", *(member for member, _, _, _ in BENCH_COLUMNS), "limiter")
            cells[cell["cell"]] = {key: cell[key] for key in keep if key in cell}
        tables[name] = {"dropped": sum(cell.get("dropped", 0) for cell in report["cells"]),
                        "wrong": sum(cell.get("largest_error", 0) > cell.get("tolerance", 0) for cell in report["cells"]),
                        "cells": cells}
    machine = {key: value for key, value in first.items() if key not in ("host", "uuid", "program")}
    made = {"date": datetime.datetime.now(datetime.timezone.utc).date().isoformat(), "program": first["program"], "commit": commit,
            "machine": machine, "tables": tables}
    Path(out).write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--bench", metavar="OUT.json")
    parser.add_argument("--commit")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("files", nargs="*", metavar="NAME=BENCH.json")
    options = parser.parse_args()
    if bool(options.write) + bool(options.check) + bool(options.bench) != 1:
        parser.error("one of --write, --check and --bench is needed")
    if options.bench:
        if not options.commit or not options.files:
            parser.error("--bench needs --commit and files")
        return bench_data(options.bench, options.commit, options.files)
    try:
        problems, marks = examine(options.root, options.write)
    except Wrong as wrong:
        sys.exit(str(wrong))
    for problem in problems:
        print(problem)
    print(f"{marks} marked numbers in prose, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
