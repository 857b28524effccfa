#!/usr/bin/env python3
"""What scripts/run.sh and scripts/test.sh do before they build, on machines that this test makes up, and scripts/corpus.sh:
scripts.py CHECK WORK.

Programs of the system stand in front of the real ones: they say what is installed, and write down what they are told to do."""
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

check, work = sys.argv[1], Path(sys.argv[2]) / sys.argv[1]
root = Path(__file__).resolve().parents[2]
tools = work / "bin"  # all that is on PATH
real = "awk basename cat chmod cut dirname env grep head mkdir mktemp nproc rm sed sh sort tail tr".split()


def expect(holds, message):
    if not holds:
        sys.exit(f"{check}: {message}")


def program(name, text):
    file = tools / name
    file.unlink(missing_ok=True)
    file.write_text(f"#!/bin/sh\n{text}\n")
    file.chmod(0o755)


class Machine:
    """A Debian with these packages, and the scripts in a folder of this name. `user`: 0 is root."""

    def __init__(self, installed=(), user=0, apt="exit 0", folder="texelscope"):
        shutil.rmtree(work, ignore_errors=True)
        tools.mkdir(parents=True)
        self.folder, self.log = work / folder, work / "log"
        shutil.copytree(root / "scripts", self.folder / "scripts")
        for name in real:
            (tools / name).symlink_to(shutil.which(name))
        program("dpkg-query", "".join(f"echo '{package} installed'\n" for package in installed))
        program("id", f"echo {user}")
        program("sleep", "exit 0")
        program("apt-get", f'echo "apt-get $*" >> {self.log}\n{apt}')
        program("cmake", f'echo "cmake $*" >> {self.log}\n'
                "mkdir -p build/release && echo 'echo it runs' > build/release/texelscope && chmod +x build/release/texelscope")
        program("ctest", f'echo "ctest $*" >> {self.log}')

    def run(self, script, *words):
        ran = subprocess.run([self.folder / "scripts" / script, *words], env={"PATH": str(tools), "HOME": str(work)},
                             capture_output=True, text=True, stdin=subprocess.DEVNULL)
        of_gpu = "texelscope: warning: there is an NVIDIA GPU"  # on the machine itself
        ran.stderr = "".join(line for line in ran.stderr.splitlines(True) if not line.startswith(of_gpu))
        return ran

    def done(self, command):
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if line.startswith(command)]

    def wanted(self, script):
        """The packages that it installs."""
        self.run(script, "--version")
        return set(self.done("apt-get")[-1].split("--no-install-recommends ")[1].split())


def check_packages():
    of_run, of_tests = Machine().wanted("run.sh"), Machine().wanted("test.sh")
    expect({"g++", "cmake", "libimgui-dev", "libgl1"} <= of_run, of_run)
    expect(of_run < of_tests, of_run - of_tests)
    for_tests_alone = {"libgtest-dev", "libbenchmark-dev", "libx11-dev", "libxtst-dev", "clang-format", "xvfb", "lintian", "mandoc", "fish",
                       "zsh", "appstream", "openmpi-bin", "python3-pytest", "python3-dev", "pybind11-dev", "python3-pip"}
    expect(for_tests_alone <= of_tests - of_run, for_tests_alone - (of_tests - of_run))

    nobody = Machine(of_run, user=1000)  # neither root nor sudo
    ran = nobody.run("run.sh", "x.png")
    expect(ran.returncode == 0 and ran.stdout == "it runs\n", ran)
    expect("-DTEXELSCOPE_TESTS=OFF" in nobody.done("cmake")[0], nobody.done("cmake"))
    tested = nobody.run("test.sh")
    expect(tested.returncode == 1 and "these packages are missing" in tested.stderr and " lintian" in tested.stderr, tested)
    expect(not nobody.done("ctest"), "it tests without its tools")

    tester = Machine(of_tests)
    expect(tester.run("test.sh").returncode == 0 and len(tester.done("ctest")) == 1, tester.done(""))
    expect("-DTEXELSCOPE_TESTS=ON" in tester.done("cmake")[0], tester.done("cmake"))
    (tester.folder / "build/release/CMakeCache.txt").write_text("")
    expect(tester.run("run.sh", "x.png").returncode == 0, "run.sh after test.sh")
    expect("TEXELSCOPE_TESTS" not in tester.done("cmake")[-2], tester.done("cmake"))  # they stay as they are


