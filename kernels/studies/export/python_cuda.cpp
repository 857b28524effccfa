// Python programs that run the fetch kernel on the GPU: with CuPy, and with CUDA Python.
#include <algorithm>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/export/device_program.h"
#include "kernels/studies/export/python.h"
#include "kernels/studies/export/sampler_lines.h"

namespace texelscope::program {

namespace {
void kernel_constant(Code& code, const Facts& facts) {
  Code sizes;
  size_constants(sizes, facts);
  code.line(
      "KERNEL = " +
      python_literal("\n" + sizes.text() +
                         cuda_kernel(facts, "extern \"C\" __global__ void fetch(cudaTextureObject_t texture, "
                                            "uint4* result)"),
                     true));
  code.lines("\n\n");
}

// "CU_A | CU_B" as "driver.CU_A | driver.CU_B".
std::string in_module(std::string names, const std::string& module) {
  for (std::size_t at = 0; (at = names.find("CU", at)) != std::string::npos; at += 2) {
    if (at > 0 && names[at - 1] != ' ') continue;
    names.insert(at, module);
    at += module.size();
  }
  return names;
}

// The rows of pitch memory: a wrong pitch or another element sees the memory between and behind them too.
struct Rows {
  std::size_t pitch, descriptor_pitch, bytes;

  explicit Rows(const Facts& facts) {
    const Effective& e = facts.e;
    const TexelLevel& texels = facts.data.levels.front();
    pitch = descriptor_pitch = (texels.row_bytes + 511) / 512 * 512;
    if (e.is_reinterpreted()) {
      pitch = std::size_t(facts.memory.pitch);
      descriptor_pitch = std::size_t(facts.memory.descriptor_pitch);
    }
    const std::size_t seen_row = std::size_t(e.width) * std::size_t(e.format.texel_bytes());
    bytes =
        std::max({texels.rows * pitch, (texels.rows - 1) * descriptor_pitch + seen_row, texels.row_bytes});
  }
};

// Defines `rows`, an array of bytes on the host.
void host_rows(Code& code, const Facts& facts, const Rows& rows) {
  const TexelLevel& l = facts.data.levels.front();
  const std::string pitch = std::to_string(rows.pitch), row = std::to_string(l.row_bytes);
  code.line("rows = np.zeros(" + std::to_string(rows.bytes) + ", np.uint8)");
  code.open("for y in range(" + std::to_string(l.rows) + "):");
  code.line("part = texel_bytes[y * " + row + ":(y + 1) * " + row + "]");
  code.line("rows[y * " + pitch + ":y * " + pitch + " + " + row + "] = np.frombuffer(part, np.uint8)");
  code.end();
}

// --- CuPy ---

// The part of the state that CuPy supports, and the remarks about the rest.
struct CupyState {
  Session session;
  Resolution resolution;
  std::vector<std::string> remarks;

