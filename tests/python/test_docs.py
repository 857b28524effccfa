"""The programs of docs/python.md run as they stand there, and say what the page says."""

import pathlib
import re

import numpy as np
import pytest

import texelscope

PAGE = (pathlib.Path(__file__).resolve().parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```py\n(.*?)```", PAGE, re.S)


def test_the_page_has_its_programs():
    assert len(BLOCKS) == 2


def test_the_comparison_with_opencv(capsys):
    pytest.importorskip("cv2")
    names = {}
    exec(BLOCKS[0], names)
    printed = capsys.readouterr().out
    assert "tex2D" in printed and "RMSE" in printed.upper()
    cuda, opencv = names["cuda"], names["opencv"]
    assert cuda.shape == opencv.shape == (31, 41)
    # Each rounds its position, to 1/256 and to 1/32 of a texel; texels lie between 0 and 1.
    assert 0 < np.abs(cuda - opencv).max() <= 2 * (1 / 512 + 1 / 64) + 2 / 512


def test_the_fetches():
    random = np.random.default_rng(1)
    names = {"texelscope": texelscope, "array": random.integers(0, 255, (16, 16, 4), np.uint8),
             "xy": random.random((5, 2), np.float32), "dx": np.float32([0.1, 0]), "dy": np.float32([0, 0.2]),
             "layers": random.random((4, 8, 8), np.float32), "faces": random.random((6, 8, 8), np.float32),
             "directions": random.normal(size=(5, 3)), "bytes": np.arange(20, dtype=np.uint8)}
    exec(BLOCKS[1], names)
    assert names["t"].level_count == 5
