"""show(): the program's window on arrays, textures and sessions, on a display of the test's own."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import texelscope
from texelscope import Session, Texture, _window

PROGRAM = os.environ.get("TEXELSCOPE_PROGRAM")


@pytest.fixture
def no_window(monkeypatch):
    monkeypatch.setattr(_window, "_open", {})


def test_a_display_is_needed(monkeypatch, no_window):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    with pytest.raises(RuntimeError, match="there is no display for a window: neither DISPLAY nor WAYLAND_DISPLAY is set"):
        texelscope.show(np.zeros((4, 4)))


def test_the_program_is_needed(monkeypatch, no_window, tmp_path):
    monkeypatch.setenv("DISPLAY", ":77")
    monkeypatch.setenv("TEXELSCOPE", "/nowhere/texelscope")
    with pytest.raises(RuntimeError, match="TEXELSCOPE is '/nowhere/texelscope', which is no program"):
        texelscope.show(Session())
    monkeypatch.delenv("TEXELSCOPE")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(RuntimeError, match="the program texelscope is not on PATH: install it"):
        texelscope.show(Session())
    assert not _window._open


def test_what_the_program_says_is_told(monkeypatch, no_window, tmp_path):
    program = tmp_path / "texelscope"
    program.write_text("#!/bin/sh\necho 'texelscope: error: The display broke.' >&2; exit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("DISPLAY", ":77")
    monkeypatch.setenv("TEXELSCOPE", str(program))
    with pytest.raises(RuntimeError, match="the window did not open: texelscope: error: The display broke."):
        texelscope.show(Session())
    _window._open[os.getpid()].close()


class Screen:
    """A display of Xvfb, whose framebuffer is a file."""

    width, height = 900, 600

    def __init__(self, folder):
        read, write = os.pipe()
        self.folder = folder
        self.process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{self.width}x{self.height}x24", "-fbdir", str(folder), "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            self.name = f":{int(number.readline())}"

    def pixels(self):
        """Red, green and blue, as they are on the display now."""
        content = (self.folder / "Xvfb_screen0").read_bytes()
        header = int.from_bytes(content[:4], "big")
        colors = int.from_bytes(content[76:80], "big")
        line = int.from_bytes(content[48:52], "big")
        at = header + 12 * colors
        rows = np.frombuffer(content, np.uint8, line * self.height, at).reshape(self.height, line)
        return rows[:, :4 * self.width].reshape(self.height, self.width, 4)[..., 2::-1]

    def wait_for(self, color, share, seconds=60):
        """Until this share of the display has the color."""
        end = time.monotonic() + seconds
        while True:
            found = (np.abs(self.pixels().astype(int) - color).max(axis=-1) <= 3).mean()
            if found >= share:
                return found
            assert time.monotonic() < end, f"{found:.3f} of the display has the color {color}"
            time.sleep(0.1)


@pytest.fixture
def screen(tmp_path, monkeypatch, no_window):
    if not PROGRAM or not shutil.which("Xvfb"):
        pytest.skip("the program and Xvfb are needed")
    made = Screen(tmp_path)
    monkeypatch.setenv("DISPLAY", made.name)
    monkeypatch.setenv("TEXELSCOPE", PROGRAM)
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    yield made
    for window in _window._open.values():
        window.close()
    made.process.send_signal(signal.SIGTERM)
    made.process.wait()


def test_the_window_shows_one_after_the_other(screen):
    red, green = (np.zeros((32, 32, 4), np.uint8) for _ in range(2))
    red[...] = (200, 20, 20, 255)
    green[...] = (20, 180, 40, 255)
    began = time.monotonic()
    texelscope.show(red)
    assert time.monotonic() - began < 5
    screen.wait_for((200, 20, 20), 0.1)
    (window,) = _window._open.values()
    process = window.process
    texelscope.show(Texture(green, address="wrap", normalized=True))
    screen.wait_for((20, 180, 40), 0.1)
    session = Session({"texture.source": "one_hot", "texture.width": 1, "texture.height": 1, "sampler.filter": "point"})
    texelscope.show(session)
    screen.wait_for((255, 255, 255), 0.1)
    assert window.process is process and process.poll() is None
    assert len(list(window.folder.glob("array-*.npy"))) == 2
    process.terminate()  # as if it was closed
    process.wait()
    texelscope.show(red[..., 0])
    screen.wait_for((200, 200, 200), 0.1)
    window.close()
    assert not window.folder.exists()
