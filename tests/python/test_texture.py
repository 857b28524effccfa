"""Fetches of every function, against the exact model step by step and against values by hand."""

import threading

import numpy as np
import pytest

import texelscope
from texelscope import Texture

SHAPES = {"1d": (13,), "2d": (9, 12), "3d": (6, 7, 8), "1d_layered": (3, 13), "2d_layered": (3, 9, 12),
          "cube": (6, 8, 8), "cube_layered": (12, 8, 8)}
AXES = {"1d": 1, "2d": 2, "3d": 3, "1d_layered": 1, "2d_layered": 2, "cube": 3, "cube_layered": 3}


def texels(shape, dtype, seed=1):
    random = np.random.default_rng(seed)
    dtype = np.dtype(dtype)
    if dtype.kind == "f":
        return random.normal(0, 3, shape).astype(dtype)
    limits = np.iinfo(dtype)
    return random.integers(limits.min, limits.max, shape, dtype, endpoint=True)


def coordinates(dim, count, normalized, seed=2):
    random = np.random.default_rng(seed)
    made = random.uniform(-1.5, 2.5, (count, AXES[dim])).astype(np.float32)
    if "cube" not in dim and not normalized:
        made *= 10
    made[3] = np.nan
    made[4, 0] = np.inf
    made[5, 0] = -np.inf
    return made


def words(result):
    """The bits as explain() tells them: 32 for each component."""
    if result.dtype == np.float32:
        return result.view(np.uint32)
    return result.astype(np.int64).astype(np.uint64).astype(np.uint32)


def explained(texture, at, **how):
    return [int(component["bits"], 16) for component in texture.explain(at, **how)["result"]]


def check(texture, result, at, hows):
    assert result.shape[:-1] == (len(at),)
    for i, (one, how) in enumerate(zip(at, hows)):
        assert list(words(result[i])) == explained(texture, one, **how), f"fetch {i} at {one}, {how}"


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "float16", "float32"])
@pytest.mark.parametrize("dim", SHAPES)
def test_plain_fetches_are_the_models(dim, dtype):
    normalized = "cube" in dim or dtype in ("uint8", "float32")
    t = Texture(texels((*SHAPES[dim], 2), dtype), dim, filter="linear", address=("mirror", "wrap", "border"), border=0.5,
                normalized=normalized)
    at = coordinates(dim, 40, normalized)
    layer = np.arange(40) % 5 - 1
    how = {"layer": layer} if "layered" in dim else {}
    check(t, t(at, **how), at, [{"layer": int(one)} if how else {} for one in layer])


@pytest.mark.parametrize("dtype", ["uint8", "int8", "uint16", "int16", "uint32", "int32"])
def test_integers_come_back_in_their_type(dtype):
    array = texels((9, 12), dtype)
    t = Texture(array, 2, read_mode="element")
    assert t.dtype == dtype
    y, x = np.mgrid[0:9, 0:12]
    result = t(np.stack([x + 0.5, y + 0.5], -1))
    assert result.dtype == dtype
    assert np.array_equal(result, array)


@pytest.mark.parametrize("mip_filter", ["point", "linear"])
@pytest.mark.parametrize("dim", SHAPES)
def test_levels_of_detail(dim, mip_filter):
    t = Texture(texels((*SHAPES[dim], 4), "uint8"), dim, mips="box", mip_filter=mip_filter, mip_bias=0.25, mip_max=2.5,
                normalized=True, address="mirror")
    at = coordinates(dim, 40, True)
    lod = np.linspace(-2, 5, 40, dtype=np.float32)
    check(t, t.lod(at, lod), at, [{"lod": float(one)} for one in lod])
    assert np.array_equal(t.lod(at, 1.5), t.lod(at, np.full(40, 1.5)), equal_nan=True)


@pytest.mark.parametrize("anisotropy", [1, 8])
@pytest.mark.parametrize("dim", SHAPES)
def test_gradients(dim, anisotropy):
    t = Texture(texels((*SHAPES[dim], 4), "uint8"), dim, mips="box", mip_filter="linear", anisotropy=anisotropy,
                normalized=True, address="wrap")
    random = np.random.default_rng(5)
    at = coordinates(dim, 40, True)
    dx, dy = (random.normal(0, 0.2, at.shape).astype(np.float32) for _ in "xy")
    check(t, t.grad(at, dx, dy), at, [{"dx": x, "dy": y} for x, y in zip(dx, dy)])
    assert np.array_equal(t.grad(at, dx[0], dy[0]), t.grad(at, np.tile(dx[0], (40, 1)), np.tile(dy[0], (40, 1))))


