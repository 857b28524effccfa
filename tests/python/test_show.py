"""What textures, sessions, explanations and comparisons show in a notebook; sessions rendered and exported; arrays of other libraries."""
import base64
import html
import json
import os
import pathlib
import pickle
import re
import struct
import subprocess
import zlib
from html.parser import HTMLParser

import numpy as np
import pytest

import texelscope
from texelscope import Session, Texture, compare

RANDOM = np.random.default_rng(7)
VOID = {"img", "br"}


class Checked(HTMLParser):
    """HTML whose elements are closed in order, and which asks for nothing from elsewhere."""

    def __init__(self, text):
        super().__init__()
        self.open, self.words, self.images = [], [], []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        assert tag in {"div", "b", "img", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "code"}, tag
        for name, value in attributes:
            assert not name.startswith("on"), name
            assert "url(" not in value and "http" not in value.replace("http://www.w3.org", ""), value
            if name == "src":
                kind, content = re.fullmatch(r"data:image/(png|svg\+xml);base64,(.*)", value).groups()
                self.images.append((kind, base64.b64decode(content, validate=True)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.words.append(data)

    @property
    def text(self):
        return " ".join(self.words)


def checked(shown):
    text = shown._repr_html_()
    assert len(text.encode()) < 40_000
    return Checked(text)


def pixels_of(png):
    """The pixels of a PNG file without an alpha channel."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height, bits, color = struct.unpack(">IIBB", png[16:26])
    assert bits == 8
    channels = {0: 1, 2: 3}[color]
    at, packed = 8, b""
    while at < len(png):
        (size,), kind = struct.unpack(">I", png[at:at + 4]), png[at + 4:at + 8]
        content = png[at + 8:at + 8 + size]
        assert struct.unpack(">I", png[at + 8 + size:at + 12 + size]) == (zlib.crc32(kind + content),)
        packed += content if kind == b"IDAT" else b""
        at += 12 + size
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, -1)
    made = np.zeros((height, width * channels), np.uint8)
    for y, row in enumerate(rows):
        assert row[0] in (0, 2)
        made[y] = row[1:] if row[0] == 0 else row[1:] + (made[y - 1] if y else 0)
    return made.reshape(height, width, channels)


def textures():
    noise = RANDOM.integers(0, 256, (512, 512, 4), np.uint8)
    yield Texture(noise, mips="box", mip_filter="linear", anisotropy=16, srgb=True, normalized=True, address="mirror")
    yield Texture(RANDOM.normal(size=(700, 300, 2)).astype(np.float32))
    yield Texture(RANDOM.integers(0, 2**32, (1, 16384), np.uint32), address=("wrap", "border"), border=[1e-30, np.nan, np.inf, -0.0])
    yield Texture(np.arange(5, dtype=np.int8), 1)
    yield Texture(RANDOM.random(16384, np.float32), 1)
    yield Texture(RANDOM.integers(0, 256, (300, 64, 2), np.uint8), "1d_layered")
    yield Texture(RANDOM.random((20, 64, 64), np.float32), 3)
    yield Texture(RANDOM.integers(0, 256, (4, 256, 256, 4), np.uint8), "2d_layered")
    yield Texture(RANDOM.integers(0, 65536, (6, 64, 64, 4), np.uint16), "cube", seamless=True)
    yield Texture(RANDOM.integers(0, 65536, (18, 64, 64), np.uint16), "cube_layered")
    yield Texture(RANDOM.random(100_000, np.float32), "linear")
    yield Texture(np.full((3, 3), np.nan, np.float16))


@pytest.mark.parametrize("texture", textures(), ids=repr)
def test_textures_show_their_texels_and_their_sampler(texture):
    page = checked(texture)
    assert len(page.images) == 1
    pixels_of(page.images[0][1])
    for name in ("address_x", "border_color", "max_anisotropy", "seamless_cube"):
        assert name in page.words
    explained = checked(texture.explain([0.4] * texture._core.axis_count if texture.dim != "linear" else [3]))
    (kind, drawing), = explained.images
    assert kind == "svg+xml" and drawing.startswith(b"<svg ")


def test_a_thumbnail_has_the_texels_colors():
    gray = np.array([[0, 51], [102, 255]], np.uint8)
    (_, file), = checked(Texture(gray)).images
    assert pixels_of(file)[..., 0].tolist() == gray.tolist()
    floats = np.array([[-1.0, 1.0, np.nan, 3.0]], np.float32)
    page = checked(Texture(floats))
    assert pixels_of(page.images[0][1]).tolist() == [[[0] * 3, [128] * 3, [255, 0, 255], [255] * 3]]
    assert "Black is -1, white 3. Magenta: a value is not finite." in page.text
    two = np.array([[[255, 0], [0, 255]]], np.uint8)
    assert pixels_of(checked(Texture(two)).images[0][1]).tolist() == [[[255, 0, 0], [0, 255, 0]]]
    half = np.zeros((400, 400), np.uint8)
    half[:, 200:] = 255
    shown = pixels_of(checked(Texture(half)).images[0][1])[..., 0]
    assert shown.shape == (128, 128) and (shown[:, :64] == 0).all() and (shown[:, 64:] == 255).all()


def test_notes_are_shown_with_what_they_alter():
    page = checked(Texture(np.zeros((4, 4), np.uint8), address="wrap"))
    assert "overridden" in page.words and "wrap needs normalized coordinates" in page.text
    assert "Without effect here: sampler.address_z" in page.text


def test_a_sessions_texts_are_escaped():
    page = checked(Session({"texture.source": "file", "texture.path": '<script>&"x"</script>.png'}))
    assert not page.images
    assert '<script>&"x"</script>.png' in page.words
    assert "There is no picture: There is no file" in page.text
    shown = Session({"texture.source": "noise", "texture.width": 1024, "texture.height": 1024, "sampler.filter": "point",
                     "view.span": 9.0})
    page = checked(shown)
    assert len(page.images) == 1 and "view.span" in page.words and "9" in page.words


def test_what_would_control_or_reorder_a_page_is_replaced_and_spaces_stay():
    steers, spaces = "\x07\x9b\u202e\ud800\uffff", "\u3000\xa0\u200d"
    predict = texelscope.Predictions()
    for shown in (predict(steers + spaces, 1, 1), texelscope.plot([0, 1], {steers + spaces: [0, 1]}),
                  Session({"texture.source": "file", "texture.path": "\x07\x9b\u202e" + spaces + ".png"})):
        text = shown._repr_html_()
        assert "\ufffd" in text and spaces in text
        assert not set(steers) & set(text)


def test_the_largest_sessions_stay_small():
    body = "// " + "<&>\n" * 5000 + "\nreturn tex2D<Texel>(tex, x, y);"
    session = Session({"fetch.body": body})
    for name in session:
        value = session[name]
        if isinstance(value, bool):
            session[name] = not value
    strokes = [0.0, 0.0, 0.5, 0.5, 0.1, 1.0, 1.0, 1.0, 1.0, 0.0] * 500
    try:
        session["write.strokes"] = strokes
    except ValueError:
        pass
    session["texture.path"] = "<&" * 500
    page = checked(session)
    assert "more rows" in page.text or "more …" in page.text


def test_a_session_renders_its_picture(program_values):
    session = Session({"sampler.filter": "point", "view.rotation": 30.0})
    values = session.render(40, 30)
    assert values.dtype == np.float32 and values.shape == (30, 40, 4)
    assert values.tobytes() == program_values(session, 40, 30).tobytes()
    integers = Session({"texture.bits": 32, "sampler.read_mode": "element", "sampler.filter": "point"}).render(3, 2)
    assert integers.dtype == np.uint32
    assert session.render().shape == (480, 640, 4)
    assert session.png(5, 4)[:8] == b"\x89PNG\r\n\x1a\n"
    with pytest.raises(ValueError, match="1 to 16384 pixels"):
        session.render(5)
    with pytest.raises(ValueError, match="Only CUDA runs this body"):
        Session({"fetch.body": "return tex2D<Texel>(tex, x, y);"}).render()
    with pytest.raises(OSError, match="none.png"):
        Session({"texture.source": "file", "texture.path": "none.png"}).render()


@pytest.fixture
def program_values(tmp_path):
    program = os.environ.get("TEXELSCOPE_PROGRAM")

    def values(session, width, height):
        if not program:
            pytest.skip("TEXELSCOPE_PROGRAM names no program")
        file, out = tmp_path / "s.json", tmp_path / "o.npy"
        session.save(file)
        subprocess.run([program, "render", file, "--out", out, "--backend", "cpu", "--size", f"{width}x{height}"], check=True,
                       capture_output=True)
        return np.load(out)

    return values


def test_a_session_is_exported(tmp_path):
    session = Session({"texture.width": 8, "texture.height": 8})
    assert "cudaCreateTextureObject" in session.export("cuda")
    with pytest.raises(ValueError, match="it is one of cuda"):
        session.export("metal")
    large = Session({"texture.width": 256, "texture.height": 256})
    with pytest.raises(ValueError, match="256 KiB"):
        large.export("cuda")
    program = large.export("cuda", tmp_path / "large.cu")
    assert (tmp_path / "large.cu").read_text() == program and "large.cu.texels" in program
    assert (tmp_path / "large.cu.texels").stat().st_size == 256 * 256 * 4


def test_a_texture_has_the_session_that_requests_it():
    texture = Texture(np.zeros((9, 5, 7, 2), np.float16), 3, address=("clamp", "border", "mirror"), filter="point", normalized=True)
    session = texture.session()
    assert [session[f"texture.{name}"] for name in ("width", "height", "depth", "dimension", "bits", "channels", "kind")] == [
        7, 5, 9, "3d", 16, 2, "float"]
    assert [session[f"sampler.address_{axis}"] for axis in "xyz"] == ["clamp", "border", "mirror"]


def test_explanations_keep_what_they_had():
    texture = Texture(np.arange(12, dtype=np.uint8).reshape(3, 4))
    explanation = texture.explain([1.0, 1.0])
    assert explanation["result"] == explanation.report["result"]
    assert str(explanation) == explanation.text and "tex2D" in explanation.text
    assert texelscope.Explanation(explanation.report, explanation.text) == texelscope.Explanation(explanation.report, explanation.text)
    assert pickle.loads(pickle.dumps(explanation)) == explanation
    page = checked(explanation)
    assert [word for word in page.words if word in ("R", "value", "exact", "error")] == ["value", "exact", "error", "R"]


def test_comparisons_show_where_they_differ():
    a = np.zeros((200, 300), np.float32)
    b = a.copy()
    b[100:, :150] = 0.25
    b[0, 0] = 0.5
    shown = compare(a, b)
    page = checked(shown)
    assert "white one of 0.5" in page.text and "psnr_db" in page.words
    pixels = pixels_of(page.images[0][1])[..., 0]
    assert pixels.shape == (96, 96)
    assert pixels[0, 0] == 255 and pixels[95, 0] == 128 and pixels[95, 95] == 0
    assert "No value differs." in checked(compare(a, a)).text
    a[3, 3] = np.nan
    assert "Magenta" in checked(compare(a, b)).text
    codes = compare(np.full((4, 4, 3), 255, np.uint8), np.ones((4, 4, 3)))
    assert "No value differs." in checked(codes).text
    noise = RANDOM.random((500, 500, 4))
    checked(compare(noise, RANDOM.random((500, 500, 4))))


class OnDevice:
    """An array that is on a GPU, as CuPy's and PyTorch's are."""

    __cuda_array_interface__ = {"version": 3}

    def __init__(self, array, method):
        self.copied = 0

        def copy():
            self.copied += 1
            return array

        setattr(self, method, copy)


@pytest.mark.parametrize("method", ["get", "cpu", "copy_to_host"])
def test_arrays_on_a_gpu_are_copied_by_their_library(method):
    texels = np.array([[0, 51], [102, 255]], np.uint8)
    given = OnDevice(texels, method)
    texture = Texture(given)
    assert given.copied == 1
    xy = OnDevice(np.float32([[1, 1]]), method)
    assert texture(xy) == np.float32(0.4)
    assert compare(given, texels).all.different == 0


def test_arrays_without_a_way_to_the_host_are_refused():
    with pytest.raises(ValueError, match="a OnDevice is on a GPU, and has no method"):
        Texture(OnDevice(None, "something"))


class ByDlpack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **how):
        return self.array.__dlpack__(**how)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class WithGradients:
    requires_grad = True

    def __init__(self, array):
        self.array = array

    def detach(self):
        return self.array

    def __array__(self, *_, **__):
        raise RuntimeError("call detach() first")


class ByInterface:
    def __init__(self, array):
        self.array, self.__array_interface__ = array, array.__array_interface__


@pytest.mark.parametrize("made", [ByInterface, WithGradients,
                                  pytest.param(ByDlpack, marks=pytest.mark.skipif(not hasattr(np, "from_dlpack"),
                                                                                  reason="NumPy has no from_dlpack"))])
def test_arrays_of_other_libraries(made):
    texels = np.array([[0, 51], [102, 255]], np.uint8)
    assert Texture(made(texels))(np.float32([[1, 1]])) == np.float32(0.4)


needs_panel = pytest.mark.skipif(not (pathlib.Path(texelscope.__file__).parent / "notebook.js").is_file(),
                                 reason="scripts/web.sh has not made the panel")


def frame_state(explorer):
    """What the panel begins with."""
    frame = html.unescape(re.findall(r'srcdoc="([^"]*)"', explorer._repr_html_())[-1])
    state = re.search(r'<script id="state" type="application/json">([^<]*)</script>', frame)
    return json.loads(state[1])


@pytest.fixture
def cells(monkeypatch):
    """The cells of a notebook: `cells(name, run)` is the one that runs."""
    from texelscope import _explorer

    made = _explorer._Cells()
    monkeypatch.setattr(_explorer, "_cells", made)
    now = [None, None]
    monkeypatch.setattr(_explorer._Cells, "present", staticmethod(lambda: tuple(now)))

    def run(*cell):
        now[:] = cell

    return run


@needs_panel
def test_one_panel_of_a_notebook_holds_the_module(cells):
    texture = Texture(np.zeros((4, 4), np.uint8))

    def holds():
        return "texelscopeNotebook = {" in texture.explore()._repr_html_()

    cells("a", 1)
    assert [holds(), holds()] == [True, False]
    cells("b", 2)
    assert not holds()
    cells("a", 3)  # its output is replaced
    assert [holds(), holds()] == [True, False]
    cells("b", 4)
    assert not holds()


@needs_panel
def test_without_cells_the_first_holds_it(cells):
    shown = [len(Session().explore()._repr_html_()) for _ in range(10)]
    assert shown[0] > 1_000_000 and max(shown[1:]) < 20_000


@needs_panel
def test_a_panel_begins_with_the_texture():
    texels = RANDOM.integers(0, 65536, (3, 5, 7, 2), np.uint16)
    texture = Texture(texels, 3, address=("wrap", "clamp", "mirror"), normalized=True)
    state = frame_state(texture.explore(at=[0.25, 0.5, 0.75]))
    picture = state["picture"]
    assert base64.b64decode(picture["texels"]) == texels.tobytes()
    assert [picture[key] for key in ("width", "height", "planes", "dimension", "kind", "bits", "channels")] == [7, 5, 3, 2, 0, 16, 2]
    assert state["at"] == [0.25, 0.5] and state["session"]["fetch"]["slice"] == 0.75
    assert state["session"]["sampler"]["address_z"] == "mirror"
    counted = Texture(np.zeros((4, 8), np.float32)).explore(at=[-4.0, 1.0])
    state = frame_state(counted)
    assert state["at"] == [-0.5, 0.25] and state["session"]["view"]["span"] == 2.2
    assert "at" not in frame_state(texture.explore())
    explanation = texture.explain([0.25, 0.5, 0.75], lod=0.5)
    assert frame_state(explanation.explore())["session"]["fetch"]["function"] == "lod"
    with pytest.raises(ValueError, match="Texture.explain makes one that has"):
        texelscope.Explanation({}, "").explore()


@needs_panel
def test_a_panel_begins_with_the_session(tmp_path):
    np.save(tmp_path / "<b>&.npy", np.arange(12, dtype=np.uint8).reshape(3, 4))
    session = Session({"texture.source": "file", "texture.path": str(tmp_path / "<b>&.npy")})
    state = frame_state(session.explore())
    assert state["embed"] is True and state["picture"]["width"] == 4
    assert state["session"]["texture"]["path"] == "<b>&.npy"
    assert "picture" not in frame_state(Session().explore())


@needs_panel
def test_large_arrays_are_refused_with_a_way_out():
    with pytest.raises(ValueError, match=r"the texels are 16.0 MiB, and a panel takes up to 4: .* array\[:512, :512\]"):
        Texture(np.zeros((4096, 4096), np.uint8)).explore()


def test_a_package_without_the_panel_says_so(monkeypatch):
    from texelscope import _explorer

    monkeypatch.setattr(_explorer, "_MODULE", pathlib.Path("/nowhere/notebook.js"))
    with pytest.raises(RuntimeError, match="notebook.js is missing beside it. ./scripts/web.sh makes it"):
        Session().explore()


def test_a_notebook_is_chinese_if_that_was_chosen():
    texture = Texture(RANDOM.random((9, 4, 4), np.float32), 3, address="wrap")
    texelscope.set_language("zh-Hans")
    try:
        page = checked(texture)
        assert "纹理：" in page.text and "前 6 个，共 9 个切片。黑色为 0，白色为 1。" in page.text and "被覆盖" in page.words
        assert "取样值" in checked(texture.explain([1, 1, 1])).words
        assert "没有图像：" in checked(Session({"texture.source": "file", "texture.path": "none.png"})).text
        compared = compare(np.zeros((2, 2)), np.full((2, 2), 0.5))
        assert "\n  最大 ULP " in str(compared) and compared.all.max_ulp > 0
        page = checked(compared)
        for word in ("全部", "值的个数", "不同", "平均绝对值", "最大 ULP", "最大差", "像素 0, 0, 通道 0, A 0, B 0.5, 差 -0.5"):
            assert word in page.words, word
        assert "全部" in checked(compare(np.zeros((2, 2, 2)), np.zeros((2, 2, 2)))).words
        assert not {"all", "different", "mean_absolute", "max_ulp", "largest"} & set(page.words)
        assert "所有值均相同。" in checked(compare(np.zeros((2, 2)), np.zeros((2, 2)))).text
    finally:
        texelscope.set_language("en")
    assert "纹理" not in checked(texture).text
