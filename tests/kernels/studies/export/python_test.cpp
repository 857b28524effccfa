// Exported programs in Python: they compile, their coordinates have the explorer's bits, they run, and what a
// target cannot express is reported.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/ground/base/half.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/export/code.h"
#include "kernels/studies/export/program.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "tests/program.h"
#include "tests/random_session.h"
#include "tests/source_root.h"

namespace texelscope::python_export {
namespace {

namespace fs = std::filesystem;

constexpr int width = 23, height = 18; // a width that quads do not divide
constexpr ExportTarget targets[] = {ExportTarget::numpy, ExportTarget::cupy, ExportTarget::cuda_core,
                                    ExportTarget::torch, ExportTarget::warp};

// Debian's own, which has its packages.
bool python_has(const std::string& module) {
  return std::system(("/usr/bin/python3 -c 'import " + module + "' 2> /dev/null").c_str()) == 0;
}

// Runs the script in the folder, and returns what it prints.
std::string run_python(const tests::TempFolder& folder, const std::string& script) {
  write(folder / "script.py", script);
  const std::string command =
      "cd '" + folder.root().string() + "' && /usr/bin/python3 script.py > out.txt 2>&1";
  const int code = std::system(command.c_str());
  const std::string out = contents(folder / "out.txt");
  EXPECT_EQ(code, 0) << out;
  return out;
}

ExportRequest request_of(const tests::Setup& setup, const Resolution& resolution) {
  return {
      setup.session, resolution, *setup.image, width, height, "a test", share_line(setup.session).line, ""};
}

// Empty: the target refuses the state, with a sentence.
std::string exported(const tests::Setup& setup, ExportTarget target) {
  const Resolution resolution = resolve(setup.session);
  try {
    return export_program(target, request_of(setup, resolution)).text;
  } catch (const UserError& refusal) {
    EXPECT_TRUE(std::string(refusal.what()).ends_with(".")) << refusal.what();
    return {};
  }
}

Picture computed(const tests::Setup& setup) {
  const auto cpu = make_cpu_backend();
  cpu->frame({setup.session, setup.effective, setup.image, width, height});
  return cpu->read_result();
}

std::string hex(float value) {
  if (std::isnan(value)) return " nan";
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, " %08x", float_bits(value == 0 ? 0.0f : value)); // either zero
  return buffer;
}

// --- coordinates ---

constexpr const char* coordinates_script = R"(import glob, runpy, sys, types
import numpy as np
stub = types.ModuleType("texelscope")
stub.Texture = lambda *texels, **sampler: None
sys.modules["texelscope"] = stub

def hexes(vector):
    return "".join(" nan" if value != value else " %08x" % np.float32(value + np.float32(0)).view(np.uint32) for value in vector)

for file in sorted(glob.glob("state*.py")):
    program = runpy.run_path(file)
    c = program["coordinates"]()
    for i in range(0, program["width"] * program["height"], 5):
        at = i // program["width"], i % program["width"]
        line = "".join(hexes(c[name][at]) for name in ("at", "dx", "dy") if name in c)
        line += hexes([c["lod"][at]]) if "lod" in c else ""
        line += "".join(" %d" % c[name][at] for name in ("layer", "texel") if name in c)
        print("-" if c["empty"][at] else line)
)";

std::string expected(const FetchView& view, int column, int row) {
  const PixelFetch pixel = rules::pixel_fetch(view, column, row);
  if (pixel.empty) return "-";
  const FetchAt& at = pixel.at;
  const int axes = is_1d(view.dimension)                                        ? 1
                   : view.dimension == Dimension::d3 || is_cube(view.dimension) ? 3
                                                                                : 2;
  const float place[] = {at.x, at.y, at.z}, dx[] = {at.dx.x, at.dx.y, at.dx.z},
              dy[] = {at.dy.x, at.dy.y, at.dy.z};
  std::string line;
  const auto add = [&](const float* vector) {
    for (int i = 0; i < axes; ++i)
      line += hex(vector[i]);
  };
  if (view.function != FetchKind::texel) add(place);
  if (view.function == FetchKind::grad) add(dx), add(dy);
  if (view.function == FetchKind::lod) line += hex(at.lod);
  if (is_layered(view.dimension)) line += " " + std::to_string(at.layer);
  if (view.function == FetchKind::texel) line += " " + std::to_string(at.texel);
  return line;
}

