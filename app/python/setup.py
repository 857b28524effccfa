"""The extension module comes out of the project's own build: TEXELSCOPE_CORE names the file."""

import os
import re
import shutil
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

root = Path(__file__).resolve().parents[2]


class CopiedExtension(build_ext):
    def build_extension(self, ext: Extension) -> None:
        built = os.environ.get("TEXELSCOPE_CORE")
        if not built:
            raise SystemExit("TEXELSCOPE_CORE is not set: scripts/wheel.sh builds the module first.")
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(built, target)


version = re.search(r"project\(texelscope VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)
setup(version=version, ext_modules=[Extension("texelscope._core", sources=[])],
      cmdclass={"build_ext": CopiedExtension})
