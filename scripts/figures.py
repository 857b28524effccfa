#!/usr/bin/env python3
"""Keeps the measured figures of README.md and docs/ equal to docs/data.

    figures.py --write    writes the parts of README.md and docs/ that are made of data
    figures.py --check    lists what differs, with exit code 1; a test runs it
    figures.py --bench OUT.json --commit COMMIT NAME=BENCH.json...
                          makes a data file of files of `texelscope bench --json`, for docs/h200.md

A table or paragraph that quotes measured numbers is written from a template in docs/figures, between two marks that name it:

    <!-- scripts/figures.py writes docs/figures/rates.txt from here on -->
    <!-- scripts/figures.py writes all up to here -->

A template begins with its names, one a line: where a number is in docs/data, perhaps what to multiply it by and Python's format
for it. A list counts as its length; a whole number needs no format. After an empty line comes the text, with figures in braces:

    run = verify-h200.json /runs/0
    millions = verify-h200.json /runs/0/fetches * 1e-6 .1f

    Of {run/fetches} fetches {millions} million, {millions / run/seconds:.1f} a second.

A name may be continued by a path, divided by another, and have a format of its own. A paragraph or list item has at most one figure.
Elsewhere in them a number with a unit is measured, and refused, if the sentence names a device or if the unit is a rate. Tables and
generated parts may have any number of figures.
"""
import argparse
import datetime
import json
import re
import sys
from pathlib import Path

MARK = re.compile(r"<!-- scripts/figures\.py writes (?:(\S+) from here on|all up to here) -->")
NAME = re.compile(r"(\w+) += (\S+)(?: (/\S+))?(?: \* (\S+))?(?: (\.\d+\w))?")
FIGURE = re.compile(r"\{([^{}]*)\}")
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


class Template:
    """A part of a page: names of numbers, and a text that quotes them."""

    def __init__(self, data, root, name):
        if not (root / name).is_file():
            raise Wrong(f"there is no {name}")
        self.data, self.name, self.names = data, name, {}
        head, _, self.body = (root / name).read_text(encoding="utf-8").rstrip("\n").partition("\n\n")
        self.first = head.count("\n") + 3  # the line where the text begins
        for line in head.split("\n"):
            found = NAME.fullmatch(line)
            if not found:
                raise Wrong(f'{name}: "{line}" is not NAME = FILE [/PATH] [* NUMBER] [FORMAT]')
            self.names[found.group(1)] = found.groups()[1:]

    def term(self, text):
        """The value of NAME[/PATH], and the format of the name."""
        name, slash, path = text.partition("/")
        if name not in self.names:
            raise Wrong(f'"{name}" is no name of the template')
        file, start, factor, form = self.names[name]
        value = self.data.count(file, (start or "") + slash + path)
        return (value * float(factor) if factor else value), form

    def figure(self, words):
        """TERM [/ TERM] [:FORMAT] as text."""
        terms, _, form = words.partition(":")
        first, *others = terms.split(" / ")
        try:
            value, own = self.term(first)
            for other in others:
                value = value / self.term(other)[0]
            return format(value, form or own or ",d")
        except (ValueError, TypeError, ZeroDivisionError):
            raise Wrong(f'"{words}" needs numbers, and a format that fits the result') from None

    def text(self):
        """The text with its figures; a fault names its line."""
        lines = []
        for number, line in enumerate(self.body.split("\n"), self.first):
            try:
                lines.append(FIGURE.sub(lambda match: self.figure(match.group(1)), line))
            except Wrong as wrong:
                raise Wrong(f"{self.name}:{number}: {wrong}") from None
        return "\n".join(lines)


# Parts of pages

# A bench's figures as in the program's table (kernels/reports/profile/report/measured.cpp): the file's member, title, width, text.
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