TEST(ExportPython, CoordinatesHaveTheExplorersBits) {
  if (!python_has("numpy")) GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
  const tests::TempFolder folder;
  std::mt19937 random(5);
  std::vector<FetchView> views;
  std::array<int, 6> of_projection = {};
  while (views.size() < 120) {
    const tests::Setup setup = tests::random_setup(random);
    int& have = of_projection[std::size_t(setup.effective.projection)];
    if (have == 30) continue;
    const std::string program = exported(setup, ExportTarget::numpy);
    if (program.empty()) continue;
    ++have;
    char name[32];
    std::snprintf(name, sizeof name, "state%03d.py", int(views.size()));
    write(folder / name, program);
    views.push_back(make_fetch_view(setup.session, setup.effective, width, height));
  }
  const std::vector<std::string> lines = lines_of(run_python(folder, coordinates_script));
  ASSERT_EQ(lines.size(), views.size() * ((width * height + 4) / 5));
  std::size_t next = 0;
  for (std::size_t v = 0; v < views.size(); ++v)
    for (int i = 0; i < width * height; i += 5)
      ASSERT_EQ(lines[next++], expected(views[v], i % width, i / width)) << "state " << v << " pixel " << i;
  for (const int count : of_projection)
    EXPECT_GT(count, 4);
}

// Sums that are halfway between two floats except for one bit, which float64 has no room for.
TEST(ExportPython, FusedMultiplyAddsRoundOnce) {
  if (!python_has("numpy")) GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
  const tests::TempFolder folder;
  write(folder / "program.py", exported(tests::setup_of(Session()), ExportTarget::numpy));
  std::mt19937 random(9);
  std::vector<float> numbers;
  std::vector<std::uint32_t> wanted;
  for (int i = 0; i < 30000; ++i) {
    const auto number = [&](int exponents) {
      return std::ldexp(float(int(random() >> 8) - (1 << 23)),
                        int(random() % unsigned(exponents)) - exponents / 2);
    };
    float a = number(20), b = number(20), c = number(100);
    if (i % 3 == 0) { // the product is 2^-46 less than half of the last bit of c, which is odd
      a = 1 - 0x1p-23f, b = std::ldexp(1 + 0x1p-23f, int(random() % 40) - 20);
      c = std::ldexp(float((random() >> 9) | (1u << 23) | 1u), std::ilogb(b) + 1) *
          (random() % 2 ? 1.0f : -1.0f);
    }
    if (i % 1000 == 1) c = INFINITY;
    if (i % 1000 == 2) a = 1e-30f, b = 1e-14f, c = 1e-44f; // denormals
    numbers.insert(numbers.end(), {a, b, c});
    wanted.push_back(float_bits(std::fma(a, b, c)));
  }
  write(folder / "numbers.bin",
        {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float)});
  run_python(folder, R"(import runpy, sys, types
import numpy as np
sys.modules["texelscope"] = types.ModuleType("texelscope")
sys.modules["texelscope"].Texture = lambda *texels, **sampler: None
fma = runpy.run_path("program.py")["fma"]
a, b, c = np.fromfile("numbers.bin", np.float32).reshape(-1, 3).T
fma(a, b, c).tofile("sums.bin")
)");
  const std::string sums = contents(folder / "sums.bin");
  ASSERT_EQ(sums.size(), wanted.size() * sizeof(float));
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    std::uint32_t got = 0;
    std::memcpy(&got, sums.data() + i * sizeof got, sizeof got);
    ASSERT_EQ(got, wanted[i]) << numbers[3 * i] << " * " << numbers[3 * i + 1] << " + " << numbers[3 * i + 2];
  }
}

// --- running ---

// A package whose textures are fetched at points, with coordinates in texels that are clamped.
constexpr const char* point_package = R"(import numpy as np

class Texture:
    def __init__(self, array, *, dim, filter, address, normalized, **sampler):
        assert (dim, filter, address, normalized) == ("2d", "point", ("clamp",) * 3, False), dim
        self.array, self.read_mode = array, sampler["read_mode"]

    def __call__(self, at):
        x, y = (np.clip(np.floor(at[..., i]), 0, self.array.shape[1 - i] - 1).astype(int) for i in (0, 1))
        value = self.array[y, x]
        return value if self.read_mode == "element" else value.astype(np.float32) / np.float32(255)
)";