  explicit CupyState(const ExportRequest& request)
      : session(request.session), resolution(request.resolution) {
    const Effective& e = resolution.effective;
    if (is_mipmapped(e)) throw UserError(text(Text::export_cupy_mips));
    if (has_resource_view(e)) throw UserError(text(Text::export_cupy_view));
    if (e.dimension == Dimension::d1_layered) throw UserError(text(Text::export_cupy_rows));
    if (e.channel_kind != ChannelKind::plain) {
      remarks.emplace_back(text(e.channel_kind == ChannelKind::packed   ? Text::export_cupy_packed
                                : e.channel_kind == ChannelKind::blocks ? Text::export_cupy_blocks
                                                                        : Text::export_cupy_kind));
      use_plain_channels(session, resolution);
    }
    if (is_cube(e.dimension) && session.sampler.seamless_cube)
      remarks.push_back(naming({"sampler.seamless_cube"}, say(Text::export_cupy_field, {"seamlessCubemap"})));
  }
};

void cupy_array(Code& code, const Facts& facts) {
  const Effective& e = facts.e;
  const TexelLevel& l = facts.data.levels.front();
  const Dimension d = e.dimension;
  const int flags = (is_layered(d) ? 1 : 0) | (is_cube(d) ? 4 : 0) | (e.gather_array ? 8 : 0);
  const int height = is_1d(d) ? 0 : l.height, depth = d == Dimension::d1 || d == Dimension::d2 ? 0 : l.depth;
  std::vector<std::string> shape;
  if (depth > 0) shape.push_back(std::to_string(depth));
  if (height > 0) shape.push_back(std::to_string(height));
  shape.push_back(std::to_string(l.width * e.format.channels));
  if (flags != 0) code.comment(text(Text::export_cupy_flags));
  code.line("array = texture.CUDAarray(channels, " +
            joined({std::to_string(l.width), std::to_string(height), std::to_string(depth),
                    std::to_string(flags)}) +
            ")");
  code.line("array.copy_from(np.frombuffer(texel_bytes, \"" + numpy_type(facts.memory.format) +
            "\").reshape" + python_tuple(shape) + ")");
  code.line("resource = texture.ResourceDescriptor(runtime.cudaResourceTypeArray, cuArr=array)");
}

void cupy_resource(Code& code, const Facts& facts) {
  const Effective& e = facts.e;
  if (is_array(e.storage)) return cupy_array(code, facts);
  if (e.storage == Storage::linear) {
    code.line("memory = cupy.asarray(np.frombuffer(texel_bytes, np.uint8))");
    code.line(
        "resource = texture.ResourceDescriptor(runtime.cudaResourceTypeLinear, arr=memory, chDesc=channels, "
        "sizeInBytes=memory.nbytes)");
    return;
  }
  const Rows rows(facts);
  host_rows(code, facts, rows);
  code.line("memory = cupy.asarray(rows)");
  code.line(
      "resource = texture.ResourceDescriptor(runtime.cudaResourceTypePitch2D, arr=memory, chDesc=channels,");
  code.line("                                      width=" + std::to_string(e.width) +
            ", height=" + std::to_string(facts.data.levels.front().rows) +
            ", pitchInBytes=" + std::to_string(rows.descriptor_pitch) + ")");
}

void cupy_texture(Code& code, const Facts& facts) {
  const ElementFormat& f = facts.e.is_reinterpreted() ? facts.e.format : facts.memory.format;
  static constexpr const char* modes[] = {"Wrap", "Clamp", "Mirror", "Border"};
  const Sampler& s = facts.sampler;
  std::vector<std::string> bits, address, border;
  for (int c = 0; c < 4; ++c)
    bits.push_back(std::to_string(c < f.channels ? f.bits : 0));
  for (const AddressMode mode : s.address)
    address.push_back(std::string("runtime.cudaAddressMode") + modes[std::size_t(mode)]);
  for (const float channel : s.border_color)
    border.push_back(python_number(channel));
  code.line("channels = texture.ChannelFormatDescriptor(" + joined(bits) + ", runtime.cudaChannelFormatKind" +
            std::string(find_texel_format(f)->runtime.name) + ")");
  cupy_resource(code, facts);
  code.open("descriptor = texture.TextureDescriptor(");
  code.line(python_tuple(address) + ",");
  code.line(s.filter == FilterMode::linear ? "runtime.cudaFilterModeLinear,"
                                           : "runtime.cudaFilterModePoint,");
  code.line(s.read_mode == ReadMode::element ? "runtime.cudaReadModeElementType,"
                                             : "runtime.cudaReadModeNormalizedFloat,");
  code.line("sRGB=" + std::string(s.srgb ? "1" : "0") + ",");
  code.line("borderColors=" + python_tuple(border) + ",");
  code.line("normalizedCoords=" + std::string(s.normalized_coords ? "1" : "0") + ",");
  code.line("maxAnisotropy=" + std::to_string(s.max_anisotropy) + ",");
  code.close(")");
  code.line("texels = texture.TextureObject(resource, descriptor)");
}

// --- CUDA Python ---

constexpr std::string_view core_functions = R"(def check(result):
    error, *values = result
    if error != driver.CUresult.CUDA_SUCCESS:
        sys.exit(driver.cuGetErrorString(error)[1].decode())
    return values[0] if len(values) == 1 else None


def copy_level(array, address, row_bytes, rows, depth):
    copy = driver.CUDA_MEMCPY3D()
    copy.srcMemoryType = driver.CUmemorytype.CU_MEMORYTYPE_HOST
    copy.srcHost = address
    copy.srcPitch = row_bytes
    copy.srcHeight = rows
    copy.dstMemoryType = driver.CUmemorytype.CU_MEMORYTYPE_ARRAY
    copy.dstArray = array
    copy.WidthInBytes = row_bytes
    copy.Height = rows
    copy.Depth = depth
    check(driver.cuMemcpy3D(copy))


)";

constexpr std::string_view core_shape = R"(shape = driver.CUDA_ARRAY3D_DESCRIPTOR()
shape.Width = @width@
shape.Height = @height@
shape.Depth = @depth@
shape.Format = driver.CUarray_format.@kind_name@
shape.NumChannels = @channels@
shape.Flags = @array_flags@)";

