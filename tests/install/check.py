#!/usr/bin/env python3
"""Checks what `cmake --install --component program` made: check.py CHECK PREFIX WORK [ARGUMENTS].

A check ends with 77, which ctest calls skipped, where the tool that it needs is missing."""
import gzip
import json
import os
import pty
import re
import select
import shlex
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree

check, prefix, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]) / sys.argv[1]
arguments = sys.argv[4:]
program, share = prefix / "bin/texelscope", prefix / "share"
root = Path(__file__).resolve().parents[2]
session_type = "application/x-texelscope-session+json"


def expect(holds, message):
    if not holds:
        sys.exit(f"{check}: {message}")


def need(tool):
    if shutil.which(tool) is None:
        print(f"{check}: {tool} is missing")
        sys.exit(77)


def run(*command, **options):
    options = {"text": True, "capture_output": True, "cwd": work, "stdin": subprocess.DEVNULL} | options
    return subprocess.run([str(word) for word in command], **options)


def output(*command, **options):
    ran = run(*command, **options)
    expect(ran.returncode == 0, f"{command} ended with {ran.returncode}: {ran.stdout}{ran.stderr}")
    return ran.stdout


def environment(**more):
    home = work / "home"
    home.mkdir(exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "COMP_"))}
    return kept | {"HOME": str(home), "LC_ALL": "C.UTF-8", "CUDA_VISIBLE_DEVICES": "",
                   "PATH": f"{program.parent}:{os.environ['PATH']}"} | more


