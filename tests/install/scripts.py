#!/usr/bin/env python3
"""What scripts/run.sh and scripts/test.sh do before they build, on machines that this test makes up, scripts/corpus.sh, and
scripts/release.sh with builds that are made up: scripts.py CHECK WORK.

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
                       "zsh", "appstream", "openmpi-bin", "python3-pytest", "python3-numpy", "python3-pip"}
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


def check_cuda():
    """What setup.sh makes of toolkits, drivers and the distribution's packages."""
    there = Machine().wanted("run.sh")

    def machine(nvcc="", candidate="", driver="", capability="9.0", apt="exit 0"):
        made = Machine(there, apt=apt)
        if nvcc:
            program("nvcc", f"echo 'Cuda compilation tools, release {nvcc}, V{nvcc}.131'")
        if candidate:
            program("apt-cache", f"echo nvidia-cuda-toolkit:\necho '  Candidate: {candidate}'")
        if driver is not None:
            program("nvidia-smi", f"case $1 in *driver*) echo {driver} ;; *) echo {capability} ;; esac" if driver else "exit 9")
        return made

    def said(*words, **of):
        made = machine(**of)
        environment = {"PATH": str(tools), "HOME": str(work), "CUDA_PATH": str(work), "CUDA_HOME": str(work)}
        script = (made.folder / "scripts/setup.sh").read_text().replace("/usr/local/cuda/bin/nvcc", str(work / "none"))
        (made.folder / "scripts/setup.sh").write_text(script)
        ran = subprocess.run([made.folder / "scripts/run.sh", *words, "x.png"], env=environment, capture_output=True, text=True,
                             stdin=subprocess.DEVNULL)
        return ran, made.done("cmake")[:1], made.done("apt-get")

    def warned(**of):
        ran, built, _ = said(**of)
        expect(ran.returncode == 0 and ran.stdout.endswith("it runs\n"), ran)
        return ran.stderr, "-DTEXELSCOPE_CUDA=AUTO" in built[0]

    # The toolkit and its driver.
    for nvcc, driver in (("12.4", "550.163.01"), ("12.4", "525.60"), ("12.9", "535.216"), ("13.0", "580.95.05"), ("13.2", "590.1")):
        expect(warned(nvcc=nvcc, driver=driver) == ("", True), (nvcc, driver, warned(nvcc=nvcc, driver=driver)))
    for nvcc, driver, needed in (("12.4", "470.1", "525"), ("13.0", "550.163.01", "580"), ("13.0", "525.60", "580")):
        text, built = warned(nvcc=nvcc, driver=driver)
        expect(built and f"the NVIDIA driver is {driver}, but CUDA {nvcc} wants {needed} or newer" in text, text)
        expect(("A CUDA Toolkit 12 of 12.4 or newer is as good." in text) == (driver != "470.1"), text)
    text, built = warned(nvcc="12.4", driver="")
    expect(built and "its driver does not answer" in text and "Install driver 525 or newer" in text, text)
    text, built = warned(nvcc="12.4", driver="550.1", capability="7.0")
    expect("compute capability is 7.0, but Turing (7.5) or newer is needed" in text, text)

    # None, or one that is too old: the distribution's, if it is new enough.
    for old in ("12.3", "12.0", "11.8"):
        text, built = warned(nvcc=old, driver="550.1")
        expect(not built and f"no CUDA Toolkit 12.4 or newer (only {old})" in text, text)
    text, built = warned(driver="550.1", candidate="12.4.131~12.4.1-2")
    expect(not built and "nvidia-cuda-toolkit, version 12.4, will do" in text and "./scripts/run.sh --cuda" in text, text)
    for candidate, version in (("12.0.140~12.0.1-4build4", "12.0"), ("11.8.89~11.8.0-5~deb12u1", "11.8")):
        text, built = warned(driver="550.1", candidate=candidate)
        expect(not built and f"is of version {version}, which is too old: install 12.4 or newer from https://" in text, text)

    # --cuda installs it, and the program is built with it.
    installs = f"case $* in *nvidia-cuda-toolkit*) printf '#!/bin/sh\\necho release 12.4,\\n' > {tools}/nvcc; chmod +x {tools}/nvcc ;; esac"
    ran, built, asked = said("--cuda", driver="550.1", candidate="12.4.131~12.4.1-2", apt=installs)
    expect(ran.returncode == 0 and ran.stderr == "" and ran.stdout.endswith("it runs\n"), ran)
    expect(any(line.endswith(" nvidia-cuda-toolkit") for line in asked), asked)
    expect("-DTEXELSCOPE_CUDA=AUTO" in built[0] and f"-DCMAKE_CUDA_COMPILER={tools}/nvcc" in built[0], built)
    ran, built, asked = said("--cuda", nvcc="12.6", driver="550.1", candidate="12.4.131~12.4.1-2")
    expect(ran.returncode == 0 and not any("nvidia-cuda-toolkit" in line for line in asked), (ran, asked))
    for candidate in ("", "12.0.140~12.0.1-4build4", "(none)"):
        ran, built, asked = said("--cuda", driver="550.1", candidate=candidate)
        expect(ran.returncode == 1 and not built and "error: --cuda finds no package to install." in ran.stderr, ran)
    ran, built, asked = said("--cuda", driver="550.1", candidate="12.4.131~12.4.1-2")  # apt installs nothing
    expect(ran.returncode == 1 and "but no nvcc of 12.4 or newer is found" in ran.stderr, ran)


