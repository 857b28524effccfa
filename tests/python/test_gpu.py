"""What CuPy is asked for, and what a report says of it."""

import gc
import re
import sys
import types

import numpy as np
import pytest

import texelscope


class Recorded(types.SimpleNamespace):
    """An object of CuPy's: what it was made of."""


def record(kind):
    return lambda *arguments, **named: Recorded(kind=kind, arguments=arguments, **named)


class Array(Recorded):
    def copy_from(self, texels):
        self.texels = texels


class FakeCupy(types.ModuleType):
    """CuPy with a GPU whose texture unit answers by `answer(texture object, coordinates, numbers, channels)`."""

    def __init__(self, answer):
        super().__init__("cupy")
        self.__version__, self.answer, self.kernels = "14.2.0", answer, []
        runtime = types.SimpleNamespace(
            getDeviceCount=lambda: 1, runtimeGetVersion=lambda: 13000,
            getDeviceProperties=lambda device: {"name": b"A GPU", "major": 9, "minor": 0})
        for name in ("ResourceTypeLinear", "ResourceTypeArray", "ChannelFormatKindUnsigned", "ChannelFormatKindSigned",
                     "ChannelFormatKindFloat", "FilterModeLinear", "FilterModePoint", "ReadModeElementType",
                     "ReadModeNormalizedFloat", *(f"AddressMode{mode}" for mode in ("Wrap", "Clamp", "Mirror", "Border"))):
            setattr(runtime, f"cuda{name}", name)
        texture = types.SimpleNamespace(
            ChannelFormatDescriptor=record("channels"), ResourceDescriptor=record("resource"),
            CUDAarray=lambda *arguments: Array(arguments=arguments),
            TextureDescriptor=record("descriptor"), TextureObject=record("object"))
        self.cuda = types.SimpleNamespace(runtime=runtime, texture=texture, Device=lambda: types.SimpleNamespace(id=0))
        self.empty, self.asarray, self.asnumpy = np.empty, np.asarray, np.asarray

    def RawKernel(self, source, name):
        assert name == "fetch" and "@" not in source
        self.kernels.append(source)

        def launch(grid, block, arguments):
            made, at, number, result, count = arguments
            assert grid[0] * block[0] >= count == len(result)
            result[...] = self.answer(made, at, number, result.shape[1])
        return launch


@pytest.fixture
def cupy(monkeypatch):
    fake = FakeCupy(lambda made, at, number, channels: 0)
    monkeypatch.setitem(sys.modules, "cupy", fake)
    return fake