def verbs():
    lines = output(program, "help").split("verbs (", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    names = [line.split()[0] for line in lines]
    expect(len(names) > 15 and "render" in names, f"verbs: {names}")
    return names


def options_of(verb):
    """The options on a verb's page, from its lines as they are printed."""
    page = output(program, *([verb] if verb else []), "--help")
    found = re.findall(r"^  (?:(-\w), )?(?:(-\w), )?(--[\w.-]+)", page, re.M)
    return {name for names in found for name in names if name}


def fields():
    parts = output(program, "help", "fields").splitlines()
    named = [line.split()[0] for line in parts if re.match(r"(texture|sampler|fetch|write|view) ", line)]
    expect(len(named) == 5, f"parts: {named}")
    return {word for part in named for word in
            re.findall(r"^  (--[\w.]+)", output(program, "help", "fields", part), re.M)}


# ---- the program

def check_program():
    moved = work / "another place"
    shutil.copytree(prefix, moved, symlinks=True)
    moved_program = moved / "bin/texelscope"
    found = json.loads(output(moved_program, "doctor", "--json", env=environment()))
    expect(found["assets"] == str(moved / "share/texelscope"), f"assets: {found['assets']}")
    session = moved / "share/texelscope/sessions/05-mirror.json"
    output(moved_program, "render", session, "-o", "picture.png", "--backend", "cpu", env=environment())
    expect((work / "picture.png").read_bytes().startswith(b"\x89PNG"), "no picture")
    answers = json.loads(output(moved_program, "answers", "half a texel off", "--json", env=environment(), cwd="/"))
    expect(answers["page"] == str(moved / "share/texelscope/docs/answers.md"), f"answers: {answers['page']}")
    command = shlex.split(answers["answers"][0]["commands"][1])
    expect(Path(command[2]).is_file() and command[2].startswith(str(moved)), f"command: {command}")
    library = moved / "lib/texelscope/libtexelscope_trace.so"
    if "13." in str(found["build"]):  # built with CUDA
        expect(library.is_file(), f"{library} is missing")
        missing = "libtexelscope_trace.so is missing"
        traced = run(moved_program, "trace", "--", "true", env=environment(), cwd="/")
        expect(missing not in traced.stderr, f"the library is not found: {traced.stderr}")
        library.unlink()
        traced = run(moved_program, "trace", "--", "true", env=environment(), cwd="/")
        expect(missing in traced.stderr and traced.returncode == 1, f"without the library: {traced.stderr}")


# ---- desktops

def check_desktop():
    need("desktop-file-validate")
    file = share / "applications/texelscope.desktop"
    said = output("desktop-file-validate", file)
    expect(said == "", said)
    entry = dict(line.split("=", 1) for line in file.read_text().splitlines() if "=" in line)
    expect((prefix / "bin" / entry["Exec"].split()[0]).is_file(), f"Exec: {entry['Exec']}")
    expect(session_type in entry["MimeType"].split(";"), f"MimeType: {entry['MimeType']}")
    icons = share / "icons/hicolor"
    expect(ElementTree.parse(icons / f"scalable/apps/{entry['Icon']}.svg").getroot().get("viewBox") == "0 0 256 256", "SVG")
    png = (icons / f"256x256/apps/{entry['Icon']}.png").read_bytes()
    expect(png[:8] == b"\x89PNG\r\n\x1a\n" and struct.unpack(">II", png[16:24]) == (256, 256), "PNG")


def check_appstream():
    need("appstreamcli")
    said = run("appstreamcli", "validate", "--no-net", "--explain", share / "metainfo/texelscope.metainfo.xml")
    faults = {line.split()[2] for line in said.stdout.splitlines() if re.match(r"[EW]: ", line)}
    # There is no domain of the project's own to name it by, and no home page, which newer versions ask for.
    expect(faults - {"url-homepage-missing"} == {"cid-desktopapp-is-not-rdns"}, said.stdout + said.stderr)


def check_mime():
    need("update-mime-database")
    need("gio")
    data = work / "data"
    shutil.copytree(share / "mime", data / "mime")
    for file in Path("/usr/share/mime/packages").glob("*.xml"):
        shutil.copy(file, data / "mime/packages")
    output("update-mime-database", data / "mime")
    (work / "sampler.cpp").write_text("cudaTextureDesc d = {}; d.filterMode = cudaFilterModeLinear;")
    output(program, "import-desc", "sampler.cpp", "-o", "saved.json", env=environment())
    other = '{"version": 1, "texture": {"source": "elsewhere"}, "asset": true}'
    saved = (work / "saved.json").read_text()
    expected = {"mine.texelscope.json": (saved, session_type), "named-otherwise": (saved, session_type),
                "saved.json": (saved, "application/json"), "other.json": (other, "application/json"),
                "other": (other, "text/plain")}
    for name, (content, wanted) in expected.items():
        (work / name).write_text(content)
        said = output("gio", "info", "-a", "standard::content-type", name,
                      env=environment(XDG_DATA_DIRS=str(data), XDG_DATA_HOME=str(work / "home")))
        expect(f"content-type: {wanted}\n" in said, f"{name} is not {wanted}: {said}")


# ---- the man page

def check_man():
    need("mandoc")
    page = gzip.decompress((share / "man/man1/texelscope.1.gz").read_bytes())
    (work / "texelscope.1").write_bytes(page)
    linted = run("mandoc", "-T", "lint", "-W", "warning", "texelscope.1").stdout.splitlines()
    faults = [line for line in linted if "missing date" not in line]  # the page has none, so that builds are alike
    expect(not faults, "\n".join(faults))
    shown = re.sub(r".\x08", "", output("mandoc", "-T", "utf8", "-O", "width=100", "texelscope.1"))
    for verb in verbs():
        part = re.search(rf"^   {verb}\n(.*?)(?=^   \S|^\S)", shown, re.M | re.S)
        expect(part is not None, f"{verb} has no part")
        missing = options_of(verb) - options_of("help") - set(re.findall(r"--?[\w.-]*\w", part[1]))
        expect(not missing, f"{verb} lacks {missing}")
    missing = (options_of("") | fields()) - set(re.findall(r"--?[\w.-]*\w", shown))
    expect(not missing, f"the page lacks {missing}")


# ---- shells: what is typed, and what the line is after Tab

lines = {
    "texelscope ren": "texelscope render ",
    "texelscope bench-m": "texelscope bench-merge ",
    "texelscope --exit": "texelscope --exit-after-frames ",
    "texelscope doctor --js": "texelscope doctor --json ",
    "texelscope render --texture-o": "texelscope render --texture-out ",
    "texelscope render --sampler.filt": "texelscope render --sampler.filter ",
    "texelscope render --sampler.filter lin": "texelscope render --sampler.filter linear ",
    "texelscope --sampler.normalized_coords of": "texelscope --sampler.normalized_coords off ",
    "texelscope mys": "texelscope mysession.json ",
    "texelscope render mys": "texelscope render mysession.json ",
    "texelscope render -o mys": "texelscope render -o mysession.json ",
    "texelscope render --out mys": "texelscope render --out mysession.json ",
    "texelscope help fie": "texelscope help fields ",
    "texelscope trace --tex": "texelscope trace --texels ",
    "texelscope trace -- ./mya": "texelscope trace -- ./myapp ",
    "texelscope render --size mys": "texelscope render --size mys",
    "texelscope doctor --texture-o": "texelscope doctor --texture-o",
    "texelscope doctor mys": "texelscope doctor mys",
}
lines_with_sign = {"texelscope --sampler.filter=lin": "texelscope --sampler.filter=linear "}


def make_files():
    (work / "mysession.json").write_text("{}")
    (work / "myapp").write_text("#!/bin/sh\n")
    (work / "myapp").chmod(0o755)


class Terminal:
    """A shell in a terminal of its own."""

    def __init__(self, *command):
        self.child, self.end = pty.fork()
        if self.child == 0:
            os.chdir(work)
            os.execvpe(command[0], command, environment(TERM="vt100", PS1="> ", INPUTRC="/dev/null", COLUMNS="200"))
        self.seen = ""

    def send(self, text):
        os.write(self.end, text.encode())

    def read_until(self, pattern, seconds=20):
        until = time.monotonic() + seconds
        while not (found := re.search(pattern, self.seen, re.M | re.S)):
            expect(time.monotonic() < until, f"waited for {pattern}: {self.seen!r}")
            if select.select([self.end], [], [], 0.2)[0]:
                came = os.read(self.end, 65536).decode(errors="replace").replace("\r", "")
                self.seen += re.sub(r"\x1b\[[?\d;]*[a-zA-Z]", "", came)
        self.seen = self.seen[found.end():]
        return found

    def close(self):
        os.close(self.end)
        os.waitpid(self.child, 0)


def expect_completed(terminal, same=lambda became, wanted: became == wanted):
    for typed, wanted in (lines | lines_with_sign).items():
        terminal.send(typed + "\t")
        time.sleep(0.15)
        # What the line has become is printed as a word between marks.
        terminal.send("\x01echo '<\x05>'\n")
        became = terminal.read_until(r"^<([^>]*)>$")[1]
        expect(same(became, wanted), f"{typed!r} became {became!r}, not {wanted!r}")
    terminal.close()


def bash_words(line):
    file = share / "bash-completion/completions/texelscope"
    script = (f'source "{file}"; COMP_WORDS=({line} -) COMP_CWORD={len(line.split())}; _texelscope 2>/dev/null; '
              'printf "%s\\n" "${COMPREPLY[@]}"')
    return set(output("bash", "-c", script).split())


def fish_words(line):
    file = share / "fish/vendor_completions.d/texelscope.fish"
    script = f'source "{file}"; complete -C "{line}"'
    words = [entry.split("\t")[0] for entry in output("fish", "--no-config", "-c", script, env=environment()).splitlines()]
    # fish 4 also prints words that merely have the same letters. It offers them where none begins with what was typed.
    return [word for word in words if word.startswith(line.split(" ")[-1])] or words


def check_bash():
    need("bash")
    make_files()
    terminal = Terminal("bash", "--norc", "--noprofile", "-i")
    terminal.send(f'source "{share}/bash-completion/completions/texelscope"; bind "set bell-style none"; echo read""y\n')
    terminal.read_until(r"^ready$")
    expect_completed(terminal)
    for verb in ["", *verbs()]:
        offered = bash_words(f"texelscope {verb}")
        expect(options_of(verb) - offered == set(), f"{verb} lacks {options_of(verb) - offered}")
    expect(fields() - bash_words("texelscope render") == set(), "fields are missing")


def check_zsh():
    need("zsh")
    make_files()
    functions = next(share.glob("zsh/*/_texelscope")).parent
    terminal = Terminal("zsh", "-f", "-i")
    terminal.send(f'fpath=("{functions}" $fpath); autoload -Uz compinit; compinit -u -D; bindkey -e; '
                  "setopt no_beep no_list_beep no_auto_menu; unset zle_bracketed_paste; echo read''y\n")
    terminal.read_until(r"^ready$")
    # After an option's name zsh offers "=", which goes when it is not wanted.
    expect_completed(terminal, lambda became, wanted: became.rstrip("= ") == wanted.rstrip())
    offered = set(re.findall(r"--?[\w.-]*\w", (functions / "_texelscope").read_text()))
    wanted = fields().union(*(options_of(verb) for verb in ["", *verbs()]))
    expect(wanted - offered == set(), f"missing: {wanted - offered}")


def check_fish():
    need("fish")
    make_files()
    for typed, wanted in lines.items():
        last, words = wanted.split(" ")[-2 if wanted.endswith(" ") else -1], fish_words(typed)
        expect(words == ([last] if wanted != typed else []), f"{typed!r} offers {words}, not {last!r}")
    for verb in ["", *verbs()]:
        offered = set(fish_words(f"texelscope {verb} -"))
        expect(options_of(verb) - offered == set(), f"{verb} lacks {options_of(verb) - offered}")
    expect(fields() - set(fish_words("texelscope render --")) == set(), "fields are missing")


# ---- packages

def check_needs():
    """What the bundle is made of needs no newer system than RHEL 9."""
    need("objdump")
    system = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
    if (system.get("ID"), system.get("VERSION_ID", "").strip('"')) != ("debian", "12"):
        print("needs: the bundle is built on Debian 12")
        sys.exit(77)
    linked = dict(re.findall(r"(\S+) => (/\S+)", output("ldd", program)))
    runtime = re.compile(r"(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s)\.so\.")
    carried = [path for name, path in linked.items() if not runtime.match(name)]
    expect(len(carried) > 10, f"carried: {carried}")
    print(output(root / "scripts/needs.sh", program, *prefix.glob("lib/texelscope/*.so"), *carried))
    newer = run(root / "scripts/needs.sh", linked["libstdc++.so.6"])  # Debian's own, which is why none is carried
    expect(newer.returncode == 1 and "needs arc4random of GLIBC_2.36" in newer.stdout, f"libstdc++: {newer.stdout}")


def check_deb():
    for tool in ("dpkg-shlibdeps", "lintian"):
        need(tool)
    build = arguments[0]
    output("cpack", "--config", f"{build}/CPackConfig.cmake", "-G", "DEB", "-B", work)
    packages = sorted(work.glob("*.deb"))
    names = ["libtexelscope-dev", "libtexelscope1", "texelscope"]
    expect([package.name.split("_")[0] for package in packages] == names, f"{packages}")
    linted = run("lintian", "--fail-on", "error", *packages, env=environment())
    print(linted.stdout)
    expect(linted.returncode == 0, "lintian found errors")
    control = output("dpkg-deb", "--field", packages[2], "Depends")
    for wanted in ("libc6 ", "libglfw3 ", "libopenexr", "libtiff", "libegl1", "fonts-dejavu-core"):
        expect(wanted in control, f"Depends lacks {wanted}: {control}")
    output("dpkg-deb", "--extract", packages[2], work / "root")
    unpacked = work / "root/usr"
    for file in prefix.rglob("*"):
        name = str(file.relative_to(prefix)).replace("site-functions", "vendor-completions")
        expect((unpacked / name).exists(), f"the package lacks {name}")
    expect(output(unpacked / "bin/texelscope", "--version").startswith("texelscope "), "the packaged program")
    library = output("dpkg-deb", "--field", packages[1], "Depends")
    expect("libtbb" in library and not any(other in library for other in ("glfw", "libgl", "libegl", "cuda")), library)
    listed = output("dpkg-deb", "--contents", packages[0]) + output("dpkg-deb", "--contents", packages[1])
    for file in ("libtexelscope.so", "libtexelscope.so.1", "texelscope/texelscope.h", "pkgconfig/texelscope.pc", "texelscope-c.cmake"):
        expect(re.search(rf"/{re.escape(file)}( -> .*)?$", listed, re.M), f"the packages lack {file}: {listed}")


shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
globals()["check_" + check]()
