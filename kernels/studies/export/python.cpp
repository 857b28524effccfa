#include "kernels/studies/export/python.h"

#include <array>
#include <charconv>
#include <cmath>

#include "kernels/ground/base/strings.h"
#include "kernels/ground/text/texts.h"

namespace texelscope::program {

namespace {
// The sum of an exact product is inexact in float64 too; made odd, it rounds to float32 as the exact sum
// does.
constexpr std::string_view fused = R"(def fma(a, b, c):
    a, b, c = (np.asarray(value, np.float64) for value in (a, b, c))
    product = a * b  # exact: 24 bits times 24 bits
    total = product + c
    part = total - product
    error = (product - (total - part)) + (c - part)
    bits = np.asarray(total).view(np.int64)
    even = np.isfinite(total) & (error != 0) & (bits % 2 == 0)
    odd = np.where(even, bits + np.where((error > 0) == (total > 0), 1, -1), bits)
    return np.asarray(odd).view(np.float64).astype(f32)
)";

constexpr std::string_view writes_picture = R"(def write_picture(words, path):
    if path is not None:
        words.astype("<u4").tofile(path)
        return
    for pixel in words.reshape(-1, 4):
        print(*("%08x" % word for word in pixel))


if __name__ == "__main__":
    write_picture(picture(), sys.argv[1] if len(sys.argv) > 1 else None))";

// The low bits of components, as the T of tex*<T>.
std::string read_as(FetchType type) {
  switch (type) {
  case FetchType::u16:
    return "bits & 0xffff";
  case FetchType::s16:
    return "bits.astype(np.uint16).view(np.int16).astype(np.int32).view(np.uint32)";
  case FetchType::u8:
    return "bits & 0xff";
  case FetchType::s8:
    return "bits.astype(np.uint8).view(np.int8).astype(np.int32).view(np.uint32)";
  default:
    return {};
  }
}
} // namespace

