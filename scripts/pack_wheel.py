#!/usr/bin/env python3
"""pack_wheel.py LIBRARY DIST: packs the Python sources, the library for C and the libraries that it needs into
DIST/texelscope-VERSION-py3-none-PLATFORM.whl, whose path it prints.

Those that every manylinux system has stay the system's. The platform is manylinux_2_34 if no more is needed than that promises,
by scripts/needs.sh, else linux: such a wheel is for systems as new as this one. The same files give the same bytes."""
import base64
import hashlib
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

root = Path(__file__).resolve().parents[1]
library, dist = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|ld-linux[\w-]*)\.so\.")
# oneTBB opens it by name, and takes its memory from it.
OPENED = ["libtbbmalloc.so.2"]
LICENCES = Path("/usr/share/doc")


def output(*command: object) -> str:
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout


def needed_by(file: Path) -> "dict[str, Path]":
    """Those beside which Python will find the library: not the system's."""
    found = re.findall(r"^\s*(\S+) => (/\S+)", output("ldd", file), re.M)
    return {name: Path(path).resolve() for name, path in found if not SYSTEM.match(name)}


def licence_of(file: Path) -> "tuple[str, bytes] | None":
    owner = subprocess.run(["dpkg-query", "-S", f"*/{file.name}"], capture_output=True, text=True).stdout.split(":")[0]
    copyright = LICENCES / owner / "copyright"
    return (owner, copyright.read_bytes()) if owner and copyright.is_file() else None


def in_order(libraries: "dict[str, Path]") -> "list[str]":
    """Their names, each after those that it needs."""
    needed = {name: set(re.findall(r"NEEDED\s+(\S+)", output("objdump", "-p", file))) & set(libraries) for name, file in libraries.items()}
    made: "list[str]" = []
    while len(made) < len(libraries):
        made.append(next(name for name in sorted(libraries) if name not in made and needed[name] <= set(made)))
    return made


version = re.search(r"project\(texelscope VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)
libraries = needed_by(library)
if "libtbb.so.12" in libraries:
    listed = dict(re.findall(r"^\s*(\S+) \(.*\) => (\S+)", output("/sbin/ldconfig", "-p"), re.M))
    libraries.update({name: Path(listed[name]).resolve() for name in OPENED if name in listed})
needs = subprocess.run([root / "scripts/needs.sh", library, *libraries.values()], capture_output=True, text=True)
if needs.returncode:
    print(f"texelscope: warning: the wheel is for systems as new as this one: {needs.stdout}{needs.stderr}", file=sys.stderr)
tag = f"py3-none-{'linux' if needs.returncode else 'manylinux_2_34'}_{platform.machine()}"

name = f"texelscope-{version}"
files = {f"texelscope/{file.name}": file.read_bytes() for file in (root / "app/python/texelscope").glob("*.py")}
files["texelscope/py.typed"] = b""
panel = root / "dist/web/notebook.js"
if panel.is_file():
    files["texelscope/notebook.js"] = panel.read_bytes()
else:
    print("texelscope: warning: the wheel has no panel for explore(): ./scripts/web.sh makes it", file=sys.stderr)
files["texelscope/libtexelscope.so.1"] = library.read_bytes()
files["texelscope/libraries"] = "".join(f"{name}\n" for name in in_order(libraries)).encode()
files[f"{name}.dist-info/LICENSE"] = (root / "LICENSE").read_bytes()
for soname, file in libraries.items():
    files[f"texelscope/{soname}"] = file.read_bytes()
    licence = licence_of(file)
    if licence:
        files[f"{name}.dist-info/licences/{licence[0]}"] = licence[1]
json_licence = LICENCES / "nlohmann-json3-dev/copyright"  # a header alone
if json_licence.is_file():
    files[f"{name}.dist-info/licences/nlohmann-json3-dev"] = json_licence.read_bytes()
files[f"{name}.dist-info/METADATA"] = f"""Metadata-Version: 2.1
Name: texelscope
Version: {version}
Summary: NVIDIA's texture unit in software, bit for bit, for NumPy arrays
License: MIT
Requires-Python: >=3.9
Requires-Dist: numpy>=1.21
""".encode()
files[f"{name}.dist-info/WHEEL"] = f"""Wheel-Version: 1.0
Generator: texelscope
Root-Is-Purelib: false
Tag: {tag}
""".encode()


def record(path: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(content)}\n"


record_name = f"{name}.dist-info/RECORD"
files[record_name] = ("".join(record(*file) for file in sorted(files.items())) + f"{record_name},,\n").encode()
dist.mkdir(parents=True, exist_ok=True)
wheel = dist / f"{name}-{tag}.whl"
with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
    for path, content in sorted(files.items()):
        entry = zipfile.ZipInfo(path)  # of 1980
        entry.external_attr, entry.compress_type = (0o755 if ".so." in path else 0o644) << 16, zipfile.ZIP_DEFLATED
        archive.writestr(entry, content)
print(wheel)