def test_gathers():
    t = Texture(texels((9, 12, 4), "uint8"), address="clamp")
    at = coordinates("2d", 40, False)
    for component in range(4):
        check(t, t.gather(at, component), at, [{"component": component}] * 40)
    counted = Texture(np.arange(12, dtype=np.float32).reshape(3, 4))
    assert counted.gather([[1.0, 1.0]]).tolist() == [[4, 5, 1, 0]]


def test_a_gather_of_a_channel_that_is_missing_returns_zeros():
    t = Texture(np.full((4, 4, 2), 255, np.uint8), address="border", border=1)
    for component in (2, 3):
        assert not t.gather([[2, 2], [2.5, 2.5], [-9, -9]], component).any()
    with pytest.raises(ValueError, match="component is 2, and the texture has 2"):
        t.explain([2, 2], component=2)


def test_a_gather_of_levels_reads_the_first():
    array = np.arange(1, 65, dtype=np.uint8).reshape(8, 8)
    for how in ({}, {"mip_min": 1}, {"mip_min": 2, "mip_filter": "linear"}, {"mip_bias": 1}):
        t = Texture(array, mips="box", read_mode="element", normalized=True, **how)
        assert t.gather([0.5, 0.5]).tolist() == [36, 37, 29, 28]
        assert [one["value"] for one in t.explain([0.5, 0.5], component=0)["result"]] == [36, 37, 29, 28]


def test_elements():
    t = Texture(texels((50, 2), "int16"), "linear", read_mode="element")
    index = np.array([0, 1, 49, 50, -1, 7])
    result = t.element(index)
    assert result.shape == (6, 2) and result.dtype == np.int16
    for i, one in enumerate(index):
        assert list(words(result[i])) == explained(t, [one])
    assert result[3].tolist() == result[4].tolist() == [0, 0]


def test_values_by_hand():
    t = Texture(np.array([[0, 51], [102, 255]], np.uint8))
    # Sums of codes become 16 bits: 51 * 128 / 256 * 257 = 6553.5 is rounded up, 102 * 257 = 26214 is 0.4.
    assert t([[0.5, 0.5], [1, 0.5], [1, 1]]).tolist() == [0, np.float32(6554 / 65535), np.float32(0.4)]
    assert t([9, -9]) == np.float32(0.2)
    half = Texture(np.array([1, -2.5], np.float16), 1)
    assert half([[1.5]]).tolist() == [-2.5]
    border = Texture(np.ones((2, 2, 4), np.float32), address="border", border=(0, 0.25, 0.5, 1))
    assert border([[-3, -3]]).tolist() == [[0, 0.25, 0.5, 1]]
    signed = Texture(np.array([-128, 127], np.int8), 1, filter="point")
    assert signed([[0.5], [1.5]]).tolist() == [-1, 1]


@pytest.mark.parametrize(("settings", "mean"), [({}, 128), ({"srgb": True}, 188),
                                                ({"srgb": True, "gamma_correct_mips": False}, 128),
                                                ({"srgb": True, "read_mode": "element"}, 128)])
def test_srgb_levels_are_averages_of_light(settings, mean):
    t = Texture(np.array([[0, 255]], np.uint8), mips="box", filter="point", normalized=True, **settings)
    expected = Texture(np.array([[mean]], np.uint8), filter="point", normalized=True, **settings)
    assert t.lod([0.5, 0.5], 1) == expected([0.5, 0.5])


def test_levels_that_are_given_are_those():
    levels = [np.full((8 >> i, 4 >> i or 1), i, np.float32) for i in range(4)]
    t = Texture(levels[0], mips=levels[1:], mip_filter="linear", normalized=True)
    assert t.lod([[0.5, 0.5]] * 3, [0, 1.25, 9]).tolist() == [0, 1.25, 3]
    assert t.level_count == 4


def test_shapes_follow_the_coordinates():
    with_axis, without = Texture(np.zeros((4, 4, 1), np.uint8)), Texture(np.zeros((4, 4), np.uint8))
    at = np.zeros((2, 3, 5, 2), np.float32)
    assert with_axis(at).shape == (2, 3, 5, 1) and without(at).shape == (2, 3, 5)
    assert without(at[0, 0, 0]).shape == ()
    assert without(np.zeros((0, 2))).shape == (0,) and with_axis(np.zeros((3, 0, 2))).shape == (3, 0, 1)
    assert without.gather(at).shape == (2, 3, 5, 4)


def misaligned(array):
    """The same numbers at an odd address."""
    memory = np.zeros(array.nbytes + 1, np.uint8)
    memory[1:] = array.reshape(-1).view(np.uint8)
    return memory[1:].view(array.dtype).reshape(array.shape)


