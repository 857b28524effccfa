#include "kernels/studies/record_images/cubin.h"

#include <string_view>

#include "kernels/studies/record_images/image_extent.h"

namespace texelscope::modules {

namespace {
// Toolkits before 13 write another ABI, with the architecture elsewhere.
int architecture_of(const CubinHeader& header) {
  constexpr std::size_t os_abi = 7;
  constexpr std::uint8_t older_abi = 0x33;
  return int(header.ident[os_abi] == older_abi ? header.flags & 0xff : header.flags >> 8 & 0xff);
}

// Since Volta an instruction has 16 bytes, and the lowest 9 bits say which one it is. Those of the texture
// unit, as ptxas 13 makes them of each PTX instruction for all architectures from 75 to 121:
constexpr std::uint16_t tex = 0x160, tld4 = 0x163, tex_of_integers = 0x166, tex_with_gradients = 0x16c,
                        suld = 0x199, sust = 0x19d, sured = 0x19f;

TextureUse textures_in(std::span<const std::byte> code) {
  TextureUse use;
  constexpr std::size_t step = 16;
  for (; code.size() >= step; code = code.subspan(step)) {
    std::uint16_t bits;
    std::memcpy(&bits, code.data(), sizeof bits);
    const auto operation = std::uint16_t(bits & 0x1ff);
    use.fetches = use.fetches || operation == tex || operation == tld4 || operation == tex_of_integers ||
                  operation == tex_with_gradients;
    use.surfaces = use.surfaces || operation == suld || operation == sust || operation == sured;
  }
  return use;
}
} // namespace

std::optional<Cubin> read_cubin(std::span<const std::byte> bytes) {
  const auto memory = [bytes](std::uint64_t at, void* to, std::size_t size) {
    if (at > bytes.size() || size > bytes.size() - at) return false;
    std::memcpy(to, bytes.data() + at, size);
    return true;
  };
  const auto end = cubin_bytes(0, memory);
  if (!end || *end > bytes.size()) return std::nullopt;
  const auto header = *value_at<CubinHeader>(memory, 0);
  const auto counts = *cubin_counts(header, 0, memory);
  const auto section = [&](std::uint64_t index) {
    return *value_at<CubinSection>(memory, header.sections_at + index * sizeof(CubinSection));
  };
  constexpr int volta = 70;
  const int architecture = architecture_of(header);
  Cubin cubin{architecture, header.type == relocatable_type, architecture >= volta, {}};
  if (counts.sections == 0) return cubin;
  if (counts.names == 0 || counts.names >= counts.sections || !has_bytes(section(counts.names)))
    return std::nullopt;
  const CubinSection names_section = section(counts.names);
  const std::string_view names(reinterpret_cast<const char*>(bytes.data()) + names_section.at,
                               names_section.bytes);
  for (std::uint64_t i = 1; i < counts.sections; ++i) {
    const CubinSection each = section(i);
    if (each.name >= names.size()) return std::nullopt;
    const std::string_view rest = names.substr(each.name), name = rest.substr(0, rest.find('\0'));
    constexpr std::string_view code = ".text.";
    if (name.starts_with(code) && (each.flags & executable_section) && has_bytes(each) && each.bytes != 0)
      cubin.functions.push_back(
          {std::string(name.substr(code.size())),
           cubin.textures_known ? textures_in(bytes.subspan(each.at, each.bytes)) : TextureUse{}});
  }
  return cubin;
}

} // namespace texelscope::modules
