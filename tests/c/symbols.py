#!/usr/bin/env python3
"""symbols.py HEADER LIBRARY: the library exports what its header declares, and needs what is listed here."""
import re
import subprocess
import sys
from pathlib import Path

READERS = {"libpng16", "libjpeg", "libOpenEXR", "libOpenEXRCore", "libtiff", "libz", "libstb", "libzstd"}  # of pictures
NEEDED = READERS | {"libfmt", "libhwy", "libtbb", "libstdc++", "libm", "libgcc_s", "libc", "ld-linux-x86-64", "ld-linux-aarch64"}

header, library = Path(sys.argv[1]), sys.argv[2]
declared = set(re.findall(r"^TEXELSCOPE_API\s+[\w\s]+?[\s*]+(texelscope_\w+)\(", header.read_text(), re.M))
dump = subprocess.run(["nm", "--dynamic", "--defined-only", library], capture_output=True, text=True, check=True).stdout
exported = {(words[-2], words[-1].replace("@@", "@")) for words in map(str.split, dump.splitlines())}
functions = {("T", f"{name}@TEXELSCOPE_1") for name in declared}
exported = {one for one in exported if one[0] != "A"}
if len(declared) < 20 or exported != functions:
    sys.exit(f"not declared: {sorted(exported - functions)}; not exported: {sorted(functions - exported)}")
facts = subprocess.run(["objdump", "-p", library], capture_output=True, text=True, check=True).stdout
if re.findall(r"SONAME\s+(\S+)", facts) != ["libtexelscope.so.1"]:
    sys.exit(f"the soname is another one:\n{facts}")
# Other distributions have other versions of OpenEXR, which its name tells.
needed = {re.sub(r"-\d+_\d+$", "", name.split(".so")[0]) for name in re.findall(r"NEEDED\s+(\S+)", facts)}
if not {"libtbb", "libc"} <= needed <= NEEDED:
    sys.exit(f"it needs {sorted(needed)}")
print(f"{len(functions)} functions")