def check_gpus():
    """For which GPUs cmake/Cuda.cmake compiles, by what the toolkit knows and the machine has."""
    known = {"12.4": "50 70 75 80 86 87 89 90", "13.0": "75 80 86 87 88 89 90 100 110 103 120 121"}
    shutil.rmtree(work, ignore_errors=True)
    tools.mkdir(parents=True)
    asked = work / "asked.cmake"
    asked.write_text(f"""cmake_minimum_required(VERSION 3.25)
        set(TEXELSCOPE_CUDA OFF)
        include({root}/cmake/Cuda.cmake)
        set(CMAKE_CUDA_COMPILER {tools}/nvcc)
        texelscope_own_gpus(own)
        texelscope_every_gpu(every)
        message("own ${{own}}")
        message("every ${{every}}")""")

    def gpus(toolkit, capabilities):
        program("nvcc", "printf 'sm_%s\\n' " + known[toolkit])
        program("nvidia-smi", f"printf '%s\\n' {capabilities}" if capabilities else "exit 9")
        ran = subprocess.run([cmake, "-P", asked], env={"PATH": f"{tools}:{os.environ['PATH']}"}, capture_output=True, text=True)
        expect(ran.returncode == 0, ran)
        return [line.split(" ", 1)[1] for line in ran.stderr.splitlines() if line.startswith(("own", "every"))]

    cmake = shutil.which("cmake")
    for capabilities, older, newer in (("", "75-virtual", "75-virtual"), ("7.5", "75", "75"), ("9.0 9.0", "90", "90"), ("8.6 9.0", "86;90", "86;90"),
                                       ("8.8", "87", "88"), ("12.0", "90-virtual", "120"), ("12.2", "90-virtual", "121"),
                                       ("10.3 8.6", "90-virtual;86", "103;86"), ("14.0", "90-virtual", "121-virtual")):
        expect(gpus("12.4", capabilities)[0] == older, (capabilities, gpus("12.4", capabilities)))
        expect(gpus("13.0", capabilities)[0] == newer, (capabilities, gpus("13.0", capabilities)))
    expect(gpus("12.4", "9.0")[1] == "75-real;80-real;86-real;89-real;90-real;90-virtual", gpus("12.4", "9.0"))
    expect(gpus("13.0", "9.0")[1] == "75-real;80-real;86-real;89-real;90-real;100-real;120-real;120-virtual", gpus("13.0", "9.0"))


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


