// The fetch kernel in CUDA C++, which the CUDA, driver and HIP programs share.
#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"
#include "kernels/studies/export/device_program.h"

namespace texelscope::program {

namespace {
// The T of tex2D<T>, and how its channels become 32-bit components.
struct ReturnType {
  std::string scalar; // "unsigned char"
  std::string name;   // of the whole: "uchar4", or the scalar
  int channels;
  ResultType kind;

  std::string word(const std::string& value) const {
    if (kind == ResultType::floating) return "__float_as_uint(" + value + ")";
    return kind == ResultType::signed_int ? "unsigned(int(" + value + "))" : "unsigned(" + value + ")";
  }
};

FetchType own_type(const Effective& e) {
  if (e.type != FetchType::native) return e.type;
  if (e.result == ResultType::floating) return FetchType::f32;
  const bool is_signed = e.result == ResultType::signed_int;
  if (e.format.bits == 8) return is_signed ? FetchType::s8 : FetchType::u8;
  if (e.format.bits == 16) return is_signed ? FetchType::s16 : FetchType::u16;
  return is_signed ? FetchType::s32 : FetchType::u32;
}

ReturnType return_type(const Facts& facts) {
  struct Names {
    const char *scalar, *vector;
  };
  static constexpr Names names[] = {{"", ""},
                                    {"float", "float"},
                                    {"unsigned", "uint"},
                                    {"int", "int"},
                                    {"unsigned short", "ushort"},
                                    {"short", "short"},
                                    {"unsigned char", "uchar"},
                                    {"signed char", "char"}};
  const Names& n = names[std::size_t(own_type(facts.e))];
  const int channels = facts.view.component_count;
  return {n.scalar, channels == 1 ? n.scalar : n.vector + std::to_string(channels), channels, facts.e.result};
}

std::string vector_of(const std::array<Term, 3>& parts, int count, const Formula& f) {
  std::vector<std::string> list;
  for (int i = 0; i < count; ++i)
    list.push_back(f.expression(parts[std::size_t(i)]));
  if (count == 3) list.emplace_back("0.0f"); // three are passed as a float4
  return f.vector(list);
}

std::string fetch_call(const Facts& facts, const FetchCode& fetch, const ReturnType& type) {
  const Formula f(Language::cuda);
  const FetchView& v = facts.view;
  if (v.function == FetchKind::texel) return "tex1Dfetch<" + type.name + ">(texture, " + fetch.texel + ")";
  static constexpr const char* names[] = {
      "tex1D", "tex2D", "tex3D", "tex1DLayered", "tex2DLayered", "texCubemap", "texCubemapLayered"};
  std::string name = names[std::size_t(v.dimension)];
  if (v.function == FetchKind::lod) name += "Lod";
  if (v.function == FetchKind::grad) name += "Grad";
  if (v.function == FetchKind::gather) name += "gather";
  const int axes = axis_count(v.dimension);
  std::string call = name + "<" + type.name + ">(texture";
  for (int i = 0; i < axes; ++i)
    call += ", " + f.expression(fetch.at[std::size_t(i)]);
  if (is_layered(v.dimension)) call += ", " + fetch.layer;
  if (v.function == FetchKind::lod) call += ", " + fetch.lod;
  if (v.function == FetchKind::grad)
    call += ", " + vector_of(fetch.dx, axes, f) + ", " + vector_of(fetch.dy, axes, f);
  if (v.function == FetchKind::gather) call += ", " + std::to_string(v.component);
  return call + ")";
}

std::string channel(const ReturnType& type, int index) {
  return type.channels == 1 ? "value" : std::string("value.") + "xyzw"[index];
}

// The result of a pixel: `word_of` each channel, and zeros.
std::string result_statement(const ReturnType& type, const auto& word_of) {
  std::vector<std::string> components;
  for (int c = 0; c < 4; ++c)
    components.push_back(c < type.channels ? word_of(c) : "0");
  return "result[row * width + column] = make_uint4(" + joined(components) + ");";
}

// The running result of a slab's samples.
std::string folded(Slab slab, const std::string& so_far, const std::string& sample) {
  if (slab == Slab::mean) return so_far + " + " + sample;
  const char* keeps = slab == Slab::minimum ? " <= " : " >= ";
  return so_far + " != " + so_far + " || " + so_far + keeps + sample + " ? " + so_far + " : " + sample;
}

void slab_functions(Code& code, const Facts& facts, const std::string& sum) {
  const bool floats = sum == "float", mean = facts.view.slab == Slab::mean;
  code.open("static __device__ " + sum + " fold(" + sum + " so_far, " + sum + " sample) {");
  code.line("return " + folded(facts.view.slab, "so_far", "sample") + ";");
  code.close();
  const std::string count = std::to_string(facts.view.slab_samples);
  code.open("static __device__ unsigned slab_word(" + sum + " sum) {");
  const std::string value = mean ? "sum / " + count + (floats ? ".0f" : "") : std::string("sum");
  if (floats) {
    code.line("const float value = " + value + ";");
    code.line("return value != value ? 0x7fffffffu : __float_as_uint(value);");
  } else {
    code.line("return unsigned(" + value + ");");
  }
  code.close();
  code.line();
}

void slab_fetch(Code& code, const Facts& facts, FetchCode fetch, const ReturnType& type,
                const std::string& sum) {
  const Formula f(Language::cuda);
  const FetchView& v = facts.view;
  code.comment(say(Text::export_slab, {std::to_string(v.slab_samples)}));
  code.line(sum + " sum[" + std::to_string(type.channels) + "] = {};");
  code.open("for (int i = 0; i < " + std::to_string(v.slab_samples) + "; ++i) {");
  const std::string axis(1, "xyz"[v.slab_axis]);
  fetch.at[std::size_t(v.slab_axis)] = f.let(code, axis, f.fma(Term("float(i)"), v.slab_step, v.slab_first));
  code.line("const " + type.name + " value = " + fetch_call(facts, fetch, type) + ";");
  for (int c = 0; c < type.channels; ++c) {
    const std::string of = "sum[" + std::to_string(c) + "]";
    code.line(of + " = i == 0 ? " + channel(type, c) + " : fold(" + of + ", " + channel(type, c) + ");");
  }
  code.close();
  code.line(result_statement(type, [](int c) { return "slab_word(sum[" + std::to_string(c) + "])"; }));
}
} // namespace

std::string cuda_kernel(const Facts& facts, const std::string& signature) {
  const FetchCode fetch = fetch_code(facts.view, Language::cuda,
                                     "result[row * width + column] = make_uint4(0, 0, 0, 0);\nreturn;");
  const ReturnType type = return_type(facts);
  const std::string sum = facts.e.result == ResultType::floating ? "float" : "long long";
  Code code;
  code.lines(fetch.functions);
  if (!fetch.functions.empty()) code.line();
  if (facts.view.slab != Slab::off) slab_functions(code, facts, sum);
  code.comment(text(Text::export_kernel));
  if (fetch.statements.find("__fmul_rn") != std::string::npos) code.comment(text(Text::export_rounding));
  code.open(signature + " {");
  code.line("const int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + "
            "threadIdx.y;");
  code.line("if (column >= width || row >= height) return;");
  code.lines(fetch.statements);
  if (facts.view.slab != Slab::off) {
    slab_fetch(code, facts, fetch, type, sum);
  } else {
    code.line("const " + type.name + " value = " + fetch_call(facts, fetch, type) + ";");
    code.line(result_statement(type, [&](int c) { return type.word(channel(type, c)); }));
  }
  code.close();
  code.line();
  return code.text();
}

} // namespace texelscope::program
