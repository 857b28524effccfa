"""The metrics of two pictures, against NumPy's own."""

import numpy as np
import pytest

import texelscope


def test_metrics_are_numpys():
    random = np.random.default_rng(1)
    a, b = (random.uniform(0, 1, (20, 30, 3)).astype(np.float32) for _ in "ab")
    found = texelscope.compare(a, b)
    difference = a.astype(np.float64) - b
    assert found.all.count == 1800 and found.all.different == 1800
    assert found.all.mean == pytest.approx(difference.mean(), abs=1e-12)
    assert found.all.rmse == pytest.approx(np.sqrt((difference**2).mean()))
    for channel in range(3):
        assert found.channels[channel].mean_absolute == pytest.approx(np.abs(difference[..., channel]).mean())
    y, x, channel = np.unravel_index(np.abs(difference).argmax(), difference.shape)
    assert found.all.largest["pixel"] == [x, y] and found.all.largest["channel"] == channel
    assert "RMSE" in str(found).upper()


def test_equal_pictures():
    a = np.arange(64, dtype=np.uint8).reshape(8, 8)
    found = texelscope.compare(a, a)
    assert found.all.different == 0 and found.all.psnr_db is None and found.all.mean == 0
    with pytest.raises(AttributeError):
        found.all.missing


def test_nans_are_counted():
    a, b = np.zeros((3, 4)), np.zeros((3, 4))
    a[1, 2], b[0, 0] = np.nan, np.inf
    found = texelscope.compare(a, b)
    assert found.all.nan == [1, 0] and found.all.infinite == [0, 1] and found.all.count == 10


def test_codes_are_compared_as_what_they_mean():
    codes, reals = np.full((2, 2), 51, np.uint8), np.full((2, 2), 0.25, np.float32)
    assert texelscope.compare(codes, reals).all.mean == pytest.approx(0.2 - 0.25)
    assert texelscope.compare(codes, codes + np.uint8(1)).all.mean == -1
    assert texelscope.compare(np.full((2, 2), -3, np.int16), np.full((2, 2), 4, np.int16)).all.mean == -7


@pytest.mark.parametrize("a, b", [
    (np.zeros(4), np.zeros(4)), (np.zeros((2, 2, 5)), np.zeros((2, 2, 5))), (np.zeros((0, 2)), np.zeros((0, 2))),
    (np.zeros((2, 2)), np.zeros((2, 3))), (np.zeros((2, 2), np.int64), np.zeros((2, 2))),
])
def test_what_cannot_be_compared(a, b):
    with pytest.raises(ValueError):
        texelscope.compare(a, b)
