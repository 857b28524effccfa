#!/usr/bin/env python3
"""Lets one call of the system fail after the other while the program works, and prints a table of how it ended.

Every case runs the program once, in a folder of its own with files of earlier runs in it. It is right if the program
- ends by itself, with exit code 0, 1 or 2, within a minute;
- for 1 and 2 prints a sentence that begins with "texelscope: error: ";
- for 0 has written everything, or warns that what it keeps for the next start is not kept;
- leaves every file as it was before or as it should become, and no other file that its next start does not remove.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

root = Path(__file__).resolve().parents[2]
file_kinds = ["open", "read", "write", "fsync", "rename", "mmap", "thread"]
gl_kinds = ["lookup", "glcall"]
cuda_kinds = ["cuda", "lost"]
all_kinds = file_kinds + ["malloc"] + gl_kinds + cuda_kinds
seconds = 60
old = b"What an earlier run has left.\n"
sentence = re.compile(r"^texelscope: (error|warning): \S.*[.!?)\"]$", re.M)
not_for_users = re.compile(r"std::|basic_string|filesystem error|terminate called|what\(\)|errno|Assertion|St\d")


class Scenario:
    """`words`: the arguments. `outputs`: what it writes. `kept`: those of them that only the next start needs. `essence`:
    makes of a file's content what is the same in every run. `cuda`: the program on the CUDA runtime of cuda_runtime.cpp.
    `survives`: it goes on, on the CPU."""

    def __init__(self, name, words, outputs, prepare=None, kept=(), kinds=file_kinds + ["malloc"], display=False,
                 essence=lambda content: content, cuda=False, survives=False):
        self.name, self.words, self.outputs, self.prepare = name, words.split(), outputs, prepare
        self.kept, self.kinds, self.display, self.essence, self.cuda = kept, kinds, display, essence, cuda
        self.survives = survives

    def content(self, file):
        """None: there is no such file."""
        try:
            return self.essence(file.read_bytes())
        except FileNotFoundError:
            return None


def members_of_json(content):
    """Of a whole one. What was measured is new each time."""
    try:
        return b" ".join(name.encode() for name in sorted(json.loads(content)))
    except ValueError:
        return content


def shape_of_png(png):
    """Of a whole one. Without a font that could not be read the window's picture is another one."""
    chunks, at = [], 8
    while png[:4] == b"\x89PNG" and at + 12 <= len(png):
        length = int.from_bytes(png[at:at + 4], "big")
        body, check = png[at + 4:at + 8 + length], png[at + 8 + length:at + 12 + length]
        if zlib.crc32(body).to_bytes(4, "big") != check:
            return png
        chunks.append(body)
        at += 12 + length
    return chunks[0] if chunks and chunks[-1] == b"IEND" and at == len(png) else png


def picture(name, words):
    def make(tools, folder):
        tools.run(folder, "render", "--backend", "cpu", "--size", "24x16", "--texture.width", "24", "--texture.height",
                  "16", *words.split())
        assert (folder / name).exists()
    return make


def session_and_descriptor(tools, folder):
    (folder / "session.json").write_text('{"version": 1, "texture": {"width": 20}}\n')
    (folder / "descriptor.cpp").write_text("cudaTextureDesc d = {};\nd.filterMode = cudaFilterModeLinear;\n")


def kept_state(tools, folder):
    tools.run(folder, "--exit-after-frames", "2", "--size", "400x300", "--texture.width", "24", display=True)
    left = folder / "state/texelscope/unsaved"
    left.mkdir(parents=True)
    shutil.copy(folder / "state/texelscope/session.json", left / "0123456789abcdef.json")
    (left / "0123456789abcdef.lock").write_text("")


def trace(tools, folder):
    shutil.copy(root / "tests/trace/recorded.json", folder / "trace.json")


