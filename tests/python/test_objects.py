"""What Python objects are expected to do: pickle, copy, refuse with a sentence; and arrays that overlap."""

import copy
import pickle

import numpy as np
import pytest

import texelscope
from texelscope import Session, Texture

RANDOM = np.random.default_rng(5)
TEXTURES = [
    ((RANDOM.random((9, 12, 2), np.float32),), dict(filter="linear", address=("wrap", "mirror"), normalized=True)),
    ((RANDOM.integers(0, 255, (9, 12), np.uint8),), dict(mips="box", mip_filter="linear", normalized=True, srgb=True)),
    ((RANDOM.integers(0, 255, (6, 7, 8, 4), np.uint8), 3), dict(address="border", border=(0.5, 1))),
    ((RANDOM.integers(-9, 9, (12, 8, 8), np.int16), "cube_layered"), dict(read_mode="element", mips="box")),
    ((RANDOM.random((5, 3), np.float32).astype(np.float16)[:, :1], 1), dict(mips=[np.ones((2, 1), np.float16)])),
    ((RANDOM.integers(0, 255, 40, np.uint32), "linear"), {}),
]


def fetched(texture):
    if texture.dim == "linear":
        return texture.element(np.arange(-2, 44))
    xy = np.random.default_rng(6).random((50, texture._core.axis_count), np.float32) * 9 - 2
    return np.stack([texture(xy), texture.lod(xy, 0.75), texture.grad(xy, xy[0] / 9, xy[1] / 9)])


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy] + [
    lambda one, protocol=protocol: pickle.loads(pickle.dumps(one, protocol))
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)])
@pytest.mark.parametrize("arguments, settings", TEXTURES)
def test_textures_come_back_with_their_texels(arguments, settings, again):
    texture = Texture(*arguments, **settings)
    other = again(texture)
    assert (type(other), repr(other), other.dtype, other.shape) == (Texture, repr(texture), texture.dtype, texture.shape)
    assert other.notes == texture.notes
    assert np.array_equal(fetched(other), fetched(texture), equal_nan=True)
    assert other._settings == texture._settings


def test_sessions_come_back_with_their_folder(tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "one.json").write_text('{"version": 1, "texture": {"source": "file", "path": "t.png"}}')
    session = Session.load(tmp_path / "here" / "one.json")
    session["view.range_high"] = 0.1
    session["write.strokes"] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0] * 3
    (tmp_path / "other").mkdir()
    for other in (pickle.loads(pickle.dumps(session)), copy.deepcopy(session), copy.copy(session), session.copy()):
        assert other == session and other["write.strokes"] == session["write.strokes"]
        other["sampler.filter"] = "point"
        assert session["sampler.filter"] == "linear"
        other.save(tmp_path / "other" / "two.json")
        assert Session.load(tmp_path / "other" / "two.json")["texture.path"] == "../here/t.png"


def test_results_that_overlap_the_arguments():
    t = Texture(RANDOM.random((64, 64, 2), np.float32))
    u = Texture(RANDOM.random((64, 64), np.float32), mips="box", normalized=True)
    n = Texture(np.arange(100, dtype=np.int32)[::-1], "linear")
    xy = RANDOM.random((100001, 2), np.float32) * 60
    expected = t(xy)
    for shift in (0, 1, 2, 5):
        memory = np.zeros(2 * len(xy) + 5, np.float32)
        at, out = memory[shift:][:2 * len(xy)].reshape(-1, 2), memory[:2 * len(xy)].reshape(-1, 2)
        at[:] = xy
        assert np.array_equal(t(at, out=out), expected)
        at[:] = xy
        assert np.array_equal(t.grad(at, [1, 0], [0, 1], out=out), t.grad(xy, [1, 0], [0, 1]))
    lod, dx = RANDOM.random(len(xy), np.float32) * 3, RANDOM.random(xy.shape, np.float32)
    expected = u.lod(xy, lod)
    assert np.array_equal(u.lod(xy, lod, out=lod), expected)
    expected = t.grad(xy, dx, [0, 1])
    assert np.array_equal(t.grad(xy, dx, [0, 1], out=dx), expected)
    index = RANDOM.integers(0, 100, 5000, np.int32)
    expected = n.element(index)
    assert np.array_equal(n.element(index, out=index), expected)


class Odd:
    def __repr__(self):
        return "<odd>"


