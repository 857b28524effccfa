"""Programs that `texelscope export --as numpy` writes give the bits of the session's picture."""

import os
import pathlib
import runpy
import subprocess
import sys

import numpy as np
import pytest

PROGRAM = os.environ.get("TEXELSCOPE_PROGRAM")
SESSIONS = pathlib.Path(__file__).resolve().parents[2] / "assets" / "sessions"
WIDTH, HEIGHT = 61, 40


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)


@pytest.mark.skipif(not PROGRAM, reason="TEXELSCOPE_PROGRAM does not name the program")
@pytest.mark.parametrize("session", sorted(SESSIONS.glob("*.json")), ids=lambda path: path.stem)
def test_the_program_gives_the_pictures_bits(session, tmp_path, monkeypatch):
    size = f"{WIDTH}x{HEIGHT}"
    exported = run("export", str(session), "--as", "numpy", "--size", size, "--out", str(tmp_path / "made.py"))
    if exported.returncode == 2:
        pytest.skip(exported.stderr.strip()) # the sentence says what the package cannot
    assert exported.returncode == 0, exported.stderr
    rendered = run("render", str(session), "--backend", "cpu", "--size", size, "--out", str(tmp_path / "wanted.npy"))
    if rendered.returncode == 2:  # CUDA refuses the session
        assert "cudaError" in rendered.stderr
        return
    assert rendered.returncode == 0, rendered.stderr
    monkeypatch.setattr(sys, "argv", ["made.py", str(tmp_path / "made.bin")])
    monkeypatch.chdir(tmp_path)
    try:
        runpy.run_path(str(tmp_path / "made.py"), run_name="__main__")
    except SystemExit as end:
        assert not end.code
    wanted = np.load(tmp_path / "wanted.npy")
    made = np.fromfile(tmp_path / "made.bin", np.uint32).reshape(*wanted.shape[:2], 4)[..., :wanted.shape[2]]
    assert np.array_equal(made.view(wanted.dtype) if wanted.dtype == np.float32 else made.astype(wanted.dtype), wanted,
                          equal_nan=wanted.dtype == np.float32)
