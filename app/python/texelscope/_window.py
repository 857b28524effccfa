"""The program's window on an array, a texture or a session."""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from ._arrays import host_array
from ._session import Session
from ._show import range_of
from ._texture import Texture



class _Window:
    """The window's process, and the folder with what it shows."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="texelscope-"))
        self.process: subprocess.Popen[bytes] | None = None
        self.count = 0

    @property
    def session(self) -> Path:
        return self.folder / "shown.json"

    def show(self, session: Session) -> None:
        """The file appears whole, or not at all: the window reads it while it is open."""
        made = self.folder / "next.json"
        session.save(made)
        os.replace(made, self.session)
        if self.process is None or self.process.poll() is not None:
            self.start()

    def start(self) -> None:
        errors = self.folder / "errors.txt"
        with open(errors, "wb") as output:
            self.process = subprocess.Popen([*_program(), str(self.session)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                            stderr=output, env={**os.environ, "TEXELSCOPE_FOLLOW": "1"}, start_new_session=True)
        time.sleep(0.5)  # what cannot start ends at once
        if self.process.poll():
            said = errors.read_text(errors="replace").strip()
            raise RuntimeError(f"the window did not open: {said or f'the program ended with {self.process.returncode}'}")

    def texels(self, array: np.ndarray) -> Path:
        """A new file for each array, for the window may still read the one before; older ones go."""
        self.count += 1
        file = self.folder / f"array-{self.count}.npy"
        np.save(file, array)
        old = self.folder / f"array-{self.count - 2}.npy"
        if old.exists():
            old.unlink()
        return file

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


_open: dict[int, _Window] = {}  # by process, since a child of fork() has no part in its parent's


def show(x: Any) -> None:
    """Shows an array, a `Texture` or a `Session` in the program's window, and returns at once. Called again, it shows the next one in
    the same window, with the view as it is there; undo brings back the one before. A window that was closed opens again. It closes
    with Python.

    x: a texture or a session; or an array of shape (height, width), (height, width, channels) or (width,), of a type that `Texture`
        takes, or float64, which is rounded to float32. Black and white are 0 and 1, or the smallest and the largest of floats that
        exceed these.

    The program is the one that TEXELSCOPE names, `texelscope` beside Python, or that on PATH. RuntimeError: there is none, or there is
    no display.
    """
    _check_display()
    _program()  # before anything is written
    if not isinstance(x, (Texture, Session)):
        array = host_array(x)
        x = Texture(array.astype(np.float32) if array.dtype == np.float64 else array, 1 if array.ndim == 1 else 2)
    window = _open.get(os.getpid())
    if window is None:
        window = _open[os.getpid()] = _Window()
        atexit.register(window.close)
    window.show(x if isinstance(x, Session) else _session(x, window))


def _session(texture: Texture, window: _Window) -> Session:
    """The session of a texture whose texels are a file's. The program makes the smaller levels from the first."""
    session = texture.session()
    texels = texture._first_level()
    session["texture.path"] = str(window.texels(texels))
    if texels.dtype.kind == "f":
        low, high = range_of(texels)
        session["view.range_low"], session["view.range_high"] = max(low, -1e38), min(high, 1e38)
    session["texture.mips"] = "box"
    session["fetch.function"] = "texel" if texture.dim == "linear" else texture._noted_function
    session["view.span"] = 1.2
    return session


def _check_display() -> None:
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        raise RuntimeError("there is no display for a window: neither DISPLAY nor WAYLAND_DISPLAY is set. A notebook shows textures and "
                           "sessions by themselves, and .explore() puts a panel into a cell")


def _program() -> list[str]:
    named = os.environ.get("TEXELSCOPE")
    if named:
        found = shutil.which(named)
        if found is None:
            raise RuntimeError(f"TEXELSCOPE is {named!r}, which is no program")
        return [found]
    for place in (Path(sys.executable).parent / "texelscope", shutil.which("texelscope")):
        if place and os.access(place, os.X_OK) and not Path(place).is_dir():
            return [str(place)]
    raise RuntimeError("the program texelscope is not on PATH: install it, or name it by the environment variable TEXELSCOPE")