session = root / "assets/sessions/35-anisotropy.json"
scenarios = [
    Scenario("start", "--exit-after-frames 3 --size 400x300 --texture.width 48 --texture.height 40",
             ["config/texelscope/settings.json", "state/texelscope/session.json",
              "state/texelscope/unsaved/0123456789abcdef.json"], kept_state,
             kept=["config/texelscope/settings.json", "state/texelscope/session.json"],
             kinds=file_kinds + ["malloc"] + gl_kinds, display=True),
    Scenario("save", "import-desc descriptor.cpp --out session.json", ["session.json"], session_and_descriptor),
    Scenario("png", "render --backend cpu in.png --size 24x16 --out out.exr --texture-out out.dds",
             ["out.exr", "out.dds"], picture("in.png", "--out in.png")),
    Scenario("exr", "render --backend cpu in.exr --size 24x16 --out out.npy --texture-out out.png",
             ["out.npy", "out.png"], picture("in.exr", "--out in.exr")),
    Scenario("dds", "render --backend cpu in.dds --size 24x16 --out out.png --texture-out out.npy",
             ["out.png", "out.npy"], picture("in.dds", "--out in.png --texture-out in.dds")),
    Scenario("export", f"export {session} --as cuda --out program.cu", ["program.cu", "program.cu.texels"]),
    Scenario("report", "report --seconds 1 --out report.json", ["report.json"], essence=members_of_json),
    Scenario("bench", "bench --backend cpu --cell u8x4.bilinear.2d.pitch.tile.64K.software --json bench.json --csv bench.csv",
             ["bench.json"], essence=members_of_json),
    Scenario("trace", "trace-open trace.json#1 --out session.json", ["session.json"], trace),
    Scenario("window", f"render {session} --window --size 400x300 --out out.png", ["out.png"],
             kinds=file_kinds + gl_kinds, essence=shape_of_png),
    Scenario("opengl", f"compare {session} --a model --b opengl --size 24x16 --out out.exr", ["out.exr"],
             kinds=file_kinds + gl_kinds),
    Scenario("array", f"render {session} --backend cuda --size 24x16 --out out.png", ["out.png"], kinds=cuda_kinds,
             cuda=True),
    Scenario("plane", "render --backend cuda --size 24x16 --write.mode feedback --frames 3 --out out.png "
             "--texture-out out.npy", ["out.png", "out.npy"], kinds=cuda_kinds, cuda=True),
    Scenario("session", "--exit-after-frames 6 --size 400x300 --texture.width 48 --texture.height 40",
             ["config/texelscope/settings.json", "state/texelscope/session.json"], kept_state,
             kept=["config/texelscope/settings.json", "state/texelscope/session.json"], kinds=cuda_kinds, display=True,
             cuda=True, survives=True),
]


# Functions of libraries that end the program, and why:
# - The destructor of nlohmann-json puts the parts of an array or object on a stack, so as not to recur.
# - Dear ImGui's own loader of OpenGL finally closes the library that it could not open.
listed = re.compile(r"nlohmann::.*::json_value::destroy\(|^imgl3wInit|open_libgl", re.M)


class Tools:
    """The program, the library that lets calls fail, and a display."""

    def __init__(self, options):
        self.program, self.cuda_program = options.program, options.cuda_program
        self.shim, self.display = options.shim, options.display

    def environment(self, folder, display=False, **more):
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "LD_PRELOAD"))}
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            kept.pop(name, None)
        if display:
            kept["DISPLAY"] = self.display
        return kept | {"HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME":
                       str(folder / "state"), "XDG_CACHE_HOME": str(folder / "cache"), "XDG_DATA_HOME":
                       str(folder / "data"), "LC_ALL": "C", "CUDA_VISIBLE_DEVICES": "", "LIBGL_ALWAYS_SOFTWARE": "1",
                       "MESA_SHADER_CACHE_DISABLE": "true", "LP_NUM_THREADS": "1"} | more

    def run(self, folder, *words, display=False, cuda=False, **more):
        return subprocess.run([self.cuda_program if cuda else self.program, *words], cwd=folder, env=self.environment(folder, display, **more),
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds)


    def functions(self, addresses):
        """Their names, as far as the program has them."""
        if not addresses or shutil.which("addr2line") is None:
            return ""
        return subprocess.run(["addr2line", "-f", "-C", "-e", self.program, *addresses], capture_output=True, text=True).stdout


class Ran:
    """One run under a fault: how it ended, its messages, and what the library reports."""

    def __init__(self, tools, scenario, folder, fault):
        report = folder.with_name(folder.name + ".report")
        report.unlink(missing_ok=True)
        preloaded = {} if scenario.cuda else {"LD_PRELOAD": str(tools.shim)}
        try:
            ended = tools.run(folder, *scenario.words, display=scenario.display, cuda=scenario.cuda,
                              TEXELSCOPE_FAULT=fault, TEXELSCOPE_FAULT_REPORT=str(report), **preloaded)
            self.code, self.errors = ended.returncode, ended.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired as hung:
            self.code, self.errors = None, (hung.stderr or b"").decode(errors="replace")
        lines = report.read_text(errors="replace").splitlines() if report.exists() else []
        report.unlink(missing_ok=True)
        self.counts = {line.split()[1]: int(line.split()[2]) for line in lines if line.startswith("count ")}
        self.failed = next((line for line in lines if line.startswith("failed ")), None)
        self.callers = next((line.split()[1:] for line in lines if line.startswith("callers ")), [])


def files_of(folder):
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