TEST(ExportPython, TheNumpyProgramWritesThePicture) {
  if (!python_has("numpy")) GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
  for (const auto& [kind, bits, channels, read, projection] :
       {std::tuple{ElementKind::signed_int, 8, 2, ReadMode::element, Projection::flat},
        {ElementKind::unsigned_int, 32, 1, ReadMode::element, Projection::tilted},
        {ElementKind::unsigned_int, 8, 4, ReadMode::normalized_float, Projection::grid},
        {ElementKind::floating, 32, 4, ReadMode::element, Projection::flat}}) {
    Session s;
    s.view.projection = projection;
    s.view.tilt = 80;
    s.texture.source = Source::noise;
    s.texture.width = 5, s.texture.height = 3;
    s.texture.format = {kind, bits, channels};
    s.sampler.normalized_coords = false;
    s.sampler.address = {AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
    s.sampler.filter = FilterMode::point;
    s.sampler.read_mode = read;
    const tests::Setup setup = tests::setup_of(s);
    const tests::TempFolder folder;
    write(folder / "texelscope.py", point_package);
    write(folder / "program.py", exported(setup, ExportTarget::numpy));
    const std::string printed =
        run_python(folder, "import runpy, sys\nsys.argv = ['program.py', 'picture.bin']\n"
                           "runpy.run_path('program.py', run_name='__main__')\n"
                           "sys.argv = ['program.py']\n"
                           "runpy.run_path('program.py', run_name='__main__')\n");
    const std::string picture = contents(folder / "picture.bin");
    const Picture wanted = computed(setup);
    ASSERT_EQ(picture.size(), wanted.pixels.size() * sizeof(TexelBits));
    if (channels == 4 && projection == Projection::grid) {
      EXPECT_EQ(wanted.pixels[0], TexelBits{}) << "empty";
    }
    EXPECT_EQ(std::memcmp(picture.data(), wanted.pixels.data(), picture.size()), 0) << tests::describe(s);
    const std::vector<std::string> lines = lines_of(printed);
    ASSERT_EQ(lines.size(), wanted.pixels.size());
    char line[64];
    const TexelBits& last = wanted.pixels.back();
    std::snprintf(line, sizeof line, "%08x %08x %08x %08x", last[0], last[1], last[2], last[3]);
    EXPECT_EQ(lines.back(), line);
  }
}

// Every state's program, with modules that record the calls: no name is missing.
constexpr const char* stubs_script = R"(import glob, os, runpy, sys, types
from unittest.mock import MagicMock
import numpy as np

class Driver(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("CU"):
            return MagicMock(name=name)
        self.calls.append(name)
        return lambda *arguments: (0, 7)

class Texture:
    def __init__(self, array, *, dim, mips=(), read_mode, **sampler):
        self.array = array
        element = read_mode == "element" and array.dtype.kind in "iu"
        self.type = array.dtype if element else np.float32
        for level in mips:
            assert level.ndim == array.ndim
    def fetched(self, at, *numbers, layer=None):
        return np.ones(at.shape[:-1] + self.array.shape[-1:], self.type)
    __call__ = lod = grad = fetched
    def gather(self, at, component):
        return np.ones(at.shape[:-1] + (4,), self.type)
    def element(self, index):
        return np.ones(index.shape + self.array.shape[-1:], self.type)

driver = Driver("driver")
driver.calls = []
driver.CUresult = types.SimpleNamespace(CUDA_SUCCESS=0)
cuda, core, bindings = (types.ModuleType(name) for name in ("cuda", "cuda.core", "cuda.bindings"))
for name in ("Device", "LaunchConfig", "Program", "ProgramOptions", "launch"):
    setattr(core, name, MagicMock(name=name))
core.Device.return_value.arch = "90"
bindings.driver = driver
cupy, package = MagicMock(name="cupy"), types.ModuleType("texelscope")
cupy.cuda.runtime, cupy.cuda.texture = MagicMock(), MagicMock()
cupy.asnumpy = lambda words: np.zeros((18, 23, 4), np.uint32)
package.Texture = Texture
sys.modules.update({"cuda": cuda, "cuda.core": core, "cuda.bindings": bindings, "cuda.bindings.driver": driver,
                    "cupy": cupy, "cupy.cuda": cupy.cuda, "texelscope": package})
for file in sorted(glob.glob("state*.py")):
    picture = runpy.run_path(file)["picture"]()
    assert picture.shape == (18, 23, 4) and picture.dtype == np.uint32, (file, picture.shape, picture.dtype)
print(driver.calls.count("cuTexObjectCreate"), cupy.cuda.texture.TextureObject.call_count)
)";

TEST(ExportPython, ProgramsRunOverStubsOfTheirModules) {
  if (!python_has("numpy")) GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
  const tests::TempFolder folder;
  std::mt19937 random(31);
  std::array<int, 4> count = {};
  for (int i = 0; i < 60; ++i) {
    const tests::Setup setup = tests::random_setup(random);
    for (const ExportTarget target : targets) {
      if (target == ExportTarget::torch || target == ExportTarget::warp) continue;
      const std::string program = exported(setup, target);
      if (program.empty()) continue;
      ++count[std::size_t(target) - std::size_t(ExportTarget::numpy)];
      write(folder / ("state" + std::to_string(i) + "_" + std::to_string(int(target)) + ".py"), program);
    }
  }
  EXPECT_GT(count[0], 40);
  EXPECT_GT(count[1], 10);
  EXPECT_EQ(count[2], 60) << "cuda-core refuses nothing";
  EXPECT_EQ(run_python(folder, stubs_script),
            std::to_string(count[2]) + " " + std::to_string(count[1]) + "\n");
}

// --- values of exact filtering, to within the texture unit's weights of 1/256 ---

using enum AddressMode;

struct Filtered {
  Dimension dimension;
  std::array<AddressMode, 3> address;
  bool normalized = true;
  int layer = 0;
  std::array<float, 4> border = {0.25f, 1, 0, 0.5f};
  ElementFormat format = {ElementKind::floating, 32, 4};
};

// `script`: in Python, what runs before the programs.
void expect_values(ExportTarget target, const std::vector<Filtered>& cases, std::string script) {
  const tests::TempFolder folder;
  script += "import runpy, sys\n";
  std::vector<tests::Setup> setups;
  for (const Filtered& c : cases) {
    Session s;
    s.texture.source = Source::noise;
    s.texture.dimension = c.dimension;
    s.texture.width = 7, s.texture.height = is_1d(c.dimension) ? 1 : 5, s.texture.depth = 3;
    s.texture.format = c.format;
    s.sampler.address = c.address;
    s.sampler.normalized_coords = c.normalized;
    if (c.format.kind == ElementKind::floating) s.sampler.read_mode = ReadMode::element;
    s.sampler.border_color = c.border;
    s.fetch.layer = c.layer;
    s.fetch.slice = 0.9;
    const std::string name = "program" + std::to_string(setups.size());
    write(folder / (name + ".py"), exported(setups.emplace_back(tests::setup_of(s)), target));
    script += "sys.argv = ['', '" + name + ".bin']\nrunpy.run_path('" + name + ".py', run_name='__main__')\n";
  }
  run_python(folder, script);
  for (std::size_t k = 0; k < setups.size(); ++k) {
    const Picture wanted = computed(setups[k]);
    const std::string bytes = contents(folder / ("program" + std::to_string(k) + ".bin"));
    ASSERT_EQ(bytes.size(), wanted.pixels.size() * sizeof(TexelBits)) << k;
    const int axes = is_1d(cases[k].dimension) ? 1 : cases[k].dimension == Dimension::d3 ? 3 : 2;
    bool differs = false;
    for (std::size_t i = 0; i < wanted.pixels.size() * 4; ++i) {
      float got = 0;
      std::memcpy(&got, bytes.data() + i * 4, 4);
      const float value = bits_float(wanted.pixels[i / 4][i % 4]);
      ASSERT_NEAR(got, value, axes * axes / 512.0 + 1e-4)
          << "pixel " << i / 4 << tests::describe(setups[k].session);
      differs |= got != value;
    }
    EXPECT_TRUE(differs) << "the weights of the texture unit are rounded";
  }
}

TEST(ExportPython, TorchProgramsReturnTheValues) {
  if (!python_has("torch") || !python_has("numpy")) GTEST_SKIP() << "/usr/bin/python3 has no PyTorch";
  expect_values(ExportTarget::torch,
                {{Dimension::d2, {wrap, wrap, wrap}},
                 {Dimension::d2, {clamp, clamp, clamp}},
                 {Dimension::d2, {mirror, mirror, mirror}},
                 {Dimension::d2, {border, border, border}},
                 {Dimension::d2, {wrap, border, clamp}},
                 {Dimension::d2, {mirror, clamp, clamp}},
                 {Dimension::d2, {mirror, border, clamp}},
                 {Dimension::d2, {clamp, clamp, clamp}, false},
                 {Dimension::d1, {wrap, clamp, clamp}},
                 {Dimension::d1_layered, {mirror, clamp, clamp}, true, -1},
                 {Dimension::d2_layered, {border, border, border}, true, 9},
                 {Dimension::d3, {wrap, clamp, mirror}},
                 {Dimension::d3, {border, border, border}}},
                "");
}

// Warp's functions that programs call, one thread after the other, with exact filtering: not NVIDIA's
// package.
constexpr const char* warp_module = R"(import enum, itertools, math, sys, types
import numpy as np

class Filter(enum.IntEnum):
    CLOSEST, LINEAR = 0, 1

class Address(enum.IntEnum):
    WRAP, CLAMP, MIRROR, BORDER = range(4)

class Array:
    def __init__(self, data=None, dtype=None):
        self.values = data
    def __len__(self):
        return len(self.values)
    def __getitem__(self, i):
        return self.values[i]
    def __setitem__(self, i, value):
        self.values[i] = value
    def numpy(self):
        return self.values

class Texture:
    def __init__(self, axes, texels, filter_mode, address_mode, normalized_coords):
        assert texels.ndim == axes + 1 and len(address_mode) == axes and texels.flags.writeable
        if texels.dtype.kind in "iu":
            assert texels.itemsize < 4
            texels = np.maximum(texels / np.iinfo(texels.dtype).max, -1)
        self.texels, self.linear, self.modes, self.normalized = texels, filter_mode, address_mode, normalized_coords

def index(i, size, mode):
    if mode == Address.WRAP:
        return i % size
    if mode == Address.MIRROR:
        return min(i % (2 * size), 2 * size - 1 - i % (2 * size))
    return min(max(i, 0), size - 1) if mode == Address.CLAMP else i if 0 <= i < size else None

def texture_sample(texture, at, dtype):
    size = texture.texels.shape[-2::-1]
    assert dtype.channels == texture.texels.shape[-1]
    axes = []
    for x, n, mode in zip(np.atleast_1d(at).astype(float), size, texture.modes):
        if texture.normalized:
            x *= n
        elif mode in (Address.WRAP, Address.MIRROR):
            mode = Address.CLAMP
        first = math.floor(x - 0.5) if texture.linear else math.floor(x)
        share = x - 0.5 - first if texture.linear else 0
        axes.append([(index(first + k, n, mode), share if k else 1 - share) for k in (0, 1)])
    value = 0
    for corner in itertools.product(*axes):
        if all(i is not None for i, _ in corner):
            value = value + math.prod(w for _, w in corner) * texture.texels[tuple(i for i, _ in corner[::-1])].astype(float)
    return value

class vec:
    def __init__(self, channels):
        self.channels = channels

wp = types.ModuleType("warp")
wp.TextureFilterMode, wp.TextureAddressMode = Filter, Address
for axes in (1, 2, 3):
    setattr(wp, f"Texture{axes}D", lambda texels, axes=axes, **settings: Texture(axes, texels, **settings))
wp.vec2f, wp.vec3f, wp.vec4f = (vec(count) for count in (2, 3, 4))
wp.array, wp.kernel, wp.texture_sample = Array, lambda function: function, texture_sample
wp.empty = lambda count, dtype: Array(np.zeros((count, dtype.channels), np.float32))
def launch(kernel, dim, inputs):
    for i in range(dim):
        wp.tid = lambda: i
        kernel(*inputs)
wp.launch = launch
sys.modules["warp"] = wp
)";

