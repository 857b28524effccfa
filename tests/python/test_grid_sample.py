"""grid_sample: PyTorch's values where it is installed, and the texture unit's within its weights' steps."""

import itertools

import numpy as np
import pytest

from texelscope import grid_sample

CASES = list(itertools.product(["bilinear", "nearest"], ["zeros", "border", "reflection"], [False, True]))


def inputs(axes, seed=1):
    random = np.random.default_rng(seed)
    input = random.uniform(-1, 1, (2, 5, 6, 7, 4)[:2 + axes]).astype(np.float32)
    grid = random.uniform(-1.7, 1.7, (2, 8, 9, 3, 3)[:1 + axes] + (axes,)).astype(np.float32)
    return input, grid


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("mode, padding_mode, align_corners", CASES)
def test_equals_torch(axes, mode, padding_mode, align_corners):
    torch = pytest.importorskip("torch")
    input, grid = inputs(axes)
    # Between two texels of a volume PyTorch 1 takes the one farther from 0, later ones the even one, as in pictures.
    if axes == 2 or mode == "bilinear":
        grid.reshape(-1, axes)[:4] = [[-1] * axes, [1] * axes, [0] * axes, [3e4] * axes]
    ours = grid_sample(input, grid, mode, padding_mode, align_corners)
    theirs = torch.nn.functional.grid_sample(torch.from_numpy(input), torch.from_numpy(grid), mode, padding_mode,
                                             align_corners).numpy()
    assert ours.shape == theirs.shape
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=2e-6)


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("mode, padding_mode, align_corners", CASES)
def test_the_texture_unit_differs_by_its_weights_alone(axes, mode, padding_mode, align_corners):
    input, grid = inputs(axes)
    exact = grid_sample(input, grid, mode, padding_mode, align_corners)
    unit = grid_sample(input, grid, mode, padding_mode, align_corners, texture_unit=True)
    bound = axes * 2 / 512 if mode == "bilinear" else 0  # neighbors differ by at most 2
    assert np.abs(exact - unit).max() <= bound + 1e-6
    if mode == "bilinear":
        assert (exact != unit).mean() > 0.1


def test_by_hand():
    input = np.arange(4, dtype=np.float32).reshape(1, 1, 2, 2)
    center = np.zeros((1, 1, 1, 2), np.float32)
    assert grid_sample(input, center).tolist() == [[[[1.5]]]]
    corner = np.full((1, 1, 1, 2), -1, np.float32)
    assert grid_sample(input, corner, align_corners=True).item() == 0
    assert grid_sample(input + 1, corner).item() == 0.25  # a quarter of the texel, the rest is outside
    assert grid_sample(input + 1, corner, padding_mode="border").item() == 1
    assert grid_sample(input + 1, corner, texture_unit=True).item() == 0.25


def test_positions_that_are_nan():
    input = np.arange(1, 17, dtype=np.float32).reshape(1, 1, 4, 4)
    grid = np.full((1, 1, 1, 2), np.nan, np.float32)
    for mode in ("bilinear", "nearest"):
        for padding_mode, exact in (("zeros", 0), ("border", 1), ("reflection", 1)):
            assert grid_sample(input, grid, mode, padding_mode).item() == exact
    assert grid_sample(input, grid, texture_unit=True).item() == 0.25  # a quarter of the texel, at its corner
    assert grid_sample(input, grid, padding_mode="border", texture_unit=True).item() == 1


def test_empty_inputs():
    assert grid_sample(np.zeros((0, 3, 4, 4)), np.zeros((0, 2, 2, 2))).shape == (0, 3, 2, 2)
    assert grid_sample(np.zeros((1, 0, 4, 4)), np.zeros((1, 2, 2, 2)), texture_unit=True).shape == (1, 0, 2, 2)
    assert grid_sample(np.zeros((1, 3, 4, 4)), np.zeros((1, 0, 2, 2)), texture_unit=True).shape == (1, 3, 0, 2)


@pytest.mark.parametrize("input, grid, arguments, sentence", [
    (np.zeros((3, 4, 4)), np.zeros((1, 2, 2, 2)), {}, "input has shape"),
    (np.zeros((1, 3, 4, 4)), np.zeros((1, 2, 2, 3)), {}, "grid has shape"),
    (np.zeros((1, 3, 4, 4)), np.zeros((2, 2, 2, 2)), {}, "grid has shape"),
    (np.zeros((1, 3, 4, 4)), np.zeros((1, 2, 2, 2)), {"mode": "bicubic"}, "mode is 'bicubic'"),
    (np.zeros((1, 3, 4, 4)), np.zeros((1, 2, 2, 2)), {"padding_mode": "wrap"}, "padding_mode is 'wrap'"),
    (np.zeros((1, 3, 0, 4)), np.zeros((1, 2, 2, 2)), {}, "no texels"),
])
def test_refusals(input, grid, arguments, sentence):
    with pytest.raises(ValueError, match="".join("\\" + c if c in "'()" else c for c in sentence)):
        grid_sample(input, grid, **arguments)
