"""What a GPU's own texture unit returns for a Texture, through CuPy."""

from __future__ import annotations

import ctypes
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arguments import whole
from ._language import say
from ._texture import _AXES, Texture, _floats, _integers

# One thread for each fetch.
_KERNEL = """extern "C" __global__ void fetch(cudaTextureObject_t texture, const float* at, const int* number, @word@* result, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const @vector@4 value = @call@;
  const @component@ components[] = {value.x, value.y, value.z, value.w};
  for (int c = 0; c < @channels@; ++c) result[@channels@ * i + c] = components[c];
}
"""
_CALLS = {
    "1d": "tex1D<@vector@4>(texture, at[i])",
    "2d": "tex2D<@vector@4>(texture, at[2 * i], at[2 * i + 1])",
    "3d": "tex3D<@vector@4>(texture, at[3 * i], at[3 * i + 1], at[3 * i + 2])",
    "2d_layered": "tex2DLayered<@vector@4>(texture, at[2 * i], at[2 * i + 1], number[i])",
    "cube": "texCubemap<@vector@4>(texture, at[3 * i], at[3 * i + 1], at[3 * i + 2])",
    "cube_layered": "texCubemapLayered<@vector@4>(texture, at[3 * i], at[3 * i + 1], at[3 * i + 2], number[i])",
    "linear": "tex1Dfetch<@vector@4>(texture, number[i])",
}
_TYPES = {"float32": ("float", "float"), "uint32": ("unsigned", "uint"), "int32": ("int", "int"),
          "uint16": ("unsigned short", "ushort"), "int16": ("short", "short"), "uint8": ("unsigned char", "uchar"),
          "int8": ("signed char", "char")}
_ADDRESS = {"wrap": "Wrap", "clamp": "Clamp", "mirror": "Mirror", "border": "Border"}