def test_strides_types_and_read_only_arrays():
    array = texels((9, 12, 4), "float32")
    at = coordinates("2d", 60, False)
    expected = Texture(array)(at)
    frozen = array.copy()
    frozen.flags.writeable = False
    frozen_at = at.copy()
    frozen_at.flags.writeable = False
    assert np.array_equal(Texture(frozen)(frozen_at), expected, equal_nan=True)
    assert np.array_equal(Texture(np.asfortranarray(array))(np.asfortranarray(at)), expected, equal_nan=True)
    wide = np.zeros((60, 4), np.float32)
    wide[:, ::2] = at
    assert np.array_equal(Texture(array)(wide[:, ::2]), expected, equal_nan=True)
    assert np.array_equal(Texture(array.astype(">f4"))(at.astype(np.float64)), expected, equal_nan=True)
    assert np.array_equal(Texture(array[::-1])(at), Texture(array[::-1].copy())(at), equal_nan=True)
    assert np.array_equal(Texture(misaligned(array))(misaligned(at)), expected, equal_nan=True)
    layers = np.array([1, 0], np.int32)
    t = Texture(np.float32([[[1]], [[2]]]), "2d_layered")
    assert t(np.zeros((2, 2)), layer=misaligned(layers)).tolist() == [2, 1]
    assert texelscope.compare(misaligned(array), array).all.different == 0


def test_a_dimension_may_be_numpys():
    assert Texture(np.zeros((4, 4), np.float32), np.int64(2)).dim == "2d"


def test_texels_are_copied():
    array = np.zeros((2, 2), np.float32)
    t = Texture(array)
    array[:] = 7
    assert t([[1, 1]]) == 0


def test_results_can_be_written_into_an_array():
    t = Texture(texels((9, 12, 4), "uint8"))
    at = coordinates("2d", 40, False)
    out = np.full((40, 4), 9, np.float32)
    assert t(at, out=out) is out
    assert np.array_equal(out, t(at))
    for bad in (np.zeros((40, 3), np.float32), np.zeros((40, 4)), np.zeros((4, 40), np.float32).T, [1],
                misaligned(np.zeros((40, 4), np.float32))):
        with pytest.raises(ValueError, match="out "):
            t(at, out=bad)
    out.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        t(at, out=out)