def test_no_cupy(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    gpu = texelscope.Gpu()
    assert not gpu and gpu.missing == "CuPy is not installed."
    assert repr(gpu) == "No GPU: CuPy is not installed. The model alone computes what follows."
    with pytest.raises(ValueError, match="there is no GPU: CuPy is not installed."):
        gpu(texelscope.Texture(np.zeros((2, 2), np.float32)), [0.5, 0.5])


def test_no_driver(cupy):
    def fails():
        raise RuntimeError("cudaErrorNoDevice")
    cupy.cuda.runtime.getDeviceCount = fails
    assert texelscope.Gpu().missing == "CuPy finds no GPU: cudaErrorNoDevice"
    cupy.cuda.runtime.getDeviceCount = lambda: 0
    assert texelscope.Gpu().missing == "CuPy finds no GPU."


def test_what_is_known_of_the_gpu(cupy):
    gpu = texelscope.Gpu()
    assert gpu and (gpu.name, gpu.compute, gpu.cuda) == ("A GPU", "9.0", "13.0")
    assert repr(gpu).startswith("A GPU, compute 9.0, driver ")


def test_the_texture_is_made_as_the_model_has_it(cupy):
    texels = np.arange(2 * 3 * 4, dtype=np.uint8).reshape(2, 3, 4)
    texture = texelscope.Texture(texels, address=("wrap", "mirror"), filter="point", normalized=True, border=0.5, srgb=True, anisotropy=4)
    asked = []
    cupy.answer = lambda made, at, number, channels: asked.append((made, at.copy())) or 1
    values = texelscope.Gpu()(texture, [[0.25, 0.5], [0.5, 0.75]])
    assert values.shape == (2, 4) and values.dtype == np.float32
    (made, at), = asked
    resource, descriptor = made.arguments
    assert resource.cuArr.arguments[1:] == (3, 2, 0, 0)
    assert resource.cuArr.arguments[0].arguments == (8, 8, 8, 8, "ChannelFormatKindUnsigned")
    assert np.array_equal(resource.cuArr.texels, texels.reshape(2, 12))
    assert descriptor.arguments == (["AddressModeWrap", "AddressModeMirror", "AddressModeMirror"], "FilterModePoint",
                                    "ReadModeNormalizedFloat")
    assert (descriptor.sRGB, descriptor.normalizedCoords, descriptor.maxAnisotropy) == (1, 1, 4)
    assert descriptor.borderColors == [0.5] * 4
    assert at.tolist() == [0.25, 0.5, 0.5, 0.75]
    assert "const float4 value = tex2D<float4>(texture, at[2 * i], at[2 * i + 1]);" in cupy.kernels[0]


@pytest.mark.parametrize("shape, dim, flags, lengths, rows", [
    ((5,), 1, 0, (5, 0, 0), (5,)), ((4, 3, 5, 2), 3, 0, (5, 3, 4), (4, 3, 10)),
    ((4, 3, 5), "2d_layered", 1, (5, 3, 4), (4, 3, 5)), ((6, 3, 3), "cube", 4, (3, 3, 6), (6, 3, 3)),
    ((12, 3, 3), "cube_layered", 5, (3, 3, 12), (12, 3, 3)),
])
def test_every_geometry(cupy, shape, dim, flags, lengths, rows):
    texture = texelscope.Texture(np.zeros(shape, np.int16), dim, read_mode="element")
    asked = []
    cupy.answer = lambda made, at, number, channels: asked.append((made, number.copy())) or -3
    at = np.zeros((7, texture._core.axis_count), np.float32)
    layered = {"layer": np.arange(7)} if "layered" in str(dim) else {}
    values = texelscope.Gpu()(texture, at, **layered)
    assert values.dtype == np.int16 and (values == -3).all() and values.shape == (7, *texture(at, **layered).shape[1:])
    (made, number), = asked
    array = made.arguments[0].cuArr
    assert array.arguments[1:] == (*lengths, flags) and array.texels.shape == rows
    assert number.tolist() == (list(range(7)) if layered else [0])


def test_linear_memory_and_gathers(cupy):
    line = texelscope.Texture(np.arange(10, dtype=np.float32), "linear")
    cupy.answer = lambda made, at, number, channels: number.reshape(-1, 1)
    assert texelscope.Gpu()(line, [3, 4]).tolist() == [3, 4]
    flat = texelscope.Texture(np.zeros((4, 4), np.float32), gather_flag=True)
    cupy.answer = lambda made, at, number, channels: [[1, 2, 3, 4]]
    assert texelscope.Gpu().gather(flat, [[1, 1]], 0).tolist() == [[1, 2, 3, 4]]
    assert "tex2Dgather<float4>(texture, at[2 * i], at[2 * i + 1], 0)" in cupy.kernels[-1]
    with pytest.raises(ValueError, match="component is 4"):
        texelscope.Gpu().gather(flat, [[1, 1]], 4)


@pytest.mark.parametrize("texture, refusal", [
    (texelscope.Texture(np.zeros((4, 4), np.float32), mips="box", normalized=True), "no mipmapped arrays"),
    (texelscope.Texture(np.zeros((4, 4), np.float32), "1d_layered"), "layers of one row"),
    (texelscope.Texture(np.zeros((6, 4, 4), np.float32), "cube", seamless=True), "no seamlessCubemap"),
])
def test_what_cupy_lacks(cupy, texture, refusal):
    at = np.zeros((1, texture._core.axis_count), np.float32)
    with pytest.raises(ValueError, match=refusal):
        texelscope.Gpu()(texture, at)


def test_a_texture_is_made_once_and_released_with_its_owner(cupy):
    gpu = texelscope.Gpu()
    texture = texelscope.Texture(np.zeros((2, 2), np.float32))
    made = []
    cupy.answer = lambda made_of, at, number, channels: made.append(id(made_of)) or 0
    gpu(texture, [0.5, 0.5])
    gpu(texture, [1.5, 0.5])
    assert made[0] == made[1] and len(gpu._made) == 1
    del texture
    gc.collect()
    assert len(gpu._made) == 0


def test_a_report_counts_and_names_mismatches(cupy):
    row = texelscope.Texture(np.array([[0, 0.25]], np.float32))
    at = np.float32([[0.5, 0.5], [1, 0.5], [1.5, 0.5]])
    cupy.answer = lambda made, at, number, channels: row(at.reshape(-1, 2)).reshape(-1, 1)
    report = texelscope.DeviceReport(texelscope.Gpu())
    assert str(report.check("a row", row, at)) == "a row: 3 fetches, every bit agrees"
    cupy.answer = lambda made, at, number, channels: np.float32([[0], [-0.0], [0.25]])
    checked = report.check("wrong", row, at)
    assert (checked.fetches, checked.mismatches, checked.first) == (3, 1, 1)
    assert (report.fetches, report.mismatches) == (6, 1)
    assert str(report).startswith("1 mismatches in 6 fetches.\n")
    assert "A GPU" in report._repr_html_() and "wrong" in report._repr_html_()
    cupy.answer = lambda made, at, number, channels: row(at.reshape(-1, 2)).reshape(-1, 1)
    report.check("wrong", row, at)
    assert (report.fetches, report.mismatches) == (6, 0), "a check of the same name is replaced"


def test_zero_and_minus_zero_differ(cupy):
    row = texelscope.Texture(np.zeros((1, 2), np.float32))
    cupy.answer = lambda made, at, number, channels: np.float32(-0.0)
    assert texelscope.DeviceReport(texelscope.Gpu()).check("0", row, [[0.5, 0.5]]).mismatches == 1


def test_without_a_gpu_a_report_claims_nothing(monkeypatch):
    monkeypatch.setitem(sys.modules, "cupy", None)
    report = texelscope.DeviceReport(texelscope.Gpu())
    assert report.check("a row", texelscope.Texture(np.zeros((1, 2), np.float32)), [[0.5, 0.5]]).mismatches is None
    assert report.mismatches is None
    for shown in (str(report), report._repr_html_()):
        assert "No fetch was compared. CuPy is not installed." in shown
        assert not re.search("agree|0 mismatches", shown)


def test_predictions_say_what_the_gpu_returns(cupy):
    row = texelscope.Texture(np.array([[0, 0.25]], np.float32))
    cupy.answer = lambda made, at, number, channels: row(at.reshape(-1, 2)).reshape(-1, 1)
    predict = texelscope.Predictions(texelscope.Gpu())
    assert predict("1", 0.125, row, [1, 0.5]).said == "1: right, 0.125. A GPU returns the same bits."
    cupy.answer = lambda made, at, number, channels: 0.5
    assert predict("1", 0.125, row, [1, 0.5]).said == "1: right, 0.125. A GPU returns 0.5, which the model does not."