held = 'echo "E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 1 (unattended-upgr)" >&2; exit 100'


def check_lock():
    for held_command in ("update", "install"):
        counter = work / "tries"
        waits = Machine(apt=f'case "$*" in *{held_command}*) echo >> {counter}; [ $(grep -c "" {counter}) -gt 3 ] || {{ {held}; }} ;; esac')
        ran = waits.run("run.sh", "x.png")
        expect(ran.returncode == 0 and ran.stdout.endswith("it runs\n"), ran)
        expect(ran.stderr == "texelscope: warning: another program is installing packages; waiting for it to end.\n", ran.stderr)
        expect(len(waits.done("apt-get")) == 5, waits.done("apt-get"))

    ended = Machine(apt=held).run("run.sh", "x.png")
    expect(ended.returncode == 1, ended)
    expect(ended.stderr.splitlines()[1:] == ["texelscope: error: another program has been installing packages for 20 minutes; "
                                             "run this again when it has ended."], ended.stderr)

    broken = Machine(apt='echo "E: Unable to locate package g++" >&2; exit 100').run("run.sh", "x.png")
    expect(broken.returncode == 1 and broken.stderr == "E: Unable to locate package g++\n", broken)


def check_folders():
    for odd in ("a#b", "[x]", "]", 'say "x"', "it's", "$HOME", "a;b", "back\\slash", "`x`", "$(exit)"):
        machine = Machine(folder=odd)
        for script in ("run.sh", "test.sh", "bundle.sh", "deb.sh", "wheel.sh"):
            ran = machine.run(script)
            expect(ran.returncode == 1 and ran.stdout == "", ran)
            expect(ran.stderr.count("\n") == 1 and ran.stderr.startswith("texelscope: error: ") and str(machine.folder) in ran.stderr, ran.stderr)
            expect(not machine.log.exists(), f"{script} in {odd} begins to work")
    for plain in ("texel scope", "a+b,c=d@e%f~g(h)&i!j^k", "zweite-Übung", "{x}", "a*b?"):
        ran = Machine(folder=plain).run("run.sh", "x.png")
        expect(ran.returncode == 0 and ran.stdout.endswith("it runs\n"), ran)


def check_corpora():
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)

    def corpus(*words):
        return subprocess.run([root / "scripts/corpus.sh", *words], capture_output=True, text=True)

    def files(archive):
        shutil.rmtree(work / "files", ignore_errors=True)
        ran = corpus("unpack", archive, work / "files")
        expect(ran.returncode == 0, ran)
        return {file.name: file.read_bytes() for file in (work / "files").iterdir()}

    def members(archive):  # tar 1.34 and 1.35 differ in bytes that mean nothing
        with tarfile.open(archive) as tar:
            return [(each.name, each.mode, each.mtime, each.uid, each.gid, tar.extractfile(each).read()) for each in tar]

    archives = sorted((root / "tests/fuzz/corpus").iterdir())
    expect(len(archives) >= 20, archives)
    for archive in archives:
        expect(len(files(archive)) >= 8, f"{archive} has few files")
        expect(corpus("pack", work / "again.tar", work / "files").returncode == 0, archive)
        expect(members(work / "again.tar") == members(archive), f"{archive} is another than scripts/corpus.sh makes of its files")

    found, new = work / "crash-1", work / "new.tar"
    for name, content in (("b", b"2"), ("a", b"1"), ("-c d", b"3"), ("a", b"4")):
        found.write_bytes(content)
        expect(corpus("add", new, found, name).returncode == 0, name)
    expect(corpus("add", new, found).returncode == 0, "add without a name")
    expect(files(new) == {"b": b"2", "a": b"4", "-c d": b"3", "crash-1": b"4"}, files(new))
    expect(corpus("pack", work / "again.tar", work / "files").returncode == 0, "pack")
    expect((work / "again.tar").read_bytes() == new.read_bytes(), "the order of adding shows")
    for words in ((), ("add", new), ("remove", new, found)):
        expect(corpus(*words).returncode == 2 and "scripts/corpus.sh add ARCHIVE" in corpus(*words).stderr, words)


globals()[f"check_{check}"]()
