#include "kernels/machines/custom_kernel/fetch_body.h"

#include <algorithm>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

namespace {
// The parts of the standard library that the headers need; the mathematics is NVRTC's own.
constexpr const char* integers =
    "namespace std {\n"
    "using int8_t = signed char; using int16_t = short; using int32_t = int;\n"
    "using uint8_t = unsigned char; using uint16_t = unsigned short; using uint32_t = unsigned;\n"
    "}\n";

const Nvrtc::File embedded[] = {
#include "rtc_headers.inc" // name and text of each, made by cmake/Embed.cmake
};

int line_count(std::string_view source) {
  return 1 + int(std::count(source.begin(), source.end(), '\n'));
}
} // namespace

const char* texel_type(ResultType result) {
  switch (result) {
  case ResultType::unsigned_int:
    return "uint4";
  case ResultType::signed_int:
    return "int4";
  case ResultType::floating:
    break;
  }
  return "float4";
}

int CompiledBody::errors() const {
  return int(std::count_if(messages.begin(), messages.end(), [](const BodyMessage& m) { return m.error; }));
}

BodyTarget body_target(const Effective& effective, int architecture) {
  return {effective.result, effective.projection, effective.dimension,
          std::max(architecture, min_architecture)};
}

std::string CompiledBody::first_error() const {
  const auto first =
      std::find_if(messages.begin(), messages.end(), [](const BodyMessage& m) { return m.error; });
  if (first == messages.end()) return {};
  return (first->line > 0 ? say(Text::body_message_place, {std::to_string(first->line)}) + ": " : "") +
         first->sentence;
}

Nvrtc::Output BodyCompiler::output(const BodySource& source) const {
  std::vector<Nvrtc::File> headers(std::begin(embedded), std::end(embedded));
  headers.push_back({"cmath", ""});
  headers.push_back({"cstdint", integers});
  headers.push_back({"body", source.body + "\n"});
  const BodyTarget& target = source.target;
  const std::vector<std::string> options = {
      nvrtc.architecture_option(target.architecture),
      "--std=c++20",
      "--fmad=false",
      "-lineinfo",
      "--diag-error=940", // a body that does not return
      std::string("-Dtexelscope_texel=") + texel_type(target.result),
      "-Dtexelscope_projection=" + std::to_string(int(target.projection)),
      "-Dtexelscope_dimension=" + std::to_string(int(target.dimension)),
      std::string("-Dtexelscope_no_goto=\"") + text(Text::body_no_goto) + "\"",
  };
  return nvrtc.compile({"texelscope", "#include \"kernels/machines/custom_kernel/fetch_body_kernel.cuh\"\n"},
                       headers, options);
}

CompiledBody compiled_body(const BodySource& source, Nvrtc::Output output) {
  CompiledBody compiled{source, output.good, body_messages(output.log, line_count(source.body)), {}, {}, {}};
  if (!output.good && compiled.errors() == 0) compiled.messages.push_back({0, true, output.log});
  compiled.instructions = body_instructions(output.ptx);
  compiled.ptx = std::move(output.ptx);
  compiled.code = std::move(output.code);
  return compiled;
}

} // namespace texelscope