class Prepared:
    """A scenario with its folder before, and what a run without a fault makes of it."""

    def __init__(self, tools, scenario, work):
        self.tools, self.scenario, self.work = tools, scenario, work / scenario.name
        self.before = self.work / "before"
        self.before.mkdir(parents=True)
        if scenario.prepare:
            scenario.prepare(tools, self.before)
        for output in scenario.outputs:
            file = self.before / output
            if not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(old)
        after = self.folder("after")
        ran = Ran(tools, scenario, after, "open:0")
        if ran.code != 0 or not ran.counts:
            sys.exit(f"{scenario.name}: without a fault it ends with {ran.code}, {ran.counts}: {ran.errors}")
        self.counts = ran.counts
        self.files = files_of(self.before) | files_of(after)
        self.old = {output: scenario.content(self.before / output) for output in scenario.outputs}
        self.new = {output: scenario.content(after / output) for output in scenario.outputs}
        self.errors = ran.errors

    def folder(self, name):
        folder = self.work / name
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.before, folder)
        return folder

    def has_same_values(self, folder, output):
        """OpenEXR leaves uncompressed what it has no memory to compress."""
        return self.tools.run(folder, "compare", "--a", f"file:{output}", "--b", f"file:{self.work / 'after' / output}",
                              "--max-error", "0").returncode == 0

    def leftovers(self, folder):
        left = files_of(folder) - self.files
        if left: # the next start may remove them
            self.tools.run(folder, *self.scenario.words, display=self.scenario.display, cuda=self.scenario.cuda)
            left = files_of(folder) - self.files
        return left

    def wrong(self, ran, folder):
        """Why the case is wrong; empty if it is right."""
        if ran.code is None:
            return "it hangs"
        if ran.code < 0:
            return f"signal {-ran.code}"
        if ran.code > 2 or (ran.code > 0 and self.scenario.survives):
            return f"exit code {ran.code}"
        unchanged = []
        for output in self.scenario.outputs:
            content = self.scenario.content(folder / output)
            if content not in (self.old[output], self.new[output]) and output.endswith(".exr") and \
                    self.has_same_values(folder, output):
                content = self.new[output]
            if content not in (self.old[output], self.new[output]):
                return f"{output} is neither as before nor new"
            if content != self.new[output]:
                unchanged.append(output)
        told = sentence.findall(ran.errors)
        if not_for_users.search(ran.errors):
            return "a message is no sentence"
        if ran.code != 0 and "error" not in told:
            return "no sentence says why"
        if ran.code == 0 and set(unchanged) - set(self.scenario.kept):
            return f"exit code 0, but {unchanged} not written"
        if ran.code == 0 and unchanged and "warning" not in told:
            return f"nobody says that {unchanged} is not written"
        left = self.leftovers(folder)
        return f"{sorted(left)} is left behind" if left else ""

    def case(self, kind, call):
        name = f"{kind}-{call}"
        folder = self.folder(name)
        ran = Ran(self.tools, self.scenario, folder, f"{kind}:{call}")
        wrong = self.wrong(ran, folder)
        shutil.rmtree(folder, ignore_errors=True)
        is_listed = (ran.code or 0) < 0 and listed.search(self.tools.functions(ran.callers)) is not None
        return Case(self.scenario.name, kind, call, ran, wrong, is_listed)


class Case:
    def __init__(self, scenario, kind, call, ran, wrong, is_listed):
        self.scenario, self.kind, self.call, self.wrong = scenario, kind, call, "" if is_listed else wrong
        self.failed, self.errors = ran.failed, ran.errors
        if is_listed:
            self.outcome = "listed"
        elif wrong:
            self.outcome = "wrong"
        elif ran.failed is None:
            self.outcome = "not reached"
        elif ran.code == 0:
            self.outcome = "warned" if "warning" in sentence.findall(ran.errors) else "done"
        else:
            self.outcome = f"exit {ran.code}"


def calls_of(kind, count, options, chance):
    """Which calls fail: all; of memory all below 300 and 500 of the others."""
    calls = list(range(1, count + 1))
    if kind == "malloc" and count > 799:
        calls = calls[:299] + sorted(chance.sample(calls[299:], 500))
    if options.thin and len(calls) > options.thin:
        calls = sorted(chance.sample(calls, options.thin))
    return calls


outcomes = ["done", "warned", "exit 1", "exit 2", "not reached", "listed", "wrong"]


def print_row(kind, name, cases):
    found = collections.Counter(case.outcome for case in cases)
    print(f"{kind:8}{name:9}{len(cases):7}" + "".join(f"{found[outcome]:13}" for outcome in outcomes), flush=True)


def print_case(case):
    print(f"  {case.scenario}, call {case.call} of {case.kind}: {case.wrong} ({case.failed})")
    for line in case.errors.strip().splitlines()[:6]:
        print(f"    {line}")


