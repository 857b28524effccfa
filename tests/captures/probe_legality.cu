#include <bit>
#include <cstdio>
#include <map>

#include "tests/captures/capture_file.h"
#include "tests/captures/probe.h"

namespace texelscope::captures {

namespace {
// What a point fetch of the texel returned, beside what it might have been: e element, n normalized, ? else.
char classify(std::uint32_t word, const Case& c, std::uint32_t stored) {
  std::int64_t value = stored;
  if (ElementKind(c.kind) == ElementKind::signed_int)
    value = c.bits == 8 ? std::int8_t(stored) : c.bits == 16 ? std::int16_t(stored) : std::int32_t(stored);
  if (ElementKind(c.kind) != ElementKind::floating) {
    if (word == std::uint32_t(value)) return 'e';
    const int magnitude_bits = ElementKind(c.kind) == ElementKind::unsigned_int ? c.bits : c.bits - 1;
    const double largest = double((1ull << magnitude_bits) - 1);
    const double real = double(value) / largest;
    return word == std::bit_cast<std::uint32_t>(float(real < -1 ? -1 : real)) ? 'n' : '?';
  }
  if (c.bits == 32) return word == stored ? 'e' : '?';
  return word != 0 ? 'f' : '?';
}

// One letter for each of (read mode, filter, sRGB, normalized): the error's letter, or what arrived.
std::string row(const ElementFormat& format, std::map<char, std::string>& errors) {
  Case c;
  c.kind = std::uint8_t(format.kind), c.bits = std::uint8_t(format.bits),
  c.channels = std::uint8_t(format.channels);
  c.width = 4, c.height = 2, c.seed = 7;
  const Array array = make_array(format, 4, 2, texels(c).data());
  if (!array) return "no array of this format";
  std::string letters;
  for (int setting = 0; setting < 16; ++setting) {
    std::string distinct;
    for (int address = 0; address < 16; ++address) {
      Sampler s;
      s.read_mode = ReadMode(setting >> 3), s.filter = FilterMode(setting >> 2 & 1);
      s.srgb = setting >> 1 & 1, s.normalized = setting & 1;
      s.address[0] = AddressMode(address & 3), s.address[1] = AddressMode(address >> 2);
      Texture texture;
      char letter = 0;
      if (const cudaError_t error = make_texture(array.get(), s, texture); error != cudaSuccess) {
        for (const auto& [key, text] : errors)
          if (text == cudaGetErrorName(error)) letter = key;
        if (!letter) errors[letter = char('A' + errors.size())] = cudaGetErrorName(error);
      } else {
        const float x = s.normalized ? 1.5f / 4 : 1.5f, y = s.normalized ? 0.5f / 2 : 0.5f;
        const std::uint32_t word =
            fetch(texture.get(), format, result_type(format, s.read_mode),
                  {std::bit_cast<std::uint32_t>(x), std::bit_cast<std::uint32_t>(y)})[0]
                .x;
        letter = classify(word, c, texel_bits(c, c.channels));
      }
      if (distinct.find(letter) == std::string::npos) distinct += letter;
    }
    letters += (setting % 4 == 0 ? "  " : " ") + distinct;
  }
  return letters;
}
} // namespace

void probe_legality() {
  std::puts("\ncudaCreateTextureObject: read mode element point, element linear, normalized point, "
            "normalized linear;\n"
            "in each: sRGB off + unnormalized, sRGB off + normalized, sRGB on + unnormalized, sRGB on + "
            "normalized.\n"
            "Several letters in one place: it depends on the 16 pairs of address modes.\n"
            "e element's bits, n value / largest code, f float, ? something else (sRGB decoded)");
  std::map<char, std::string> errors;
  for (int kind = 0; kind < 3; ++kind)
    for (int bits : {8, 16, 32})
      for (int channels : {1, 2, 4}) {
        const ElementFormat format{ElementKind(kind), bits, channels};
        std::printf("%-6s %s\n", name(format).c_str(), row(format, errors).c_str());
      }
  for (const auto& [letter, error] : errors)
    std::printf("%c = %s\n", letter, error.c_str());
}

} // namespace texelscope::captures
