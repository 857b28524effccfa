// Internal to the exports: what the programs in Python share.
#pragma once

#include <string>
#include <vector>

#include "kernels/studies/export/facts.h"

namespace texelscope::program {

// A program in Python whose texels and settings are Facts.
class PythonProgram {
public:
  // `modules`: its imports besides NumPy; `what`: the target's name.
  PythonProgram(const Facts& facts, Text what, const std::vector<std::string>& modules,
                const std::vector<std::string>& remarks);

  Code code;

  // Defines texel_bytes.
  void texels();
  // Defines coordinates(), a dictionary of arrays with a row and a column for each pixel: "at", "empty" and,
  // where the function takes them, "dx", "dy", "layer", "lod" and "texel". `columns`: the width to which rows
  // are padded with empty pixels.
  void coordinates();
  // Defines picture() from fetch(c, at), which returns an array of (height, columns, channels); `channels`:
  // as many as that has.
  void picture(int channels);
  // Defines write_picture() and main(), which writes picture().
  void main();

  int columns() const;

private:
  void words(int channels);

  const Facts& facts;
};

std::string python_number(float value); // a float of Python
const char* python_bool(bool value);
std::string python_tuple(const std::vector<std::string>& parts); // "(1, 2)", "(1,)"
// An expression for the texels of a level as an array: slices, layers or faces first, channels last.
std::string python_level(const Facts& facts, std::size_t level);
// The constants of NumPy's types: "<u2".
std::string numpy_type(const ElementFormat& format);

} // namespace texelscope::program