constexpr std::string_view core_array = R"(array = check(driver.cuArray3DCreate(shape))
copy_level(array, texels.ctypes.data, @row@, @rows@, @level_depth@)
resource.resType = driver.CUresourcetype.CU_RESOURCE_TYPE_ARRAY
resource.res.array.hArray = array)";

constexpr std::string_view core_linear = R"(memory = check(driver.cuMemAlloc(texels.nbytes))
check(driver.cuMemcpyHtoD(memory, texels.ctypes.data, texels.nbytes))
resource.resType = driver.CUresourcetype.CU_RESOURCE_TYPE_LINEAR
resource.res.linear.devPtr = memory
resource.res.linear.format = driver.CUarray_format.@kind_name@
resource.res.linear.numChannels = @channels@
resource.res.linear.sizeInBytes = texels.nbytes)";

constexpr std::string_view core_pitch = R"(memory = check(driver.cuMemAlloc(rows.nbytes))
check(driver.cuMemcpyHtoD(memory, rows.ctypes.data, rows.nbytes))
resource.resType = driver.CUresourcetype.CU_RESOURCE_TYPE_PITCH2D
resource.res.pitch2D.devPtr = memory
resource.res.pitch2D.format = driver.CUarray_format.@kind_name@
resource.res.pitch2D.numChannels = @channels@
resource.res.pitch2D.width = @seen_width@
resource.res.pitch2D.height = @rows@
resource.res.pitch2D.pitchInBytes = @descriptor_pitch@)";

constexpr std::string_view core_mipmapped =
    R"(mipmapped = check(driver.cuMipmappedArrayCreate(shape, @levels@))
for i, (offset, row_bytes, rows, depth) in enumerate((
    @level_table@
)):
    array = check(driver.cuMipmappedArrayGetLevel(mipmapped, i))
    copy_level(array, texels.ctypes.data + offset, row_bytes, rows, depth)
resource.resType = driver.CUresourcetype.CU_RESOURCE_TYPE_MIPMAPPED_ARRAY
resource.res.mipmap.hMipmappedArray = mipmapped)";

constexpr std::string_view core_view = R"(view = driver.CUDA_RESOURCE_VIEW_DESC()
view.format = driver.CUresourceViewFormat.@view_format@
view.width = @width@
view.height = @height@
view.depth = @depth@
view.firstMipmapLevel = @first_level@
view.lastMipmapLevel = @last_level@
view.firstLayer = @first_layer@
view.lastLayer = @last_layer@)";