TEST(ExportPython, WarpProgramsReturnTheValues) {
  if (!python_has("numpy")) GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
  const std::array<float, 4> none = {};
  expect_values(ExportTarget::warp,
                {{Dimension::d2, {wrap, wrap, wrap}},
                 {Dimension::d2, {clamp, clamp, clamp}},
                 {Dimension::d2, {mirror, mirror, mirror}},
                 {Dimension::d2, {border, border, border}, true, 0, none},
                 {Dimension::d2, {wrap, border, clamp}, true, 0, none},
                 {Dimension::d2, {clamp, mirror, clamp}, false},
                 {Dimension::d2, {clamp, wrap, clamp}, true, 0, none, {ElementKind::signed_int, 8, 2}},
                 {Dimension::d1, {wrap, clamp, clamp}},
                 {Dimension::d3, {wrap, clamp, mirror}},
                 {Dimension::d3, {border, border, border}, true, 0, none}},
                warp_module);
}

// --- what the programs say ---

TEST(ExportPython, EverySessionCompilesOrIsRefused) {
  const Program p;
  std::vector<fs::path> sessions;
  for (const auto& entry : fs::directory_iterator(tests::source_root / "assets/sessions"))
    if (entry.path().extension() == ".json") sessions.push_back(entry.path());
  ASSERT_GT(sessions.size(), 40u);
  int written = 0, refused = 0;
  for (const fs::path& session : sessions)
    for (const char* target : {"numpy", "cupy", "cuda-core", "torch", "warp"}) {
      const std::string out = session.stem().string() + "_" + target + ".py";
      const Ran ran = p.run({"export", session.string(), "--as", target, "--out", out, "--size", "64x48"});
      ++(ran.code == 0 ? written : refused);
      if (ran.code == 0) continue;
      EXPECT_EQ(ran.code, 2) << session << target << ran.err;
      EXPECT_TRUE(has(ran.err, "Choose ") || has(ran.err, "choose ")) << session << target << ran.err;
      EXPECT_FALSE(fs::exists(p / out));
    }
  EXPECT_GT(written, refused);
  EXPECT_GT(refused, 4);
  EXPECT_EQ(std::system(
                ("cd '" + p.root().string() + "' && /usr/bin/python3 -m py_compile *.py > log 2>&1").c_str()),
            0)
      << contents(p / "log");
}