def parts(page, text):
    """(what it is made of, begin, end) of each part between two marks."""
    marks = list(MARK.finditer(text))
    if len(marks) % 2 or any((mark.group(1) is None) != (place % 2 == 1) for place, mark in enumerate(marks)):
        raise Wrong(f"{page}: needs each of the two marks of scripts/figures.py, in their order")
    return [(begin.group(1), begin.end(), end.start()) for begin, end in zip(marks[::2], marks[1::2])]


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
        mark = MARK.fullmatch(bare)
        if mark:
            generated = mark.group(1) is not None
        if mark or code or generated or not bare or bare.startswith(("```", "|", "#", "![")):
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
    for sentence in re.split(r"(?<=[.:;]) ", COMMENT.sub("", paragraph)):
        sentence = re.sub(r"`[^`]*`", "", sentence)
        found += [m.group(0) for m in RATE.finditer(sentence)]
        if DEVICE.search(sentence):
            found += [m.group(0) for m in UNIT.finditer(sentence)]
    return found


def other_words(page, first, old, new, source):
    """What differs between two texts of the same shape, word by word."""
    if [line.count(" ") for line in old.split("\n")] != [line.count(" ") for line in new.split("\n")]:
        return [f"{page}:{first}: the part differs from {source}"]
    return [f"{page}:{number}: {was}, but {source} makes {word}"
            for number, (old_line, new_line) in enumerate(zip(old.split("\n"), new.split("\n")), first)
            for was, word in zip(old_line.split(" "), new_line.split(" ")) if was != word]


def expected(page, text, data, root, templates, problems):
    """The page as its data make it."""
    made, at = "", 0
    for source, begin, end in parts(page, text):
        old = text[begin:end]
        if source == "all":
            make = {"docs/h200.md": lambda: bench_page(data, "bench-h200.json"), "docs/chips.md": lambda: chips_page(data, root)}.get(page)
            if make is None:
                raise Wrong(f"{page}: scripts/figures.py does not write this page")
            new = "\n\n" + make() + "\n\n"
            if new != old:
                problems.append(f"{page}: the generated part differs from its data")
        else:
            template = templates.setdefault(source, Template(data, root, source))
            new = "\n\n" + template.text() + "\n\n"
            problems += other_words(page, text.count("\n", 0, begin) + 1, old, new, source)
        made, at = made + text[at:begin] + new, end
    return made + text[at:]


def pages(root):
    return [root / "README.md", *sorted((root / "docs").glob("*.md"))]


def examine(root, write):
    data, templates, problems, quoted = Data(root / "docs/data"), {}, [], 0
    for path in pages(root):
        page = str(path.relative_to(root))
        text = path.read_text(encoding="utf-8")
        differing = []
        new = expected(page, text, data, root, templates, differing)
        if write:
            if new != text:
                path.write_text(new, encoding="utf-8")
        else:
            problems += differing
        problems += [f"{page}:{line}: \"{number}\" is measured, but no template names its data"
                     for line, paragraph in paragraphs(new) for number in unmarked(paragraph)]
    for name, template in templates.items():
        quoted += len(FIGURE.findall(template.body))
        for line, paragraph in paragraphs(template.body):
            bare, count = FIGURE.subn("", paragraph)
            place = f"{name}:{template.first + line - 1}"
            if count > 1:
                problems.append(f"{place}: {count} measured numbers in one paragraph; one is the limit")
            problems += [f"{place}: \"{number}\" is measured, but not from data" for number in unmarked(bare)]
    problems += [f"docs/figures/{path.name}: no page has this part" for path in sorted((root / "docs/figures").glob("*"))
                 if f"docs/figures/{path.name}" not in templates]
    for page in ("docs/h200.md", "docs/chips.md"):
        if not (root / page).is_file() or "all" not in [part[0] for part in parts(page, (root / page).read_text(encoding="utf-8"))]:
            problems.append(f"{page}: the generated part is missing")
    return problems, quoted


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
        problems, quoted = examine(options.root, options.write)
    except Wrong as wrong:
        sys.exit(str(wrong))
    for problem in problems:
        print(problem)
    print(f"{quoted} quoted numbers, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
