// Internal to the exports: source text of C++, GLSL, WGSL or Python, and float expressions that fold
// constants with the rounding of the written program.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace texelscope::program {

enum class Language { cuda, glsl, wgsl, python }; // Python: arrays of NumPy, one value per pixel

// The digits that read back as the same float in that language ("0.5f", "1e-30f", "INFINITY").
std::string literal(float value, Language language);
// The same for host code in C++: INFINITY and NAN of <cmath>.
std::string host_literal(float value);

// Text from elsewhere (a session's name, a path) as part of a comment line in any target's language.
// Everything that ends a line in one of them is removed, and so is a trailing backslash, which joins the next
// line in C++. Bytes that are not UTF-8, and characters that reorder text, become
// escapes.
std::string comment_text(std::string_view string);
// As a string literal of C, C++ and CUDA; JavaScript takes json_string().
std::string string_literal(std::string_view string);
// As one of Python: a path that is not UTF-8 is that of os.fsdecode(). Line feeds stay if it has several
// lines.
std::string python_literal(std::string_view string, bool several_lines = false);

// How a language marks comments and indents lines.
struct Layout {
  std::string_view comment = "//";
  std::size_t indent = 2; // spaces per level
};
Layout layout(Language language);

// Lines, indented by level.
class Code {
public:
  explicit Code(int at = 0, Layout of = {}) : depth(at), style(of) {}
  void line(std::string_view code = {});
  void lines(std::string_view code);           // each of several
  void comment(std::string_view sentence);     // wrapped at 100 columns
  void comment_line(std::string_view content); // of names and commands, which are not wrapped
  void open(std::string_view code) {
    line(code);
    ++depth;
  }
  void close(std::string_view code = "}") {
    --depth;
    line(code);
  }
  void end() { --depth; } // of a block that no line closes, as in Python
  const std::string& text() const { return out; }

private:
  std::string out;
  int depth = 0;
  Layout style;
};

// A float expression.
struct Term {
  Term(float constant) : value(constant) {} // NOLINT: formulas contain numbers
  Term(std::string expression, bool sum = false) : text(std::move(expression)), needs_brackets(sum) {}

  std::string text;
  std::optional<float> value;
  bool needs_brackets = false; // a - b, within a product
};

// Formulas of one language. Every operation rounds by itself, so that nothing is fused.
class Formula {
public:
  explicit Formula(Language of) : language(of) {}
  std::string expression(const Term& term) const;
  Term add(const Term& a, const Term& b) const;
  Term sub(const Term& a, const Term& b) const;
  Term mul(const Term& a, const Term& b) const;
  Term div(const Term& a, const Term& b) const;
  Term neg(const Term& a) const;
  Term fma(const Term& a, const Term& b, const Term& c) const;
  Term call(std::string_view function, const Term& a) const;       // "floor", "sqrt"
  std::string real(const std::string& whole) const;                // from int
  std::string whole(const Term& a) const;                          // to int
  std::string vector(const std::vector<std::string>& parts) const; // of 2 to 4 floats; a single one as it is
  std::string all(const std::vector<std::string>& conditions) const; // whether all comparisons hold
  std::string no(const std::string& condition) const;                // whether it does not
  // A constant stays a constant; all else gets a name of its own.
  Term let(Code& code, const std::string& name, const Term& value) const;
  void let_int(Code& code, const std::string& name, const std::string& value) const;
  void variable_int(Code& code, const std::string& name, const std::string& value) const;
  void let_array(Code& code, const std::string& name, const std::vector<std::string>& values,
                 bool floats) const;

  const Language language;

private:
  std::string factor(const Term& term) const; // in brackets where a product needs them
  const char* statement_end() const { return language == Language::python ? "" : ";"; }
};

} // namespace texelscope::program
