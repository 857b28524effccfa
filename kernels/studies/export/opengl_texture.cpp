// OpenGL's texture, and its sampler object.
#include "kernels/ground/base/strings.h"
#include "kernels/studies/export/opengl.h"

namespace texelscope::program {

namespace {
std::string target(const Facts& facts) {
  static constexpr const char* names[] = {
      "1D", "2D", "3D", "1D_ARRAY", "2D_ARRAY", "CUBE_MAP", "CUBE_MAP_ARRAY"};
  return std::string("GL_TEXTURE_") + (reads_row(facts) ? "BUFFER" : names[std::size_t(facts.e.dimension)]);
}

// The format that the sampler reads, and that of the upload.
GlFormat gl_format(const Facts& facts) {
  GlFormat gl = format_as_read(facts.e.format, unit_type(facts) == ResultType::floating)->gl;
  if (facts.e.sampler.srgb) gl.internal = gl_srgb8x4;
  return gl;
}

void upload(Code& code, const Facts& facts, const GlFormat& gl) {
  const Dimension d = facts.e.dimension;
  const auto sizes = [&](const TexelLevel& level, bool storage) {
    std::string w = std::to_string(level.width);
    const std::string h = std::to_string(level.height), depth = std::to_string(level.depth);
    if (d == Dimension::d1) return w;
    if (d == Dimension::d1_layered) return w + ", " + depth;
    if (d == Dimension::d2 || (d == Dimension::cube && storage)) return w + ", " + h;
    return w + ", " + h + ", " + depth;
  };
  const bool three = d == Dimension::d3 || d == Dimension::d2_layered || d == Dimension::cube_layered;
  const std::string axes = d == Dimension::d1 ? "1D"
                           : three            ? "3D"
                                              : "2D",
                    upload_axes = d == Dimension::cube ? "3D" : axes;
  const std::string zeros = upload_axes == "1D" ? "0, " : upload_axes == "2D" ? "0, 0, " : "0, 0, 0, ";
  code.line("glTextureStorage" + axes + "(texture, " + std::to_string(facts.data.levels.size()) + ", " +
            gl.internal.name + ", " + sizes(facts.data.levels.front(), true) + ");");
  code.line("glPixelStorei(GL_UNPACK_ALIGNMENT, 1);");
  int index = 0;
  for (const TexelLevel& level : facts.data.levels)
    code.line("glTextureSubImage" + upload_axes + "(texture, " + std::to_string(index++) + ", " + zeros +
              sizes(level, false) + ", " + gl.format.name + ", " + gl.type.name + ", texels + " +
              std::to_string(level.offset) + ");");
}

void buffer(Code& code, const Facts& facts, const GlFormat& gl) {
  code.line("GLuint texel_buffer = 0;");
  code.line("glCreateBuffers(1, &texel_buffer);");
  code.line("glNamedBufferStorage(texel_buffer, " + std::to_string(facts.data.bytes.size()) +
            ", texels, 0);");
  code.line(std::string("glTextureBuffer(texture, ") + gl.internal.name + ", texel_buffer);");
}

void border(Code& code, const Facts& facts) {
  const ResultType unit = unit_type(facts);
  if (unit == ResultType::floating) {
    std::vector<std::string> list;
    for (const float channel : facts.sampler.border_color)
      list.push_back(host_literal(channel));
    code.line("const float border[] = {" + joined(list) + "};");
    code.line("glSamplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR, border);");
    return;
  }
  const bool is_signed = unit == ResultType::signed_int;
  code.line(std::string("const ") + (is_signed ? "GLint" : "GLuint") + " border[] = {" +
            integer_border(facts) + "};");
  code.line(std::string("glSamplerParameterI") + (is_signed ? "iv" : "uiv") +
            "(sampler, GL_TEXTURE_BORDER_COLOR, border);");
}
} // namespace

void opengl_texture(Code& code, const Facts& facts) {
  const GlFormat gl = gl_format(facts);
  code.line("GLuint texture = 0;");
  code.line("glCreateTextures(" + target(facts) + ", 1, &texture);");
  if (reads_row(facts))
    buffer(code, facts, gl);
  else
    upload(code, facts, gl);
  code.line("glBindTextureUnit(0, texture);");
}

void opengl_sampler(Code& code, const Facts& facts) {
  const Effective& e = facts.e;
  static constexpr const char* modes[] = {"GL_REPEAT", "GL_CLAMP_TO_EDGE", "GL_MIRRORED_REPEAT",
                                          "GL_CLAMP_TO_BORDER"};
  const bool mips = e.level_count > 1;
  const std::string filter = filters_linearly(facts) ? "GL_LINEAR" : "GL_NEAREST";
  const std::string between = !mips                                        ? ""
                              : e.sampler.mip_filter == FilterMode::linear ? "_MIPMAP_LINEAR"
                                                                           : "_MIPMAP_NEAREST";
  code.line("GLuint sampler = 0;");
  code.line("glCreateSamplers(1, &sampler);");
  const auto set = [&](const char* name, const std::string& value, const char* type = "i") {
    code.line(std::string("glSamplerParameter") + type + "(sampler, " + name + ", " + value + ");");
  };
  static constexpr const char* axes[] = {"GL_TEXTURE_WRAP_S", "GL_TEXTURE_WRAP_T", "GL_TEXTURE_WRAP_R"};
  bool borders = false;
  for (int axis = 0; axis < address_count(e.dimension); ++axis) {
    set(axes[axis], modes[std::size_t(e.sampler.address[std::size_t(axis)])]);
    borders = borders || e.sampler.address[std::size_t(axis)] == AddressMode::border;
  }
  set("GL_TEXTURE_MIN_FILTER", filter + between);
  set("GL_TEXTURE_MAG_FILTER", filter);
  if (borders) border(code, facts);
  if (mips && e.sampler.mip_bias != 0 && facts.view.function != FetchKind::plain)
    set("GL_TEXTURE_LOD_BIAS", host_literal(held_bias(facts)), "f");
  if (mips) set("GL_TEXTURE_MIN_LOD", host_literal(e.sampler.mip_min), "f");
  if (mips) set("GL_TEXTURE_MAX_LOD", host_literal(e.sampler.mip_max), "f");
  if (e.sampler.max_anisotropy > 1 && facts.view.function == FetchKind::grad)
    set("GL_TEXTURE_MAX_ANISOTROPY", std::to_string(e.sampler.max_anisotropy) + ".0f", "f");
  if (is_cube(e.dimension))
    code.line(std::string(e.sampler.seamless_cube ? "glEnable" : "glDisable") +
              "(GL_TEXTURE_CUBE_MAP_SEAMLESS);");
  code.line("glBindSampler(0, sampler);");
}

} // namespace texelscope::program
