// Every field of the sampler and of the fetch, exported to every target: what the program says of it, or that
// a comment and a message name it.
#include <array>
#include <map>
#include <set>
#include <sstream>

#include <gtest/gtest.h>

#include "kernels/ground/files/errors.h"
#include "kernels/machines/backend/backend.h"
#include "kernels/state/stored/share_line.h"
#include "kernels/studies/export/page.h"
#include "kernels/studies/export/program.h"
#include "tests/program.h"
#include "tests/random_session.h"

namespace texelscope::export_fields {
namespace {

constexpr int width = 16, height = 12;
constexpr std::size_t target_count = 11;

// What a target's program has, outside its comments, once the field is changed, and had not before.
constexpr const char* differs = "*"; // another coordinate, type or texel data
constexpr const char* named = "!";   // nothing: a comment and a message name the field
constexpr const char* refuses = "-"; // no program at all, with a sentence

struct Row {
  const char *field, *value;
  const char* base; // "field=value field=value": where the field has an effect
  // cuda, driver, hip, opengl, webgpu, numpy, cupy, cuda_core, torch, warp, html
  std::array<const char*, target_count> tokens;
};

constexpr const char* all_differ = nullptr; // in the place of `tokens`' first: each differs
const std::string levels = "texture.levels=4 fetch.function=lod fetch.lod=1.375 ";
const std::string grad = "fetch.function=grad fetch.gradients=given fetch.dx=0.5,0,0 fetch.dy=0,0.0625,0 ";
const std::string level_grad =
    "texture.levels=4 fetch.function=grad fetch.gradients=given fetch.dx=0.125,0,0 fetch.dy=0,0.0625,0 ";
const std::string
    mip_point = levels + "sampler.mip_filter=point sampler.filter=point",
    aniso_levels = levels + "sampler.max_anisotropy=8", aniso_point = grad + "sampler.filter=point",
    aniso_mip_point = level_grad + "sampler.mip_filter=point",
    integers = level_grad + "sampler.read_mode=element sampler.filter=point",
    view_grad = "texture.levels=4 fetch.function=grad", volume = "texture.dimension=3d texture.depth=8 ",
    slab = volume + "fetch.slab=mean",
    cube = "texture.dimension=cube texture.width=4 texture.height=4 view.projection=sphere view.span=1",
    face = "texture.dimension=cube", layers = "texture.dimension=2d_layered texture.depth=3",
    high_lod = "texture.levels=4 fetch.function=lod fetch.lod=2.5", outside = volume + "fetch.slice=1.2";

const std::vector<Row>& rows() {
  static const std::vector<Row> all = {
      {"sampler.normalized_coords",
       "true",
       "sampler.normalized_coords=false fetch.coordinates=unscaled sampler.address_x=clamp "
       "sampler.address_y=clamp",
       {"desc.normalizedCoords = 1;", "CU_TRSF_NORMALIZED_COORDINATES", "desc.normalizedCoords = 1;", differs,
        differs, "normalized=True", "normalizedCoords=1", "CU_TRSF_NORMALIZED_COORDINATES", differs,
        "normalized_coords=True", differs}},
      {"sampler.address_x",
       "mirror",
       "",
       {"desc.addressMode[0] = cudaAddressModeMirror;", "desc.addressMode[0] = CU_TR_ADDRESS_MODE_MIRROR;",
        "desc.addressMode[0] = hipAddressModeMirror;", "GL_TEXTURE_WRAP_S, GL_MIRRORED_REPEAT",
        "addressModeU: 'mirror-repeat'", "address=(\"mirror\", \"wrap\", \"wrap\")", "cudaAddressModeMirror",
        "CU_TR_ADDRESS_MODE_MIRROR", differs, "(wp.TextureAddressMode.MIRROR,", differs}},
      {"sampler.address_x",
       "border",
       "sampler.address_x=clamp sampler.border_color=1,0,0,1",
       {"desc.addressMode[0] = cudaAddressModeBorder;", "desc.addressMode[0] = CU_TR_ADDRESS_MODE_BORDER;",
        "desc.addressMode[0] = hipAddressModeBorder;", "GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER", named,
        "address=(\"border\", \"wrap\", \"wrap\")", "cudaAddressModeBorder", "CU_TR_ADDRESS_MODE_BORDER",
        differs, "(wp.TextureAddressMode.BORDER,", differs}},
      {"sampler.address_y",
       "mirror",
       "",
       {"desc.addressMode[1] = cudaAddressModeMirror;", "desc.addressMode[1] = CU_TR_ADDRESS_MODE_MIRROR;",
        "desc.addressMode[1] = hipAddressModeMirror;", "GL_TEXTURE_WRAP_T, GL_MIRRORED_REPEAT",
        "addressModeV: 'mirror-repeat'", "address=(\"wrap\", \"mirror\", \"wrap\")", "cudaAddressModeMirror",
        "CU_TR_ADDRESS_MODE_MIRROR", differs, "WRAP, wp.TextureAddressMode.MIRROR)", differs}},
      {"sampler.address_y", // of a 1-D texture: the hidden axis
       "border",
       "texture.dimension=1d texture.storage=array sampler.border_color=1,0,0,1",
       {"desc.addressMode[1] = cudaAddressModeBorder;", "desc.addressMode[1] = CU_TR_ADDRESS_MODE_BORDER;",
        "desc.addressMode[1] = hipAddressModeBorder;", named, named,
        "address=(\"wrap\", \"border\", \"wrap\")", "cudaAddressModeBorder", "CU_TR_ADDRESS_MODE_BORDER",
        named, named, differs}},
      {"sampler.address_z",
       "mirror",
       outside.c_str(),
       {"desc.addressMode[2] = cudaAddressModeMirror;", "desc.addressMode[2] = CU_TR_ADDRESS_MODE_MIRROR;",
        "desc.addressMode[2] = hipAddressModeMirror;", "GL_TEXTURE_WRAP_R, GL_MIRRORED_REPEAT",
        "addressModeW: 'mirror-repeat'", "address=(\"wrap\", \"wrap\", \"mirror\")", "cudaAddressModeMirror",
        "CU_TR_ADDRESS_MODE_MIRROR", differs, "TextureAddressMode.MIRROR)", differs}},
      {"sampler.border_color",
       "1,0.5,0.25,1",
       "sampler.address_x=border",
       {"desc.borderColor[1] = 0.5f;", "desc.borderColor[1] = 0.5f;", "desc.borderColor[1] = 0.5f;",
        "{1.0f, 0.5f, 0.25f, 1.0f}", named, "border=(1.0, 0.5, 0.25, 1.0)",
        "borderColors=(1.0, 0.5, 0.25, 1.0)", "sampler.borderColor = [1.0, 0.5, 0.25, 1.0]",
        "np.array([1.0, 0.5, 0.25, 1.0])", named, differs}},
      {"sampler.filter",
       "linear",
       "sampler.filter=point",
       {"desc.filterMode = cudaFilterModeLinear;", "desc.filterMode = CU_TR_FILTER_MODE_LINEAR;",
        "desc.filterMode = hipFilterModeLinear;", "GL_TEXTURE_MAG_FILTER, GL_LINEAR", "minFilter: 'linear'",
        "  filter=\"linear\"", "runtime.cudaFilterModeLinear",
        "filterMode = driver.CUfilter_mode.CU_TR_FILTER_MODE_LINEAR", "mode=\"bilinear\"",
        "TextureFilterMode.LINEAR", differs}},
      {"sampler.read_mode",
       "element",
       "sampler.filter=point",
       {"desc.readMode = cudaReadModeElementType;", "CU_TRSF_READ_AS_INTEGER",
        "desc.readMode = hipReadModeElementType;", "GL_RGBA8UI", "rgba8uint", "read_mode=\"element\"",
        "cudaReadModeElementType", "CU_TRSF_READ_AS_INTEGER", refuses, refuses, differs}},
      {"sampler.srgb",
       "true",
       "",
       {"desc.sRGB = 1;", "CU_TRSF_SRGB", "desc.sRGB = 1;", "GL_SRGB8_ALPHA8", "rgba8unorm-srgb", "srgb=True",
        "sRGB=1", "CU_TRSF_SRGB", "0.04045", "0.04045", differs}},
      {"sampler.mip_filter",
       "linear",
       mip_point.c_str(),
       {"desc.mipmapFilterMode = cudaFilterModeLinear;", "desc.mipmapFilterMode = CU_TR_FILTER_MODE_LINEAR;",
        "desc.mipmapFilterMode = hipFilterModeLinear;", "GL_NEAREST_MIPMAP_LINEAR", "mipmapFilter: 'linear'",
        "mip_filter=\"linear\"", refuses, "mipmapFilterMode = driver.CUfilter_mode.CU_TR_FILTER_MODE_LINEAR",
        named, refuses, differs}},
      {"sampler.mip_bias",
       "0.625",
       levels.c_str(),
       {"desc.mipmapLevelBias = 0.625f;", "desc.mipmapLevelBias = 0.625f;", "desc.mipmapLevelBias = 0.625f;",
        "GL_TEXTURE_LOD_BIAS, 0.625f", " + 0.625f", "mip_bias=0.625", refuses, "mipmapLevelBias = 0.625",
        named, refuses, differs}},
      {"sampler.mip_bias",
       "0.625",
       level_grad.c_str(),
       {"desc.mipmapLevelBias = 0.625f;", "desc.mipmapLevelBias = 0.625f;", "desc.mipmapLevelBias = 0.625f;",
        "GL_TEXTURE_LOD_BIAS, 0.625f", named, "mip_bias=0.625", refuses, "mipmapLevelBias = 0.625", named,
        refuses, differs}},
      {"sampler.mip_min",
       "2",
       levels.c_str(),
       {"desc.minMipmapLevelClamp = 2.0f;", "desc.minMipmapLevelClamp = 2.0f;",
        "desc.minMipmapLevelClamp = 2.0f;", "GL_TEXTURE_MIN_LOD, 2.0f", "lodMinClamp: 2.0", "mip_min=2.0",
        refuses, "minMipmapLevelClamp = 2.0", named, refuses, differs}},
      {"sampler.mip_min", // of a plain fetch of integers, which WebGPU loads
       "2",
       "texture.levels=4 sampler.read_mode=element sampler.filter=point",
       {"desc.minMipmapLevelClamp = 2.0f;", "desc.minMipmapLevelClamp = 2.0f;",
        "desc.minMipmapLevelClamp = 2.0f;", "GL_TEXTURE_MIN_LOD, 2.0f", "load(2, ", "mip_min=2.0", refuses,
        "minMipmapLevelClamp = 2.0", refuses, refuses, differs}},
      {"sampler.mip_max",
       "1",
       high_lod.c_str(),
       {"desc.maxMipmapLevelClamp = 1.0f;", "desc.maxMipmapLevelClamp = 1.0f;",
        "desc.maxMipmapLevelClamp = 1.0f;", "GL_TEXTURE_MAX_LOD, 1.0f", "lodMaxClamp: 1.0", "mip_max=1.0",
        refuses, "maxMipmapLevelClamp = 1.0", named, refuses, differs}},
      {"sampler.max_anisotropy",
       "8",
       grad.c_str(),
       {"desc.maxAnisotropy = 8;", "desc.maxAnisotropy = 8;", "desc.maxAnisotropy = 8;",
        "GL_TEXTURE_MAX_ANISOTROPY, 8.0f", "maxAnisotropy: 8", "anisotropy=8", "maxAnisotropy=8",
        "maxAnisotropy = 8", named, refuses, differs}},
      {"sampler.max_anisotropy",
       "8",
       aniso_point.c_str(),
       {"desc.maxAnisotropy = 8;", "desc.maxAnisotropy = 8;", "desc.maxAnisotropy = 8;",
        "GL_TEXTURE_MAX_ANISOTROPY, 8.0f", named, "anisotropy=8", "maxAnisotropy=8", "maxAnisotropy = 8",
        named, refuses, differs}},
      {"sampler.max_anisotropy",
       "8",
       aniso_mip_point.c_str(),
       {"desc.maxAnisotropy = 8;", "desc.maxAnisotropy = 8;", "desc.maxAnisotropy = 8;",
        "GL_TEXTURE_MAX_ANISOTROPY, 8.0f", named, "anisotropy=8", refuses, "maxAnisotropy = 8", named,
        refuses, differs}},
      {"sampler.disable_trilinear_optimization",
       "true",
       aniso_levels.c_str(),
       {"desc.disableTrilinearOptimization = 1;", "CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION", named, named,
        named, "trilinear_optimization=False", refuses, "CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION", named,
        refuses, differs}},
      {"sampler.seamless_cube",
       "true",
       cube.c_str(),
       {"desc.seamlessCubemap = 1;", "CU_TRSF_SEAMLESS_CUBEMAP", named,
        "glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS)", named, "seamless=True", named, "CU_TRSF_SEAMLESS_CUBEMAP",
        refuses, refuses, differs}},
      {"fetch.function",
       "grad",
       "texture.levels=4",
       {"tex2DGrad<", "tex2DGrad<", "tex2DGrad<", "textureGrad(", "textureSampleGrad(", "texture.grad(",
        refuses, "tex2DGrad<", named, refuses, differs}},
      {"fetch.function",
       "gather",
       "texture.storage=array",
       {"tex2Dgather<", "tex2Dgather<", "tex2Dgather<", "textureGather(", "textureGather(", "texture.gather(",
        "tex2Dgather<", "tex2Dgather<", refuses, refuses, differs}},
      {"fetch.coordinates", "unscaled", "sampler.normalized_coords=false", {all_differ}},
      {"fetch.sample_at", "corner", "", {all_differ}},
      {"fetch.layer",
       "1",
       layers.c_str(),
       {differs, differs, differs, differs, differs, differs, differs, differs, differs, refuses, differs}},
      {"fetch.layer",
       "-1",
       layers.c_str(),
       {differs, differs, differs, differs, differs, differs, differs, differs, differs, refuses, differs}},
      {"fetch.face",
       "-y",
       face.c_str(),
       {differs, differs, differs, differs, differs, differs, differs, differs, refuses, refuses, differs}},
      {"fetch.slice", "0.9", volume.c_str(), {all_differ}},
      {"fetch.slice_axis", "x", volume.c_str(), {all_differ}},
      {"fetch.slab", "maximum", volume.c_str(), {all_differ}},
      {"fetch.slab_thickness", "0.25", slab.c_str(), {all_differ}},
      {"fetch.slab_samples", "5", slab.c_str(), {all_differ}},
      {"fetch.lod",
       "2.75",
       levels.c_str(),
       {differs, differs, differs, differs, differs, differs, refuses, differs, named, refuses, differs}},
      {"fetch.gradients",
       "given",
       view_grad.c_str(),
       {differs, differs, differs, differs, differs, differs, refuses, differs, named, refuses, differs}},
      {"fetch.gradient_scale",
       "64",
       view_grad.c_str(),
       {differs, differs, differs, differs, differs, differs, refuses, differs, named, refuses, differs}},
      {"fetch.dx",
       "0.5,0,0",
       level_grad.c_str(),
       {differs, differs, differs, differs, differs, differs, refuses, differs, named, refuses, differs}},
      {"fetch.dy",
       "0,1,0",
       level_grad.c_str(),
       {differs, differs, differs, differs, differs, differs, refuses, differs, named, refuses, differs}},
      {"fetch.dx", // of integers, which WebGPU loads
       "0.0625,0,0",
       integers.c_str(),
       {differs, differs, differs, differs, named, differs, refuses, differs, refuses, refuses, differs}},
      {"fetch.component",
       "2",
       "texture.storage=array fetch.function=gather",
       {differs, differs, differs, differs, differs, differs, differs, differs, refuses, refuses, differs}},
      {"fetch.type",
       "uchar",
       "",
       {"tex2D<uchar4>", "tex2D<uchar4>", "tex2D<uchar4>", "& 0xffu", "& 0xffu", "bits & 0xff",
        "tex2D<uchar4>", "tex2D<uchar4>", refuses, refuses, differs}},
      {"fetch.type_channels", "2", "", {all_differ}},
      {"fetch.body",
       "return tex2D<float4>(texture, x, y);",
       "",
       {named, named, named, named, named, named, named, named, named, named, differs}},
  };
  return all;
}

void set(Session& session, const std::string& path, const std::string& value) {
  const Field* field = find_field(path);
  ASSERT_NE(field, nullptr) << path;
  const auto parsed = parse_value(*field, value);
  const auto* found = std::get_if<FieldValue>(&parsed);
  ASSERT_NE(found, nullptr) << path << " " << value;
  const auto error = assign(session, *field, *found);
  ASSERT_FALSE(error) << path << ": " << *error;
}

Session session_of(const std::string& flags) {
  Session session;
  session.texture.source = Source::noise;
  session.texture.width = session.texture.height = 16;
  session.sampler.filter = FilterMode::linear;
  std::istringstream in(flags);
  for (std::string flag; in >> flag;)
    set(session, flag.substr(0, flag.find('=')), flag.substr(flag.find('=') + 1));
  return session;
}

struct Exported {
  std::string code, comments, message;
  bool refused = false;
};

// A page holds its state in an element, and has no comments.
constexpr const char* page = "<html><script id=\"state\" type=\"application/json\">null</script></html>";

Exported exported(ExportTarget target, const Session& session) {
  const tests::Setup setup = tests::setup_of(session);
  const Resolution resolution = resolve(session);
  const ExportRequest request{session, resolution, *setup.image,          width,
                              height,  "a test",   program_line(session), ""};
  Exported made;
  ExportedProgram program;
  try {
    program = target == ExportTarget::html ? program::filled_page(page, "", request)
                                           : export_program(target, request);
  } catch (const UserError&) {
    made.refused = true;
    return made;
  }
  const std::string ending = program_ending(target);
  const std::string comment = ending == ".html" ? "<!--" : ending == ".py" ? "# " : "//";
  std::istringstream lines(program.text);
  for (std::string line; std::getline(lines, line);) {
    const auto first = line.find_first_not_of(' ');
    const bool is_comment = first != std::string::npos && line.compare(first, comment.size(), comment) == 0;
    (is_comment ? made.comments : made.code) += line + "\n";
  }
  for (const std::string& remark : program.remarks)
    made.message += remark + "\n";
  return made;
}

Picture picture_of(const Session& session) {
  const tests::Setup setup = tests::setup_of(session);
  const auto cpu = make_cpu_backend(1);
  cpu->frame({session, setup.effective, setup.image, width, height});
  return cpu->read_result();
}

TEST(ExportFields, EachIsExpressedOrNamedByEachTarget) {
  for (const Row& row : rows()) {
    const Session before = session_of(row.base);
    Session after = before;
    set(after, row.field, row.value);
    ASSERT_NE(before, after) << row.field;
    const std::string about = std::string(row.field) + "=" + row.value + ", base: " + row.base;
    if (std::string(row.field) != "fetch.body") {
      EXPECT_FALSE(picture_of(before).pixels == picture_of(after).pixels)
          << "no effect to express: " << about;
    }
    for (std::size_t i = 0; i < target_count; ++i) {
      const auto target = ExportTarget(i);
      const std::string token = row.tokens[0] == all_differ ? differs : row.tokens[i];
      const std::string where = about + ", target " + std::string(identifier(target)) + "\n";
      const Exported a = exported(target, before), b = exported(target, after);
      EXPECT_EQ(a.refused || b.refused, token == refuses) << where;
      if (a.refused || b.refused) continue;
      if (token == named) {
        const bool said = has(a.message + b.message, row.field);
        EXPECT_TRUE(said) << where << a.message << b.message;
        EXPECT_TRUE(has(a.comments + b.comments, row.field)) << where << b.comments;
        continue;
      }
      EXPECT_NE(a.code, b.code) << where;
      if (token == differs) continue;
      EXPECT_TRUE(has(b.code, token)) << where << b.code;
      EXPECT_FALSE(has(a.code, token)) << where;
    }
  }
}

TEST(ExportFields, NoFieldIsLeftOut) {
  std::set<std::string> tried;
  for (const Row& row : rows())
    tried.insert(row.field);
  for (const Field& field : fields())
    if (field.part() == "sampler" || field.part() == "fetch") {
      EXPECT_TRUE(tried.contains(std::string(field.path))) << field.path;
    }
  EXPECT_EQ(std::size_t(enum_table<ExportTarget>().size()), target_count);
}

// What leaves the machine has a picture's name, without its folders.
TEST(ExportFields, NoFolderOfThisMachineIsInAProgram) {
  Session session;
  session.texture.source = Source::file;
  session.texture.path = "/home/somebody/customer/x.png";
  EXPECT_EQ(parse_share_line(program_line(session)).texture.path, "x.png");
  session.texture.path = "pictures/x.png";
  EXPECT_EQ(parse_share_line(program_line(session)).texture.path, "pictures/x.png");
}

TEST(ExportFields, NoFolderOfThisMachineIsInWhatTheVerbWrites) {
  const Program program;
  std::filesystem::create_directories(program / "customer-name");
  ASSERT_EQ(program.render({"--size", "4x4"}, "customer-name/x.npy").code, 0);
  const std::string folder = std::filesystem::absolute(program.root()).string();
  write(program / "customer-name/s.json",
        R"({"version": 1, "texture": {"source": "file", "path": ")" + folder + R"(/customer-name/x.npy"}})");
  for (const EnumEntry& target : enum_table<ExportTarget>()) {
    if (ExportTarget(target.value) == ExportTarget::html) continue; // its template may not be built
    const std::string out = "p" + std::string(program_ending(ExportTarget(target.value)));
    const Ran ran = program.run({"export", folder + "/customer-name/s.json", "--as",
                                 std::string(target.identifier), "--out=" + folder + "/" + out});
    ASSERT_EQ(ran.code, 0) << ran.err;
    const std::string code = contents(program / out);
    EXPECT_FALSE(has(code, "customer-name")) << code;
    EXPECT_FALSE(has(code, folder)) << code;
    EXPECT_TRUE(has(code, "texelscope export s.json --as ")) << code;
    const auto line = code.find("tx1.");
    ASSERT_NE(line, std::string::npos);
    EXPECT_EQ(parse_share_line(code.substr(line, code.find('\n', line) - line)).texture.path, "x.npy");
  }
}

} // namespace
} // namespace texelscope::export_fields