def check_release():
    if shutil.which("git") is None:
        print("release: git is missing")
        sys.exit(77)
    shutil.rmtree(work, ignore_errors=True)
    tools.mkdir(parents=True)
    source, toolkit = work / "source", work / "toolkit"
    git_settings = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    git_settings |= {"HOME": str(work), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8"}

    def git(*words):
        ran = subprocess.run(["git", "-C", source, *words], env=os.environ | git_settings, capture_output=True, text=True)
        expect(ran.returncode == 0, ran)

    def nvcc(folder, release):
        (folder / "bin").mkdir(parents=True, exist_ok=True)
        (folder / "bin/nvcc").write_text(f"#!/bin/sh\necho 'Cuda compilation tools, release {release}, V{release}.99'\n")
        (folder / "bin/nvcc").chmod(0o755)

    changelog = "# Changelog\n\n## 1.2.3, 2026-02-01\n\n- **A thing** that is new.\n\n## 1.2.2, 2026-01-01\n\n- An older thing.\n"

    def write(name, text):
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text)
        (source / name).chmod(0o755)

    def made(*, tag="v1.2.3", release="12.4", **files):
        """A tagged commit, whose scripts build files that show what they were told."""
        shutil.rmtree(source, ignore_errors=True)
        shutil.rmtree(toolkit, ignore_errors=True)
        nvcc(toolkit, release)
        build = "mkdir -p dist; echo \"$CUDA_PATH $SOURCE_DATE_EPOCH $1\" > "
        for name, text in {
                "CMakeLists.txt": "project(texelscope VERSION 1.2.3 LANGUAGES CXX)\n", "CHANGELOG.md": changelog,
                "packaging/texelscope.metainfo.xml": '<release version="1.2.3" date="2026-02-01"/>\n',
                "docs/install.md": (root / "docs/install.md").read_text(), ".gitignore": "/dist/\n",
                "scripts/release.sh": (root / "scripts/release.sh").read_text(),
                "scripts/bundle.sh": f"#!/bin/sh\n{build}dist/bundle.tar.xz; echo compiles; echo dist/bundle.tar.xz\n",
                "scripts/deb.sh": f"#!/bin/sh\n{build}dist/texelscope_1.2.3_amd64.deb; {build}dist/libtexelscope1_1.2.3_amd64.deb\n",
                "scripts/pack_wheel.py": f"#!/bin/sh\n{build}dist/texelscope-1.2.3.whl; ls dist/web | grep note > dist/wheel-saw; echo dist/texelscope-1.2.3.whl\n",
                "scripts/web.sh": f"#!/bin/sh\n{build}dist/page; mkdir -p dist/web; mv dist/page dist/web/index.html; > dist/web/notebook.js\n"}.items():
            write(name, files.get(name.split("/")[-1].split(".")[0], text))
        git("init", "-q")
        git("add", ".")
        git("commit", "-q", "-m", "all")
        if tag:
            git("tag", tag)

    def run(*words, **changed):
        return subprocess.run([source / "scripts/release.sh", *words], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env=os.environ | git_settings | {"CUDA_PATH": str(toolkit)} | changed)

    def refused(sentence, *words):
        for more in ((), ("--notes",)):
            ran = run(*words, *more)
            expect(ran.returncode == 1 and ran.stdout == "", (sentence, ran))
            expect(ran.stderr.startswith("texelscope: error: ") and ran.stderr.count("\n") == 1 and sentence in ran.stderr, ran.stderr)
            expect(not (source / "dist").exists(), f"built in spite of: {ran.stderr}")

    # The notes have what this version changed and what its files need, and nothing is built for them.
    made()
    notes = run("--notes")
    expect(notes.returncode == 0 and notes.stderr == "" and not (source / "dist").exists(), notes)
    expect(notes.stdout.startswith("# Texelscope 1.2.3\n\n- **A thing** that is new.\n\n## What each file needs\n\n| package |"), notes.stdout)
    expect("older" not in notes.stdout and "built with CUDA 12.4" in notes.stdout, notes.stdout)
    for kind in ("bundle", "texelscope_….deb", "libtexelscope1_….deb", "wheel", "pages"):
        expect(f"\n| {kind}" in notes.stdout.replace("`", ""), kind)

    # All of it, by the named toolkit alone, and twice the same bytes.
    before = {}
    for _ in range(2):
        ran = run("--cuda", toolkit)
        expect(ran.returncode == 0 and f"Texelscope 1.2.3, built with CUDA 12.4 of {toolkit}\n" in ran.stderr, ran)
        left = {file.name: file.read_bytes() for file in (source / "dist/release-1.2.3").iterdir()}
        expect(set(left) == {"bundle.tar.xz", "texelscope_1.2.3_amd64.deb", "libtexelscope1_1.2.3_amd64.deb", "texelscope-1.2.3.whl",
                             "texelscope-1.2.3-pages.tar.xz", "notes.md", "SHA256SUMS"}, sorted(left))
        expect(before in ({}, left), "other bytes")
        before = left
        sums = subprocess.run(["sha256sum", "-c", "SHA256SUMS"], cwd=source / "dist/release-1.2.3", capture_output=True, text=True)
        expect(sums.returncode == 0 and sums.stdout.count(": OK\n") == len(left) - 1, sums)
        expect(left["notes.md"].decode() == notes.stdout, left["notes.md"])
        toolkit_and_time = left["bundle.tar.xz"].decode().split()
        expect(toolkit_and_time[0] == str(toolkit) and int(toolkit_and_time[1]) > 0, toolkit_and_time)
        expect((source / "dist/wheel-saw").read_text() == "notebook.js\n", "the wheel was packed without the panel")
        expect(left["texelscope-1.2.3.whl"].decode().split()[2].startswith("build/package/"), "the wheel is of another build")
    with tarfile.open(source / "dist/release-1.2.3/texelscope-1.2.3-pages.tar.xz") as pages:
        expect(pages.getnames() == [f"texelscope-1.2.3-pages{file}" for file in ("", "/index.html", "/notebook.js")], pages.getnames())
    shutil.rmtree(source / "dist")

    # What is no release.
    write("docs/install.md", "changed\n")
    refused("the work tree has changes")
    git("checkout", "-q", ".")
    write("new", "")
    refused("the work tree has changes")
    for tag in ("", "v1.2.2", "1.2.3"):
        made(tag=tag)
        refused("CMakeLists.txt has version 1.2.3, but HEAD has no tag v1.2.3.")
    made(CMakeLists="project(texelscope VERSION 1.2.4)\n")
    refused("has version 1.2.4, but HEAD has no tag v1.2.4.")
    made(CMakeLists="project(another)\n")
    refused("CMakeLists.txt has no version.")
    made(CHANGELOG=changelog.replace("1.2.3", "1.2.30"))
    refused('has version 1.2.3, but CHANGELOG.md begins with "## 1.2.30, 2026-02-01".')
    made(CHANGELOG=changelog.replace("2026-02-01", "unreleased"))
    refused("CHANGELOG.md says that 1.2.3 is unreleased")
    made(CHANGELOG="# Changelog\n\n## 1.2.3\n\n## 1.2.2\n\n- An older thing.\n")
    refused("CHANGELOG.md says nothing of 1.2.3.")
    made(texelscope='<release version="1.2.2" date="2026-02-01"/>\n')
    refused("metainfo.xml has no release 1.2.3.")
    made(install="# Installing\n")
    refused('no section "What each package needs"')

    # Another toolkit.
    for release in ("13.0", "12.6", "11.8"):
        made(release=release)
        refused(f"releases are built with CUDA 12.4, and in {toolkit} is {release}.", "--cuda", toolkit)
    made()
    refused("is no nvcc.", "--cuda", work)
    refused("--cuda wants", "--cuda")
    refused('unexpected argument "--fast"', "--fast")


globals()[f"check_{check}"]()