TEST(ExportPython, TheKernelIsTheDriverPrograms) {
  std::mt19937 random(3);
  for (int i = 0; i < 20; ++i) {
    const tests::Setup setup = tests::random_setup(random);
    const std::string driver = exported(setup, ExportTarget::driver),
                      core = exported(setup, ExportTarget::cuda_core);
    const auto kernel = [](const std::string& program) {
      const auto from = program.find("extern \"C\""), to = program.find("\n}\n", from);
      return program.substr(from, to - from);
    };
    EXPECT_GT(kernel(driver).size(), 100u);
    EXPECT_EQ(kernel(core), kernel(driver));
  }
}

TEST(ExportPython, WhatATargetLacksIsReported) {
  Session s;
  s.texture.width = s.texture.height = 8;
  const auto refusal = [&](ExportTarget target) {
    const tests::Setup setup = tests::setup_of(s);
    const Resolution resolution = resolve(s);
    try {
      export_program(target, request_of(setup, resolution));
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  const auto remarks = [&](ExportTarget target) {
    const tests::Setup setup = tests::setup_of(s);
    const Resolution resolution = resolve(s);
    const ExportedProgram program = export_program(target, request_of(setup, resolution));
    std::string all;
    for (const std::string& remark : program.remarks)
      all += remark + "\n";
    return all;
  };
  EXPECT_TRUE(has(remarks(ExportTarget::torch), say(Text::export_torch_exact, {"4"})));
  EXPECT_TRUE(has(remarks(ExportTarget::torch), text(Text::export_torch_wrap)));
  EXPECT_EQ(remarks(ExportTarget::numpy), "");
  EXPECT_EQ(remarks(ExportTarget::cupy), "");
  s.sampler.address = {AddressMode::border, AddressMode::clamp, AddressMode::clamp};
  s.sampler.border_color = {1, 0, 0, 0};
  s.sampler.srgb = true;
  EXPECT_TRUE(has(remarks(ExportTarget::torch), text(Text::export_torch_mixed)));
  EXPECT_TRUE(has(remarks(ExportTarget::torch), text(Text::export_torch_border)));
  EXPECT_TRUE(has(remarks(ExportTarget::torch), text(Text::export_torch_srgb)));
  s.texture.levels = 3;
  s.fetch.function = FetchKind::lod;
  s.fetch.lod = 1.2f;
  EXPECT_EQ(refusal(ExportTarget::cupy), text(Text::export_cupy_mips));
  EXPECT_TRUE(has(remarks(ExportTarget::torch), say(Text::export_torch_level, {"1"})));
  s.fetch.function = FetchKind::grad;
  s.sampler.max_anisotropy = 8;
  EXPECT_TRUE(has(remarks(ExportTarget::torch), say(Text::export_torch_anisotropy, {"8"})));
  s.view.projection = Projection::sheet;
  EXPECT_EQ(refusal(ExportTarget::torch), text(Text::export_torch_sheet));
  s = {};
  s.texture.width = s.texture.height = 8;
  s.texture.dimension = Dimension::cube;
  s.sampler.seamless_cube = true;
  EXPECT_EQ(refusal(ExportTarget::torch), text(Text::export_torch_cube));
  EXPECT_TRUE(has(remarks(ExportTarget::cupy), say(Text::export_cupy_field, {"seamlessCubemap"})));
  s.texture.dimension = Dimension::d1_layered;
  EXPECT_EQ(refusal(ExportTarget::cupy), text(Text::export_cupy_rows));
  s.texture.dimension = Dimension::d2;
  s.sampler.read_mode = ReadMode::element;
  EXPECT_EQ(refusal(ExportTarget::torch), text(Text::export_torch_integers));
  s.fetch.function = FetchKind::gather;
  EXPECT_EQ(refusal(ExportTarget::torch), text(Text::export_torch_function));
}

TEST(ExportPython, WhatWarpLacksIsReported) {
  Session s;
  s.texture.width = s.texture.height = 8;
  const auto made = [&] {
    const tests::Setup setup = tests::setup_of(s);
    const Resolution resolution = resolve(s);
    std::string all;
    try {
      for (const std::string& remark :
           export_program(ExportTarget::warp, request_of(setup, resolution)).remarks)
        all += remark + "\n";
    } catch (const UserError& error) {
      return std::string(error.what());
    }
    return all;
  };
  EXPECT_EQ(made(), "");
  s.sampler.address[0] = border;
  EXPECT_EQ(made(), "") << "the border is 0";
  s.sampler.border_color = {1, 0, 0, 0};
  s.sampler.srgb = true;
  s.sampler.max_anisotropy = 8;
  const std::string remarks = made();
  EXPECT_TRUE(
      has(remarks, "sampler.address_x, sampler.border_color: " + std::string(text(Text::export_warp_border))))
      << remarks;
  EXPECT_TRUE(has(remarks, text(Text::export_warp_srgb)));
  EXPECT_TRUE(has(remarks, say(Text::export_warp_field, {"maxAnisotropy"})));
  s = {};
  s.texture.width = s.texture.height = 8;
  s.texture.levels = 3;
  EXPECT_EQ(made(), text(Text::export_warp_mips));
  s.sampler.read_mode = ReadMode::element;
  s.sampler.filter = FilterMode::point;
  EXPECT_EQ(made(), text(Text::export_warp_integers));
  s.texture.dimension = Dimension::d2_layered;
  EXPECT_EQ(made(), text(Text::export_warp_layers));
  s.texture.dimension = Dimension::d2;
  s.texture.levels = 1; // of more levels CUDA gathers nothing
  s.fetch.function = FetchKind::gather;
  EXPECT_EQ(made(), text(Text::export_warp_function));
}

// --- names from elsewhere ---

std::vector<std::string> hostile_names() {
  std::vector<std::string> names = {"plain",
                                    "coding: latin-1",
                                    "\"\"\"\nimport os\n\"\"\"",
                                    "a\rimport os",
                                    "a\\",
                                    "'''",
                                    "\xff\xfe.json",
                                    "\xe2\x80\xaegnirts",
                                    "\xc3\xa9\xe4\xb8\xad\xf0\x9f\x8e\xa8",
                                    "a\n# -*- coding: utf-16 -*-"};
  std::mt19937 random(23);
  const std::string pieces[] = {"a",       " ",        "\r",     "\n",   "\\",       "\"",           "'",
                                "#",       "\f",       "\v",     "\x01", "\xc2\x85", "\xe2\x80\xa8", "\xff",
                                "texture", "coding=x", "\"\"\"", "{x}"};
  for (int i = 0; i < 25; ++i) {
    std::string& name = names.emplace_back();
    for (int length = 1 + int(random() % 12); length > 0; --length)
      name += pieces[random() % std::size(pieces)];
  }
  return names;
}

TEST(ExportPython, NamesFromElsewhereAreNoCode) {
  const tests::TempFolder folder;
  std::mt19937 random(23);
  const tests::Setup setup = tests::random_setup(random);
  const Resolution resolution = resolve(setup.session);
  int count = 0;
  for (const std::string& name : hostile_names()) {
    ExportRequest request = request_of(setup, resolution);
    request.name = request.file = request.command = name;
    write(folder / ("name" + std::to_string(count++) + ".py"),
          export_program(ExportTarget::cuda_core, request).text);
  }
  EXPECT_EQ(run_python(folder, R"(import ast, glob
trees = {ast.dump(ast.parse(open(file, "rb").read())) for file in glob.glob("name*.py")}
print(len(glob.glob("name*.py")), len(trees))
)"),
            std::to_string(count) + " 1\n");
}

TEST(ExportPython, AFilesNameIsAStringOfTheLanguage) {
  EXPECT_EQ(program::python_literal("a\"b\\c\n\x01\x7f\xc3\xa9\xff"),
            "\"a\\\"b\\\\c\\x0a\\x01\\x7f\xc3\xa9\\udcff\"");
  EXPECT_EQ(program::python_literal("a\n\"\"\"b", true), "\"\"\"a\n\\\"\\\"\"b\"\"\"");
  EXPECT_EQ(program::comment_text("a\r\xff\xe2\x80\xae"), "a \\xff\\u202e");
  const tests::TempFolder folder;
  std::string list = "names = [\n", bytes;
  for (const std::string& name : hostile_names()) {
    list += program::python_literal(name) + ",\n";
    for (const char c : name) {
      char digits[8];
      std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(c));
      bytes += digits;
    }
    bytes += "\n";
  }
  EXPECT_EQ(
      run_python(folder,
                 list + "]\nfor name in names:\n    print(name.encode('utf-8', 'surrogateescape').hex())\n"),
      bytes);
}

// A program runs from any folder: its texels lie beside it, whatever its name.
TEST(ExportPython, ProgramsFindTheirTexels) {
  if (!python_has("numpy")) GTEST_SKIP() << "/usr/bin/python3 has no NumPy";
  const Program p;
  fs::create_directory(p / "made here");
  const std::string out = "made here/my \"\xc3\xa9\".py";
  const Ran ran = p.run({"export", "--as", "numpy", "--out", out, "--texture.width", "256",
                         "--texture.height", "256", "--size", "16x8"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(fs::file_size(p / (out + ".texels")), 256u * 256 * 4);
  write(p / "made here/texelscope.py",
        "import numpy as np\nclass Texture:\n    def __init__(self, array, **sampler):\n"
        "        self.value = np.float32(array[255, 255, 3] / 255)\n"
        "    def __call__(self, at):\n"
        "        return np.full(at.shape[:-1] + (4,), self.value)\n");
  const std::string run =
      "cd / && /usr/bin/python3 '" + (p / out).string() + "' '" + (p / "a.bin").string() + "'";
  EXPECT_EQ(std::system(run.c_str()), 0);
  const std::string picture = contents(p / "a.bin");
  ASSERT_EQ(picture.size(), 16u * 8 * 16);
  EXPECT_EQ(picture.substr(0, 4), std::string("\x00\x00\x80\x3f", 4)) << "alpha is 1";
  fs::resize_file(p / (out + ".texels"), 100);
  EXPECT_NE(std::system((run + " 2> /dev/null").c_str()), 0);
}

} // namespace
} // namespace texelscope::python_export