def run_all(options):
    tools = Tools(options)
    wanted = [s for s in scenarios if (not options.scenario or s.name in options.scenario) and
              (tools.display or not s.display) and (tools.cuda_program or not s.cuda)]
    chance = random.Random(options.seed)
    sentences = collections.Counter()
    wrong = total = 0
    with tempfile.TemporaryDirectory(prefix="texelscope-faults-") as work, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        prepared = [Prepared(tools, scenario, Path(work)) for scenario in wanted]
        print(f"{'fault':8}{'scenario':9}{'cases':>7}" + "".join(f"{outcome:>13}" for outcome in outcomes))
        for kind in all_kinds:
            for each in prepared:
                if kind not in each.scenario.kinds or (options.kind and kind not in options.kind):
                    continue
                calls = [c for c in calls_of(kind, each.counts[kind], options, chance)
                         if not options.call or c in options.call]
                try:
                    cases = list(pool.map(lambda call: each.case(kind, call), calls))
                except BaseException: # it is to end
                    pool.shutdown(cancel_futures=True)
                    raise
                print_row(kind, each.scenario.name, cases)
                for case in cases:
                    if case.wrong:
                        print_case(case)
                    for line in case.errors.splitlines():
                        if line not in each.errors.splitlines():
                            sentences[re.sub(r"/\S*|\"[^\"]*\"", "…", line)] += 1
                total += len(cases)
                wrong += sum(case.wrong != "" for case in cases)
    if options.sentences:
        for line, count in sentences.most_common():
            print(f"{count:6}  {line}")
    print(f"{total} cases, {wrong} wrong")
    return wrong == 0 and total > 0


def self_test(options):
    """The library lets exactly that call fail which it was told to, and counts all."""
    with tempfile.TemporaryDirectory(prefix="texelscope-faults-") as work:
        for kind in file_kinds + ["malloc", "lookup"]:
            for call in range(0, 6):
                report = Path(work) / "report"
                report.unlink(missing_ok=True)
                ended = subprocess.run([options.subject.resolve()], cwd=work, capture_output=True, text=True, env=dict(
                    os.environ, LD_PRELOAD=str(options.shim.resolve()), TEXELSCOPE_FAULT=f"{kind}:{call}",
                    TEXELSCOPE_FAULT_REPORT=str(report)))
                results = [line.split() for line in ended.stderr.splitlines()]
                failed = [(words[0], int(words[1])) for words in results if words[2] != "0"]
                reported = [line.split()[1:3] for line in report.read_text().splitlines() if line.startswith("failed")]
                counts = {line.split()[1]: int(line.split()[2]) for line in report.read_text().splitlines()
                          if line.startswith("count")}
                if failed != [(kind, call)] * (call > 0):
                    sys.exit(f"{kind}:{call}: these failed: {failed}")
                if reported != [[kind, str(call)]] * (call > 0):
                    sys.exit(f"{kind}:{call}: reported: {reported}")
                if counts[kind] < 5:
                    sys.exit(f"{kind}:{call}: counted: {counts}")


class Display:
    """An X server without a screen, as long as it is needed; `name` is None where there is no Xvfb."""

    def __enter__(self):
        self.name = self.server = None
        if shutil.which("Xvfb") is None:
            print("Xvfb is missing, so no window opens")
            return self
        reader, writer = os.pipe()
        self.server = subprocess.Popen(["Xvfb", "-displayfd", str(writer), "-noreset", "-nolisten", "tcp", "-screen", "0",
                                        "800x600x24"], pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as number:
            self.name = ":" + number.readline().strip()
        return self

    def __exit__(self, *_):
        if self.server:
            self.server.terminate()
            self.server.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path)
    parser.add_argument("--cuda-program", type=Path, help="that on the CUDA runtime that can fail")
    parser.add_argument("--shim", type=Path, required=True)
    parser.add_argument("--subject", type=Path, help="tests the library by this program instead")
    parser.add_argument("--scenario", action="append", choices=[s.name for s in scenarios])
    parser.add_argument("--kind", action="append", choices=all_kinds)
    parser.add_argument("--call", action="append", type=int)
    parser.add_argument("--thin", type=int, default=0, metavar="N", help="at most N calls of each")
    parser.add_argument("--seed", type=int, default=25)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--sentences", action="store_true", help="prints every message with its number")
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143)) # by way of what removes the folder and ends the display
    if options.subject:
        return self_test(options)
    options.shim = options.shim.resolve()
    options.program = options.program.resolve()
    options.cuda_program = options.cuda_program and options.cuda_program.resolve()
    with Display() as display:
        options.display = display.name
        if not run_all(options):
            sys.exit(1)


main()