class Gpu:
    """The GPU that CuPy works with, or none.

        gpu = texelscope.Gpu()
        if gpu:
            values = gpu(texture, xy)  # what texture(xy) is, fetched by the hardware

    missing: why there is none, a sentence; empty if there is one.
    name, compute, driver, cuda: of the GPU, such as "NVIDIA H200", "9.0", "580.159.04" and "13.0".

    What CuPy cannot make is a ValueError: mipmapped arrays, layers of rows, seamless cubes.
    """

    def __init__(self) -> None:
        self.name = self.compute = self.driver = self.cuda = self.missing = ""
        self._made: WeakKeyDictionary[Texture, Any] = WeakKeyDictionary()
        try:
            import cupy
            self._cupy = cupy
            count = cupy.cuda.runtime.getDeviceCount()
        except ImportError:
            self.missing = say("CuPy is not installed.", "没有安装 CuPy。")
            return
        except Exception as error:  # CuPy's own, which is no base class of Python's
            self.missing = say(f"CuPy finds no GPU: {error}", f"CuPy 找不到 GPU：{error}")
            return
        if count == 0:
            self.missing = say("CuPy finds no GPU.", "CuPy 找不到 GPU。")
            return
        about = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)
        self.name = about["name"].decode()
        self.compute = f"{about['major']}.{about['minor']}"
        version = cupy.cuda.runtime.runtimeGetVersion()
        self.cuda = f"{version // 1000}.{version % 1000 // 10}"
        self.driver = _driver_version()

    def __bool__(self) -> bool:
        return not self.missing

    def __repr__(self) -> str:
        if not self:
            return say(f"No GPU: {self.missing} The model alone computes what follows.",
                       f"没有 GPU：{self.missing}以下内容只由模型计算。")
        return say(f"{self.name}, compute {self.compute}, driver {self.driver}, CUDA {self.cuda}, CuPy {self._cupy.__version__}",
                   f"{self.name}，计算能力 {self.compute}，驱动程序 {self.driver}，CUDA {self.cuda}，CuPy {self._cupy.__version__}")

    def __call__(self, texture: Texture, xy: ArrayLike, *, layer: ArrayLike | None = None) -> NDArray:
        """Fetches as `texture(xy, layer=layer)` does, or `texture.element(xy)` for dim="linear"."""
        return self._fetch(texture, _call_of(texture), xy, layer, texture.dtype, texture.channels)

    def gather(self, texture: Texture, xy: ArrayLike, component: int = 0) -> NDArray:
        """Fetches as `texture.gather(xy, component)` does."""
        component = whole(component, "component")
        if not 0 <= component < 4:
            raise ValueError(f"component is {component}: 0 to 3 are needed")
        if texture.dim != "2d":
            raise ValueError(f"tex2Dgather takes 2-D textures, and this one is {texture.dim}")
        call = f"tex2Dgather<@vector@4>(texture, at[2 * i], at[2 * i + 1], {component})"
        return self._fetch(texture, call, xy, None, texture.dtype, 4)

    def _fetch(self, texture: Texture, call: str, xy: ArrayLike, layer: ArrayLike | None, dtype: np.dtype,
               channels: int) -> NDArray:
        if not self:
            raise ValueError(f"there is no GPU: {self.missing}")
        cupy = self._cupy
        if texture.dim == "linear":
            number = _integers(xy, "index")
            at, shape = np.zeros(1, np.float32), number.shape
        else:
            at = _floats(xy)
            shape = at.shape[:-1]
            number = np.zeros(1, np.int32)
            if "layered" in texture.dim:
                number = np.ascontiguousarray(np.broadcast_to(_integers(0 if layer is None else layer, "layer"), shape))
        component, vector = _TYPES[dtype.name]
        word, word_type = {"f": ("float", np.float32), "u": ("unsigned", np.uint32), "i": ("int", np.int32)}[dtype.kind]
        kernel = _KERNEL.replace("@call@", call)
        for name, text in (("vector", vector), ("component", component), ("word", word), ("channels", str(channels))):
            kernel = kernel.replace(f"@{name}@", text)
        count = int(np.prod(shape))
        result = cupy.empty((count, channels), word_type)
        if count:
            cupy.RawKernel(kernel, "fetch")(((count + 127) // 128,), (128,), (
                self._object(texture), cupy.asarray(at.reshape(-1)), cupy.asarray(number.reshape(-1)), result, np.int32(count)))
        values = cupy.asnumpy(result).astype(dtype, copy=False)
        has_axis = "gather" in call or len(texture.shape) > len(_AXES[texture.dim])
        return values.reshape((*shape, channels) if has_axis else shape)

    def _object(self, texture: Texture) -> Any:
        if texture not in self._made:
            self._made[texture] = self._make(texture)
        return self._made[texture]

    def _make(self, texture: Texture) -> Any:
        cuda, settings = self._cupy.cuda, texture._settings
        runtime, module = cuda.runtime, cuda.texture
        if texture.level_count > 1:
            raise ValueError("CuPy has no mipmapped arrays")
        if texture.dim == "1d_layered":
            raise ValueError("CuPy makes no arrays of layers of one row")
        if settings["seamless"]:
            raise ValueError("CuPy's TextureDescriptor has no seamlessCubemap")
        texels = np.frombuffer(texture._core.levels()[0], texture._texels)
        bits = [8 * texels.itemsize if c < texture.channels else 0 for c in range(4)]
        kind = {"u": runtime.cudaChannelFormatKindUnsigned, "i": runtime.cudaChannelFormatKindSigned,
                "f": runtime.cudaChannelFormatKindFloat}[texels.dtype.kind]
        channels = module.ChannelFormatDescriptor(*bits, kind)
        if texture.dim == "linear":
            memory = self._cupy.asarray(texels)
            resource = module.ResourceDescriptor(runtime.cudaResourceTypeLinear, arr=memory, chDesc=channels,
                                                 sizeInBytes=memory.nbytes)
        else:
            # The flags of cudaMalloc3DArray: 1 layered, 4 cubemap, 8 gather.
            flags = ("layered" in texture.dim) + 4 * ("cube" in texture.dim) + 8 * bool(settings["gather_flag"])
            lengths = texture.shape[:len(_AXES[texture.dim])][::-1]  # the width first
            array = module.CUDAarray(channels, *lengths, *[0] * (3 - len(lengths)), flags)
            rows = texels.reshape(*lengths[1:][::-1], lengths[0] * texture.channels)
            array.copy_from(rows)
            resource = module.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=array)
        descriptor = module.TextureDescriptor(
            [getattr(runtime, "cudaAddressMode" + _ADDRESS[mode]) for mode in settings["address"]],
            runtime.cudaFilterModeLinear if texture.filter == "linear" else runtime.cudaFilterModePoint,
            runtime.cudaReadModeElementType if settings["read_mode"] == "element" else runtime.cudaReadModeNormalizedFloat,
            sRGB=int(settings["srgb"]), borderColors=settings["border"], normalizedCoords=int(texture.normalized),
            maxAnisotropy=int(settings["anisotropy"]))
        return module.TextureObject(resource, descriptor)


def _call_of(texture: Texture) -> str:
    if texture.dim not in _CALLS:
        raise ValueError("CuPy makes no arrays of layers of one row")
    return _CALLS[texture.dim]


def _driver_version() -> str:
    """Of NVIDIA's driver, by NVML, which comes with it; "?" where it does not answer."""
    text = ctypes.create_string_buffer(96)
    try:
        nvml = ctypes.CDLL("libnvidia-ml.so.1")
        if nvml.nvmlInit_v2() == 0:
            nvml.nvmlSystemGetDriverVersion(text, len(text))
            nvml.nvmlShutdown()
    except OSError:
        pass
    return text.value.decode() or "?"
