// .npy files made by tests, and what texelscope sample computes from them.
#pragma once

#include <cstdint>
#include <cstring>

#include <gtest/gtest.h>

#include "tests/program.h"

namespace texelscope {

template <class T>
struct NpyName;
template <>
struct NpyName<float> {
  static constexpr const char* value = "<f4";
};
template <>
struct NpyName<double> {
  static constexpr const char* value = "<f8";
};
template <>
struct NpyName<std::uint8_t> {
  static constexpr const char* value = "|u1";
};
template <>
struct NpyName<std::int8_t> {
  static constexpr const char* value = "|i1";
};
template <>
struct NpyName<std::uint16_t> {
  static constexpr const char* value = "<u2";
};
template <>
struct NpyName<std::int16_t> {
  static constexpr const char* value = "<i2";
};
template <>
struct NpyName<std::uint32_t> {
  static constexpr const char* value = "<u4";
};
template <>
struct NpyName<std::int32_t> {
  static constexpr const char* value = "<i4";
};

inline std::string npy_bytes(const std::string& shape, const std::string& type, const void* data,
                             std::size_t bytes, bool fortran = false) {
  std::string header = "{'descr': '" + type + "', 'fortran_order': " + (fortran ? "True" : "False") +
                       ", 'shape': (" + shape + "), }";
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 255u);
  file += static_cast<char>(header.size() >> 8);
  return file + header + std::string(static_cast<const char*>(data), bytes);
}

// `shape` as Python writes it, without the brackets.
template <class T>
std::string npy(const std::string& shape, const std::vector<T>& values, bool fortran = false) {
  return npy_bytes(shape, NpyName<T>::value, values.data(), values.size() * sizeof(T), fortran);
}

// A program whose folder has t.npy and c.npy.
class SampleVerb : public Program {
public:
  template <class T>
  SampleVerb(const std::string& shape, const std::vector<T>& texels, const std::string& coords_shape,
             const std::vector<float>& coords) {
    write("t.npy", npy(shape, texels));
    write("c.npy", npy(coords_shape, coords));
  }

  Ran sample(const std::vector<std::string>& more) const {
    std::vector<std::string> args = {"sample", "--texture", "t.npy", "--coords", "c.npy", "--out", "o.npy"};
    args.insert(args.end(), more.begin(), more.end());
    return run(args);
  }

  // What o.npy holds, after a check of its shape and type.
  template <class T>
  std::vector<T> result(const std::string& shape) const {
    const std::string bytes = contents(*this / "o.npy");
    const std::string expected = npy<T>(shape, {});
    EXPECT_EQ(bytes.substr(0, expected.size()), expected);
    if (bytes.size() < expected.size()) return {};
    std::vector<T> values((bytes.size() - expected.size()) / sizeof(T));
    if (!values.empty())
      std::memcpy(values.data(), bytes.data() + expected.size(), values.size() * sizeof(T));
    return values;
  }

  template <class T>
  std::vector<T> sampled(const std::vector<std::string>& more, const std::string& shape,
                         const std::string& warning = "") const {
    const Ran ran = sample(more);
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out, "");
    if (warning.empty())
      EXPECT_EQ(ran.err, "");
    else
      EXPECT_NE(ran.err.find(warning), std::string::npos) << ran.err;
    return result<T>(shape);
  }
};

} // namespace texelscope