constexpr std::string_view core_launch = R"(options = ProgramOptions(std="c++17", arch=f"sm_{device.arch}")
kernel = Program(KERNEL, code_type="c++", options=options).compile("cubin").get_kernel("fetch")
words = np.zeros((height, width, 4), np.uint32)
result = check(driver.cuMemAlloc(words.nbytes))
config = LaunchConfig(grid=((width + 15) // 16, (height + 15) // 16), block=(16, 16))
launch(stream, config, kernel, np.uint64(int(texture)), np.uint64(int(result)))
stream.sync()
check(driver.cuMemcpyDtoH(words.ctypes.data, result, words.nbytes))
check(driver.cuMemFree(result))
check(driver.cuTexObjectDestroy(texture))
check(driver.@free_texels@)
return words)";

std::string level_table(const Facts& facts) {
  std::string lines;
  for (const TexelLevel& l : facts.data.levels)
    lines += "(" +
             joined({std::to_string(l.offset), std::to_string(l.row_bytes), std::to_string(l.rows),
                     std::to_string(l.depth)}) +
             "),\n";
  return lines;
}

// The driver API's names as those of Python's module, and numbers as Python writes them.
DeviceApi python_names(const Facts& facts) {
  DeviceApi api(ExportTarget::driver);
  set_texture_names(facts, api);
  if (is_array(facts.e.storage))
    api.set("array_flags", in_module(api.filled_line("@array_flags@"), "driver."));
  api.set("level_table", level_table(facts));
  api.set("view", has_resource_view(facts.e) ? "view" : "None");
  api.set("level_depth", std::to_string(facts.data.levels.front().depth));
  api.set("free_texels", is_mipmapped(facts.e)       ? "cuMipmappedArrayDestroy(mipmapped)"
                         : is_array(facts.e.storage) ? "cuArrayDestroy(array)"
                                                     : "cuMemFree(memory)");
  return api;
}

// A value of the descriptor, as a pattern; empty: 0, which a descriptor has already.
struct CoreValue {
  std::string operator()(AddressMode mode) const {
    return "driver.CUaddress_mode.@address_" + std::string(identifier(mode)) + "@";
  }
  std::string operator()(FilterMode mode) const {
    return "driver.CUfilter_mode.@filter_" + std::string(identifier(mode)) + "@";
  }
  std::string operator()(ReadMode) const { return {}; } // these two are flags
  std::string operator()(bool) const { return {}; }
  std::string operator()(int number) const { return number != 0 ? std::to_string(number) : ""; }
  std::string operator()(float number) const { return python_number(number); }
};

void core_sampler(Code& code, const Facts& facts, const DeviceApi& api) {
  code.line("sampler = driver.CUDA_TEXTURE_DESC()");
  for_each_desc_line(facts.sampler, true, CoreValue(),
                     [&](std::string_view member, const std::vector<std::string>& values) {
                       std::string value = values.size() > 1 ? "[" + joined(values) + "]" : values.front();
                       if (member == "flags") value = in_module(value, "driver.");
                       if (!value.empty())
                         code.line("sampler." + std::string(member) + " = " + api.filled_line(value));
                     });
  code.line(api.filled_line("texture = check(driver.cuTexObjectCreate(resource, sampler, @view@))"));
}

void core_texture(Code& code, const Facts& facts, DeviceApi& api) {
  const Effective& e = facts.e;
  code.line("texels = np.frombuffer(texel_bytes, np.uint8)");
  code.line("resource = driver.CUDA_RESOURCE_DESC()");
  if (e.storage == Storage::linear) {
    code.lines(api.filled(core_linear));
  } else if (e.storage == Storage::pitch) {
    const Rows rows(facts);
    api.set("descriptor_pitch", std::to_string(rows.descriptor_pitch));
    host_rows(code, facts, rows);
    code.lines(api.filled(core_pitch));
  } else {
    code.lines(api.filled(core_shape));
    code.lines(api.filled(is_mipmapped(e) ? core_mipmapped : core_array));
  }
  if (has_resource_view(e)) code.lines(api.filled(core_view));
  core_sampler(code, facts, api);
}
} // namespace

ExportedProgram cupy_program(const ExportRequest& request) {
  CupyState state(request);
  ExportRequest supported{state.session,   state.resolution, request.texels, request.width,
                          request.height,  request.name,     request.line,   request.texel_file,
                          request.command, request.file};
  Facts facts(supported, false);
  PythonProgram python(facts, Text::export_cupy, {"import cupy", "from cupy.cuda import runtime, texture"},
                       state.remarks);
  Code& code = python.code;
  python.texels();
  code.line();
  kernel_constant(code, facts);
  code.open("def picture():");
  cupy_texture(code, facts);
  code.lines(R"(words = cupy.zeros((height, width, 4), cupy.uint32)
fetch = cupy.RawKernel(KERNEL, "fetch")
fetch(((width + 15) // 16, (height + 15) // 16), (16, 16), (texels, words))
return cupy.asnumpy(words))");
  code.end();
  code.lines("\n\n");
  python.main();
  return finished(facts, code.text(), std::move(state.remarks));
}

ExportedProgram cuda_core_program(const ExportRequest& request) {
  Facts facts(request, false);
  const std::vector<std::string> remarks = {text(Text::export_core_arrays)};
  PythonProgram python(facts, Text::export_cuda_core,
                       {"from cuda.bindings import driver",
                        "from cuda.core import Device, LaunchConfig, Program, ProgramOptions, launch"},
                       remarks);
  Code& code = python.code;
  python.texels();
  code.line();
  kernel_constant(code, facts);
  code.lines(core_functions);
  DeviceApi api = python_names(facts);
  code.open("def picture():");
  code.lines("device = Device()\ndevice.set_current()\nstream = device.create_stream()");
  core_texture(code, facts, api);
  code.lines(api.filled(core_launch));
  code.end();
  code.lines("\n\n");
  python.main();
  return finished(facts, code.text(), {});
}

} // namespace texelscope::program
