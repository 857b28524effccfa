"""Plots are well-formed, and their curves lie where the numbers are; pictures have the values' pixels."""

import re
import struct
import xml.etree.ElementTree
import zlib

import numpy as np
import pytest

import texelscope


def path_of(plot, color="#0072b2"):
    return re.search(rf'<path d="(M[^"]*)" fill="none" stroke="{color}"', plot.svg()).group(1)


def test_a_plot_is_well_formed_and_names_its_curves():
    plot = texelscope.plot([0, 1, 2], {"a < b": [0, 1, 0], "t(x)": [1, 1, 1]})
    root = xml.etree.ElementTree.fromstring(plot.svg())
    assert {"a < b", "t(x)", "0.5", "2"} <= {node.text for node in root.iter() if node.text}
    assert repr(plot) == "x: 0 to 2, 3 points\na < b: 0 to 1\nt(x): 1 to 1"
    assert plot.svg() in plot._repr_html_()


def test_the_largest_value_is_highest():
    points = [tuple(map(float, point)) for point in re.findall(r"[ML]([\d.]+) ([\d.]+)", path_of(texelscope.plot([0, 1, 4], {"y": [0, 2, 1]})))]
    (x0, y0), (x1, y1), (x2, y2) = points
    assert x0 < x1 < x2 and (x2 - x0) == pytest.approx(4 * (x1 - x0), abs=0.2)
    assert y1 < y2 < y0 and (y0 - y1) == pytest.approx(2 * (y0 - y2), abs=0.2)


def test_steps_and_gaps():
    assert re.fullmatch(r"M\S+ \S+(H\S+V\S+){2}", path_of(texelscope.plot([0, 1, 2], {"y": [0, 1, 2]}, steps=True)))
    assert path_of(texelscope.plot([0, 1, 2, 3, 4], {"y": [0, 1, np.nan, 2, 3]})).count("M") == 2


def test_a_level_curve_and_many_curves():
    xml.etree.ElementTree.fromstring(texelscope.plot([0, 1], {str(i): [3, 3] for i in range(9)}).svg())


def test_what_no_plot_can_have():
    with pytest.raises(ValueError, match="y has 2 values, and x has 3"):
        texelscope.plot([0, 1, 2], {"y": [0, 1]})
    with pytest.raises(ValueError, match="needs a curve"):
        texelscope.plot([0, 1], {})


def pixels_of(file):
    """The pixels of a PNG file of 8 bits whose rows all have filter 0 or 2."""
    width, height, bits, kind = struct.unpack(">IIBB", file[16:26])
    channels = {0: 1, 2: 3}[kind]
    size, = struct.unpack(">I", file[33:37])
    assert bits == 8 and file[37:41] == b"IDAT"
    rows = np.frombuffer(zlib.decompress(file[41:41 + size]), np.uint8).reshape(height, 1 + width * channels)
    made = rows[:, 1:].copy()
    for row in range(1, height):
        if rows[row, 0] == 2:
            made[row] += made[row - 1]
    return made.reshape((height, width) if channels == 1 else (height, width, 3))


def test_a_picture_has_the_values_pixels():
    gray = np.float32([[0, 0.5, 1], [-1, 2, np.nan], [0.25, 0.75, np.inf]])
    assert pixels_of(texelscope.Picture(gray).png()).tolist() == [[0, 128, 255], [0, 255, 0], [64, 191, 255]]
    assert pixels_of(texelscope.Picture(np.uint8([[0, 100, 200]]), high=200).png()).tolist() == [[0, 128, 255]]
    colors = np.zeros((2, 3, 4), np.float32)
    colors[1, 2] = 1, 0.5, 0, 0.3
    assert pixels_of(texelscope.Picture(colors).png())[1, 2].tolist() == [255, 128, 0]
    assert "data:image/png;base64," in texelscope.Picture(gray)._repr_html_()
    assert repr(texelscope.Picture(gray)) == "Picture(3 x 3, from 0 to 1)"


@pytest.mark.parametrize("values", [[1, 2], np.zeros((2, 2, 2)), np.zeros((0, 3)), [["a"]]])
def test_what_is_no_picture(values):
    with pytest.raises(ValueError):
        texelscope.Picture(values)
    with pytest.raises(ValueError, match="must be larger"):
        texelscope.Picture([[1]], 1, 1)