std::string python_number(float value) {
  if (std::isnan(value)) return "float(\"nan\")";
  if (std::isinf(value)) return value > 0 ? "float(\"inf\")" : "float(\"-inf\")";
  char buffer[64];
  std::string digits(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
  return digits.find_first_of(".e") == std::string::npos ? digits + ".0" : digits;
}

const char* python_bool(bool value) {
  return value ? "True" : "False";
}

std::string python_tuple(const std::vector<std::string>& parts) {
  return "(" + joined(parts) + (parts.size() == 1 ? ",)" : ")");
}

std::string numpy_type(const ElementFormat& format) {
  return "<" + std::string(numpy_name(format));
}

std::string python_level(const Facts& facts, std::size_t level) {
  const Effective& e = facts.e;
  const TexelLevel& l = facts.data.levels[level];
  std::vector<std::string> shape;
  if (has_depth(e.dimension) || is_cube(e.dimension)) shape.push_back(std::to_string(l.depth));
  if (!is_1d(e.dimension)) shape.push_back(std::to_string(l.height));
  shape.insert(shape.end(), {std::to_string(l.width), std::to_string(e.format.channels)});
  const std::size_t count =
      std::size_t(l.width) * std::size_t(l.height) * std::size_t(l.depth) * std::size_t(e.format.channels);
  return "np.frombuffer(texel_bytes, \"" + numpy_type(e.format) + "\", " + std::to_string(count) + ", " +
         std::to_string(l.offset) + ").reshape" + python_tuple(shape);
}

PythonProgram::PythonProgram(const Facts& of, Text what, const std::vector<std::string>& modules,
                             const std::vector<std::string>& remarks)
    : code(0, layout(Language::python)), facts(of) {
  code.line("#!/usr/bin/env python3");
  code.line("# -*- coding: utf-8 -*-"); // a comment below that says otherwise says nothing
  header(code, facts, what, {"python3 texture.py [result.bin]"}, remarks);
  if (!facts.embeds()) code.line("import os");
  code.line("import sys");
  code.line();
  code.line("import numpy as np");
  for (const std::string& module : modules)
    code.line(module);
  code.line();
  code.line("width, height = " + std::to_string(facts.request.width) + ", " +
            std::to_string(facts.request.height));
}

void PythonProgram::texels() {
  code.line();
  code.comment(text(Text::export_texels));
  const std::string size = std::to_string(facts.data.bytes.size());
  if (facts.embeds()) {
    code.line("texel_bytes = np.array([");
    code.lines(hex_values(facts.data.bytes));
    code.line("], \"<u4\").tobytes()[:" + size + "]");
    return;
  }
  code.comment(text(Text::export_texel_file));
  code.line("texel_path = sys.argv[2] if len(sys.argv) > 2 else os.path.join(");
  code.line("    os.path.dirname(os.path.abspath(__file__)), " + python_literal(facts.request.texel_file) +
            ")");
  code.open("with open(texel_path, \"rb\") as file:");
  code.line("texel_bytes = file.read(" + size + ")");
  code.end();
  code.open("if len(texel_bytes) != " + size + ":");
  code.line("sys.exit(texel_path + \": is too short\")");
  code.end();
}

// The threads of a quad share the passes of an anisotropic fetch, and no quad goes on in the next row.
int PythonProgram::columns() const {
  return facts.view.function == FetchKind::grad ? (facts.request.width + 3) / 4 * 4 : facts.request.width;
}

void PythonProgram::coordinates() {
  const FetchView& v = facts.view;
  const FetchCode fetch = fetch_code(v, Language::python, "");
  const Formula f(Language::python);
  const int axes = axis_count(v.dimension);
  code.line();
  code.line("f32 = np.float32");
  code.line("columns = " + std::to_string(columns()));
  code.line();
  code.line();
  code.comment(text(Text::export_fused));
  code.lines(fused);
  code.lines("\n\n");
  code.lines(fetch.functions);
  if (!fetch.functions.empty()) code.lines("\n\n");
  code.comment(text(Text::export_coordinates));
  code.open("def coordinates():");
  code.lines(R"(column = np.arange(columns, dtype=np.int32)[None, :]
row = np.arange(height, dtype=np.int32)[:, None]
empty = np.broadcast_to(column >= width, (height, columns))
)");
  code.open("with np.errstate(all=\"ignore\"):");
  code.lines(fetch.statements);
  std::array<Term, 3> at = fetch.at;
  if (v.slab != Slab::off) {
    const Term middle = float(v.slab_samples / 2);
    at[std::size_t(v.slab_axis)] = f.fma(middle, v.slab_step, v.slab_first);
  }
  const auto array = [&](const std::string& value, const char* type) {
    return "np.broadcast_to(np.asarray(" + value + ", " + type + "), (height, columns))";
  };
  const auto vector = [&](const char* name, const std::array<Term, 3>& terms) {
    code.line(std::string("c[\"") + name + "\"] = np.stack([");
    for (int i = 0; i < axes; ++i)
      code.line("    " + array(f.expression(terms[std::size_t(i)]), "f32") + ",");
    code.line("], -1)");
  };
  code.line("c = {\"empty\": empty}");
  if (v.function == FetchKind::texel)
    code.line("c[\"texel\"] = " + array(fetch.texel, "np.int32"));
  else
    vector("at", at);
  if (v.function == FetchKind::grad) vector("dx", fetch.dx), vector("dy", fetch.dy);
  if (is_layered(v.dimension)) code.line("c[\"layer\"] = " + array(fetch.layer, "np.int32"));
  if (v.function == FetchKind::lod) code.line("c[\"lod\"] = " + array(fetch.lod, "f32"));
  code.line("return c");
  code.end();
  code.end();
  code.lines("\n\n");
}

// Defines words_of(value): four 32-bit components of each pixel from what a fetch returned.
void PythonProgram::words(int channels) {
  const FetchView& v = facts.view;
  const bool fills = v.fills_alpha && v.component_count == 4 && v.function != FetchKind::gather;
  const std::string count = std::to_string(std::min(v.component_count, channels)),
                    converted = read_as(v.type);
  code.comment(text(Text::export_words));
  code.open("def words_of(value):");
  code.open("if value.dtype == f32:");
  code.line("bits = np.ascontiguousarray(value).view(np.uint32)");
  code.close("else:");
  code.line("    bits = value.astype(np.int64).astype(np.uint32)");
  code.line("words = np.zeros(value.shape[:-1] + (4,), np.uint32)");
  code.line("words[..., :" + count + "] = bits[..., :" + count + "]");
  if (fills) code.line("words[..., 3] = 0x3f800000");
  if (!converted.empty()) {
    code.line("bits = words[..., :" + std::to_string(v.component_count) + "].copy()");
    code.line("words[..., :" + std::to_string(v.component_count) + "] = " + converted);
  }
  code.line("return words");
  code.end();
  code.lines("\n\n");
}

void PythonProgram::picture(int channels) {
  const FetchView& v = facts.view;
  words(channels);
  code.open("def picture():");
  code.line("c = coordinates()");
  const std::string at = v.function == FetchKind::texel ? "c[\"texel\"]" : "c[\"at\"]";
  if (v.slab == Slab::off) {
    code.line("words = words_of(fetch(c, " + at + "))");
  } else {
    const Formula f(Language::python);
    const bool floats = facts.e.result == ResultType::floating;
    const std::string numbers = floats ? ".view(f32)"
                                : facts.e.result == ResultType::signed_int
                                    ? ".view(np.int32).astype(np.int64)"
                                    : ".astype(np.int64)";
    const std::string count = std::to_string(v.slab_samples);
    code.comment(say(Text::export_slab, {count}));
    code.line("at = c[\"at\"].copy()");
    code.open("for i in range(" + count + "):");
    code.line("at[..., " + std::to_string(v.slab_axis) +
              "] = " + f.expression(f.fma(Term("f32(i)"), v.slab_step, v.slab_first)));
    code.line("sample = words_of(fetch(c, at))" + numbers);
    code.open("with np.errstate(all=\"ignore\"):");
    const std::string keeps = v.slab == Slab::minimum ? "<=" : ">=";
    const std::string folded =
        v.slab == Slab::mean ? "total + sample"
                             : "np.where((total != total) | (total " + keeps + " sample), total, sample)";
    code.line("total = sample if i == 0 else " + folded);
    code.end();
    code.end();
    if (v.slab == Slab::mean && floats) code.line("total = total / f32(" + count + ")");
    if (v.slab == Slab::mean && !floats)
      code.line("total = np.where(total < 0, -(-total // " + count + "), total // " + count + ")");
    if (floats)
      code.line("words = np.where(total != total, np.uint32(0x7fffffff), "
                "np.ascontiguousarray(total).view(np.uint32))");
    else
      code.line("words = total.astype(np.uint32)");
    if (v.component_count < 4) code.line("words[..., " + std::to_string(v.component_count) + ":] = 0");
  }
  code.line("words[c[\"empty\"]] = 0");
  code.line("return words[:, :width]");
  code.end();
  code.lines("\n\n");
}

void PythonProgram::main() {
  code.lines(writes_picture);
}

} // namespace texelscope::program