def test_threads_do_not_change_the_result():
    t = Texture(texels((64, 64, 4), "uint8"), mips="box", normalized=True, mip_filter="linear", anisotropy=4)
    at = np.random.default_rng(3).uniform(-1, 2, (50_000, 2)).astype(np.float32)
    dx, dy = np.float32([0.1, 0]), np.float32([0, 0.3])
    one = t.grad(at, dx, dy, threads=1)
    for threads in (0, 2, 7, 1_000_000):
        assert np.array_equal(one, t.grad(at, dx, dy, threads=threads))
    results = [None] * 4

    def call(i):
        results[i] = t.grad(at, dx, dy, threads=2)

    callers = [threading.Thread(target=call, args=(i,)) for i in range(4)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert all(np.array_equal(one, result) for result in results)


@pytest.mark.parametrize("array, arguments, sentence", [
    (np.zeros((4, 4)), {}, "the texels are float64"),
    (np.zeros((4, 4), bool), {}, "the texels are bool"),
    (np.zeros((4, 4), np.int64), {}, "the texels are int64"),
    (np.zeros(4, np.uint8), {}, "shape (4,): for 2d it is (height, width)"),
    (np.zeros((4, 4, 3), np.uint8), {}, "holds 3 channels"),
    (np.zeros((0, 4), np.uint8), {}, "there are no texels"),
    (np.zeros((5, 4, 4), np.uint8), {"dim": "cube"}, "six faces"),
    (np.zeros((6, 4, 5), np.uint8), {"dim": "cube"}, "square"),
    (np.zeros((4, 4), np.uint8), {"dim": 4}, "dim is 4"),
    (np.zeros((4, 4), np.uint8), {"dim": "2-D"}, "dim is '2-D'"),
    (np.zeros((4, 4), np.uint8), {"filter": "cubic"}, "sampler.filter"),
    (np.zeros((4, 4), np.uint8), {"address": "repeat"}, "sampler.address_x"),
    (np.zeros((4, 4), np.uint8), {"address": []}, "address names 0 axes"),
    (np.zeros((4, 4), np.uint8), {"border": [1] * 5}, "border has 5 numbers"),
    (np.zeros((4, 4), np.uint8), {"anisotropy": 17}, "sampler.max_anisotropy"),
    (np.zeros((4, 4), np.uint8), {"mips": "gauss"}, "mips is 'gauss'"),
    (np.zeros((4, 4), np.uint8), {"mips": [np.zeros((2, 3), np.uint8)]}, "level 1 is uint8 of shape (2, 3): uint8 of "
                                                                            "shape (2, 2)"),
    (np.zeros((4, 4), np.uint8), {"mips": [np.zeros((2, 2), np.int8)]}, "level 1 is int8"),
    (np.zeros((4, 4), np.int32), {"filter": "linear"}, "cudaErrorInvalidFilterSetting"),
    (np.zeros((4, 4), np.int32), {"read_mode": "normalized_float"}, "cudaErrorInvalidNormSetting"),
    (np.zeros((1, 131073), np.uint8), {}, "131073 x 1 x 1 texels are more than"),
    (np.zeros(4, np.uint8), {"dim": "linear", "mips": "box"}, "linear memory has no mip levels"),
])
def test_textures_that_are_refused(array, arguments, sentence):
    with pytest.raises(ValueError) as refusal:
        Texture(array, **arguments)
    assert sentence in str(refusal.value)


def test_fetches_that_are_refused():
    plane, layers = Texture(np.zeros((4, 4), np.uint8)), Texture(np.zeros((2, 4, 4), np.uint8), "2d_layered")
    at = np.zeros((5, 2), np.float32)
    for call, sentence in [
        (lambda: plane(np.zeros((5, 3))), "the coordinates have shape (5, 3): for 2d it is (..., 2)"),
        (lambda: plane(1.0), "the coordinates have shape ()"),
        (lambda: plane(["a", "b"]), "coordinates are numbers"),
        (lambda: plane(at, layer=0), "has no layers"),
        (lambda: layers(at, layer=np.zeros(4, int)), "layer has shape (4,), which does not fit (5,)"),
        (lambda: layers(at, layer=0.5), "layer is float64"),
        (lambda: layers(at, layer=2**40), "layer exceeds 32 bits"),
        (lambda: plane.lod(at, np.zeros(4)), "lod has shape (4,)"),
        (lambda: plane.grad(at, np.zeros(3), np.zeros(2)), "dx has shape (3,)"),
        (lambda: plane.gather(at, 4), "channel 0 to 3"),
        (lambda: layers.gather(at), "2-D"),
        (lambda: plane.element([1]), "linear memory"),
        (lambda: plane(at, threads=-1), "threads"),
        (lambda: plane.explain(at), "xy has shape (5, 2): (2,)"),
        (lambda: plane.explain(at[0], lod=1, component=1), "one of lod"),
        (lambda: plane.explain(at[0], dx=[0, 0]), "dx and dy belong together"),
        (lambda: plane.explain(at[0], component=-1), "component is -1"),
        (lambda: layers.explain(at[0], component=0), "tex2Dgather takes 2-D textures"),
        (lambda: plane.explain(at[0], layer=3), "has no layers"),
        (lambda: layers.explain(at[0], layer=2**40), "layer exceeds 32 bits"),
        (lambda: Texture(np.zeros(4, np.uint8), "linear").explain([np.inf]), "an integer, not inf"),
    ]:
        with pytest.raises(ValueError) as refusal:
            call()
        assert sentence in str(refusal.value)


def test_the_explanation_is_readable_and_complete():
    t = Texture(np.array([[0, 51], [102, 255]], np.uint8))
    e = t.explain([1.0, 1.0])
    assert e["result"][0]["value"] == pytest.approx(0.4)
    assert [texel["weight"] for texel in e["parts"][0]["texels"]] == [64, 64, 64, 64]
    assert "tex2D" in str(e) and e.text == str(e)


def test_notes_name_what_is_altered():
    t = Texture(np.zeros((4, 4), np.uint8), address="wrap")
    note = next(note for note in t.notes if note.kind == "altered")
    assert note.field.startswith("sampler.address")
    assert "normalized" in note.rule and note.fix
    notes = Texture(np.zeros((4, 4), np.uint8), mips="box").notes
    assert [note.field for note in notes if note.kind == "altered"] == ["sampler.normalized_coords"]
    assert all(note.field.startswith("sampler.") for note in notes), "a window's settings are no concern of a texture"
    assert not [note for note in Texture(np.zeros((4, 4), np.uint8), normalized=True, address="wrap").notes
                if note.kind != "no_effect"]


def test_help_is_enough_to_begin():
    assert "Texture" in texelscope.__doc__
    for name in texelscope.__all__:
        assert getattr(texelscope, name).__doc__, name
    for name in ("__call__", "lod", "grad", "gather", "element", "explain", "notes"):
        assert getattr(Texture, name).__doc__, name
