"""The shipped fetch bodies as functions: against exact arithmetic, and each fault refused."""

import json
import os
import subprocess

import numpy as np
import pytest

import texelscope
from texelscope import Texture, b_spline, bilinear, catmull_rom


def texels(channels=(), seed=2):
    return np.random.default_rng(seed).uniform(-1, 1, (9, 7, *channels)).astype(np.float32)


def inside(count=500, seed=3):
    """Coordinates in texels whose 4 x 4 neighbors lie in the texture."""
    return np.random.default_rng(seed).uniform([2, 2], [5, 7], (count, 2)).astype(np.float32)


def exact(array, xy, weights_of):
    """Sums of texels by the weights of an axis in float64; weights_of(t) has those of texels -1, 0, 1 and 2."""
    position = xy.astype(np.float64) - 0.5
    left = np.floor(position).astype(int)
    columns, rows = (weights_of(position[:, axis] - left[:, axis]) for axis in (0, 1))
    total = np.zeros((len(xy), *array.shape[2:]))
    for j in range(4):
        for i in range(4):
            weight = (columns[i] * rows[j]).reshape(-1, *[1] * (array.ndim - 2))
            total += weight * array[left[:, 1] - 1 + j, left[:, 0] - 1 + i]
    return total


def linear_weights(t):
    return [0 * t, 1 - t, t, 0 * t]


def catmull_weights(t):
    return [(-t + 2 * t**2 - t**3) / 2, (2 - 5 * t**2 + 3 * t**3) / 2, (t + 4 * t**2 - 3 * t**3) / 2, (-t**2 + t**3) / 2]


def spline_weights(t):
    return [(1 - t)**3 / 6, (4 - 6 * t**2 + 3 * t**3) / 6, (1 + 3 * t + 3 * t**2 - 3 * t**3) / 6, t**3 / 6]


@pytest.mark.parametrize("channels", [(), (2,), (4,)])
@pytest.mark.parametrize("normalized", [False, True])
@pytest.mark.parametrize("filter, name, weights, near", [
    (bilinear, "point", linear_weights, 3e-6), (catmull_rom, "point", catmull_weights, 5e-6),
    (b_spline, "linear", spline_weights, 0.02)])
def test_equal_exact_arithmetic(filter, name, weights, near, normalized, channels):
    array, xy = texels(channels), inside()
    texture = Texture(array, filter=name, normalized=normalized)
    at = xy / np.array([7, 9], np.float32) if normalized else xy
    found = filter(texture, at)
    assert found.shape == (500, *channels) and found.dtype == np.float32
    np.testing.assert_allclose(found, exact(array, xy, weights), rtol=0, atol=near)


def test_the_texture_unit_has_steps_and_bilinear_has_none():
    array, xy = texels(), inside()
    ideal = exact(array, xy, linear_weights)
    by_unit = np.abs(Texture(array, filter="linear")(xy) - ideal).max()
    by_float = np.abs(bilinear(Texture(array, filter="point"), xy) - ideal).max()
    assert by_unit > 1e-3 > 1e-5 > by_float


def test_by_hand():
    texture = Texture(np.array([[0, 1], [2, 4]], np.float32), filter="point")
    assert bilinear(texture, [[1, 1], [0.5, 0.5], [1.5, 1.5], [1.25, 0.5]]).tolist() == [1.75, 0, 4, 0.75]
    assert catmull_rom(texture, [0.5, 1.5]).tolist() == 2, "it goes through the texels"
    flat = Texture(np.full((5, 5), 3, np.float32), filter="linear")
    assert b_spline(flat, [[2.2, 2.9], [-4, 100]]).tolist() == [3, 3], "the edge is clamped"


def test_integers_become_floats():
    texture = Texture(np.array([[0, 255]], np.uint8), filter="point", read_mode="element")
    assert bilinear(texture, [1, 0.5]).tolist() == 127.5


@pytest.mark.parametrize("array, options, xy, said", [
    (np.zeros((2, 2, 2), np.float32), {"dim": 3, "filter": "point"}, [1, 1], "the texture is 3d"),
    (np.zeros((2, 2), np.float32), {}, [1, 1], 'filter is "linear": "point" is needed'),
    (np.zeros((2, 2), np.float32), {"filter": "point"}, [1, 1, 1], r"shape \(3,\): \(..., 2\) is needed"),
    (np.zeros((2, 2), np.float32), {"filter": "point"}, 1, r"shape \(\): \(..., 2\) is needed")])
def test_refusals(array, options, xy, said):
    with pytest.raises(ValueError, match=said):
        bilinear(Texture(array, **options), xy)


def test_b_spline_wants_the_linear_filter():
    with pytest.raises(ValueError, match='filter is "point": "linear" is needed'):
        b_spline(Texture(np.zeros((4, 4), np.float32), filter="point"), [1, 1])
    assert {"b_spline", "bilinear", "catmull_rom"} <= set(texelscope.__all__)


@pytest.mark.skipif("TEXELSCOPE_PROGRAM" not in os.environ, reason="the program is not here")
@pytest.mark.parametrize("filter, name, body", [
    (bilinear, "point", "bilinear-in-float"), (catmull_rom, "point", "catmull-rom"), (b_spline, "linear", "bicubic-b-spline")])
def test_have_the_bits_of_the_programs_bodies(filter, name, body, tmp_path):
    array = texels((2,))
    np.save(tmp_path / "t.npy", array)
    texture = Texture(array, filter=name, normalized=True, address="clamp")
    for pixel in ("7,5", "31,40", "60,22", "93,70"):
        ran = subprocess.run(
            [os.environ["TEXELSCOPE_PROGRAM"], "explain", tmp_path / "t.npy", "--backend", "cpu", "--size", "97x83", "--at", pixel,
             "--json", "--sampler.filter", name, "--sampler.address_x", "clamp", "--sampler.address_y", "clamp",
             "--fetch.body", body], capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        explained = json.loads(ran.stdout)
        at = np.array([int(value["bits"], 16) for value in explained["fetch"]["coordinate"][:2]], np.uint32).view(np.float32)
        expected = [value["bits"] for value in explained["body"]["result"]]
        assert [f"{bits:08x}" for bits in filter(texture, at).view(np.uint32)] == expected, pixel