ODD = [Odd(), None, "odd", "\udcff", "a\0b", b"bytes", 1 << 70, -1, 1.5, float("nan"), float("inf"), 1j, (), [], [1], ["a"],
       [[1]], {}, {"a": 1}, np.float64(2), np.arange(3), np.array(["a"]), np.array([Odd()]), np.zeros(0), np.zeros((2, 2)),
       np.zeros((2, 2), np.float16), np.zeros((2, 2), complex), np.zeros((2, 2), "M8[s]"), np.ma.zeros((2, 2)), object]


def calls():
    array, xy = np.zeros((6, 6), np.float32), np.zeros((2, 2), np.float32)
    t, s = Texture(array), Session()
    linear, layers = Texture(np.zeros(9, np.uint8), "linear"), Texture(np.zeros((2, 4, 4), np.uint8), "2d_layered")
    for name in Texture.__init__.__kwdefaults__:
        yield f"Texture({name})", lambda odd, name=name: Texture(array, **{name: odd})
    yield "Texture", Texture
    yield "Texture(dim)", lambda odd: Texture(array, odd)
    yield "address", lambda odd: Texture(array, address=[odd])
    yield "call", t
    for name in ("layer", "threads", "out"):
        yield name, lambda odd, name=name: t(xy, **{name: odd})
    yield "layers", lambda odd: layers(xy, layer=odd)
    yield "lod", lambda odd: t.lod(xy, odd)
    yield "grad", lambda odd: t.grad(xy, odd, odd)
    yield "gather", lambda odd: t.gather(xy, odd)
    yield "element", linear.element
    yield "explain", t.explain
    for name in ("lod", "component", "layer"):
        yield f"explain({name})", lambda odd, name=name: t.explain([0, 0], **{name: odd})
    yield "explain(dx)", lambda odd: t.explain([0, 0], dx=odd, dy=odd)
    yield "compare", lambda odd: texelscope.compare(odd, odd)
    yield "compare b", lambda odd: texelscope.compare(array, odd)
    yield "grid_sample", lambda odd: texelscope.grid_sample(odd, odd)
    yield "Session", Session
    for field in list(s):
        yield field, lambda odd, field=field: s.__setitem__(field, odd)
    yield "set", lambda odd: s.__setitem__(odd, 1)
    yield "get", lambda odd: s[odd]
    yield "in", lambda odd: odd in s
    yield "==", lambda odd: s == odd
    yield "differing", s.differing
    yield "load", Session.load
    yield "save", lambda odd: s.save(odd) if not isinstance(odd, (str, bytes)) else None
    yield "from_json", Session.from_json
    yield "from_share_line", Session.from_share_line


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("call", [call for _, call in calls()], ids=[name for name, _ in calls()])
def test_refusals_are_sentences_for_users_of_python(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for odd in ODD:
        try:
            call(odd)
        except (TypeError, ValueError, KeyError, OSError, AttributeError) as refusal:
            said = str(refusal)
            for foreign in ("incompatible", "Invoked with", "_core", "argument types", "std::", "ctypes", "argument 1", "C++"):
                assert foreign not in said, f"{odd!r}: {said}"
            assert said


def test_numpys_numbers_are_numbers():
    s = Session()
    s["texture.width"] = np.int64(32)
    s["view.rotation"] = np.float32(0.5)
    s["sampler.normalized_coords"] = np.bool_(False)
    s["sampler.border_color"] = np.array([0, 0.5, 1, 1])
    assert [s["texture.width"], s["view.rotation"], s["sampler.normalized_coords"], s["sampler.border_color"]] == [
        32, 0.5, False, [0, 0.5, 1, 1]]
    Texture(np.zeros((4, 4), np.uint8), anisotropy=np.int32(4), mip_bias=np.float32(1))(
        np.zeros((1, 2)), threads=np.int64(1))


def test_names_of_files_that_are_no_text(tmp_path):
    name = tmp_path / "\udcff.json"
    Session({"sampler.filter": "point"}).save(name)
    assert Session.load(name)["sampler.filter"] == "point"
    assert Session.load(str(name))["sampler.filter"] == "point"
    with pytest.raises((ValueError, OSError), match=r"\\xfe\.json"):
        Session.load(tmp_path / "\udcfe.json")
    with pytest.raises(ValueError, match="zero byte"):
        Session.load(str(tmp_path / "a\0b"))
