// The configurations that are tried. The full product has millions; these sets show every rule that involves
// two or three settings.
#include <algorithm>
#include <unordered_set>

#include "kernels/reports/support_matrix/legality.h"

namespace texelscope::legality {

namespace {
constexpr ReadMode read_modes[] = {ReadMode::element, ReadMode::normalized_float};
constexpr FilterMode filters[] = {FilterMode::point, FilterMode::linear};
constexpr AddressMode addresses[] = {AddressMode::wrap, AddressMode::clamp, AddressMode::mirror,
                                     AddressMode::border};
constexpr Dimension dimensions[] = {Dimension::d1,          Dimension::d2,         Dimension::d3,
                                    Dimension::d1_layered,  Dimension::d2_layered, Dimension::cube,
                                    Dimension::cube_layered};

struct Place {
  Memory memory;
  Dimension dimension;
};

// Linear memory is 1-D and pitch memory 2-D; arrays have every dimension.
std::vector<Place> places() {
  std::vector<Place> all = {{Memory::linear, Dimension::d1}, {Memory::pitch, Dimension::d2}};
  for (const Memory memory : {Memory::array, Memory::mipmapped})
    for (const Dimension dimension : dimensions)
      all.push_back({memory, dimension});
  return all;
}

const Format* format(std::string_view name) {
  const auto all = formats();
  return &*std::find_if(all.begin(), all.end(), [&](const Format& f) { return f.name == name; });
}

// One format of each kind and width: four channels, or as many as the kind has.
bool represents_its_kind(const Format& f) {
  return f.channels() == 4 || f.is_block() || f.kind == kind::nv12;
}

// The usual way to read a format if reading is not the subject: normalized integers and blocks of them as
// normalized floats, sRGB kinds decoded. CUDA rejects other ways.
Configuration natural(const Format& f) {
  const bool normalized =
      f.texels && (f.texels->kind == ChannelKind::normalized || f.texels->kind == ChannelKind::blocks) &&
      f.texels->element.is_integer();
  return {.format = &f,
          .read_mode = normalized ? ReadMode::normalized_float : ReadMode::element,
          .srgb = f.name.ends_with("_srgb")};
}

Configuration elsewhere(Configuration a, Memory memory, Dimension dimension) {
  a.memory = memory;
  a.dimension = dimension;
  return a;
}

class List {
public:
  void add(const Configuration& configuration) {
    if (seen.insert(identifier(configuration)).second) all.push_back(configuration);
  }
  std::vector<Configuration> all;

private:
  std::unordered_set<std::string> seen;
};

// Every format with every sampler setting that depends on formats, as a 2-D array.
void samplers_of_formats(List& list) {
  for (const Format& f : formats())
    for (const ReadMode read : read_modes)
      for (const FilterMode filter : filters)
        for (const bool srgb : {false, true})
          list.add({.format = &f, .read_mode = read, .filter = filter, .srgb = srgb});
}

void places_of_formats(List& list) {
  for (const Format& f : formats())
    for (const auto& [memory, dimension] : places())
      if (represents_its_kind(f) || memory == Memory::linear || memory == Memory::pitch ||
          dimension == Dimension::d2)
        list.add(elsewhere(natural(f), memory, dimension));
}

// Reading as floats, filtering and decoding from linear and pitch memory.
void samplers_of_memory(List& list) {
  for (const char* name : {"u8x4", "u8x2", "s8x4", "u16x4", "u32x4", "f16x4", "f32x4", "unorm8x4", "bc1"})
    for (const ReadMode read : read_modes)
      for (const FilterMode filter : filters)
        for (const bool srgb : {false, true})
          for (const auto& [memory, dimension] : places())
            if (dimension == Dimension::d2 || memory == Memory::linear)
              list.add({.format = format(name),
                        .read_mode = read,
                        .filter = filter,
                        .memory = memory,
                        .dimension = dimension,
                        .srgb = srgb});
}

void addresses_of_places(List& list) {
  for (const auto& [memory, dimension] : places())
    for (const AddressMode address : addresses)
      for (const bool normalized : {true, false})
        for (const FilterMode filter : filters) {
          Configuration a = {.filter = filter,
                             .address = address,
                             .other_address = address,
                             .normalized = normalized,
                             .memory = memory,
                             .dimension = dimension};
          a.format = format("f32x1");
          list.add(a);
          a.format = format("u8x4");
          a.read_mode = ReadMode::normalized_float;
          list.add(a);
          a.read_mode = ReadMode::element;
          if (filter == FilterMode::point) list.add(a);
        }
}

// Address modes that differ between axes, and with every format.
void addresses_of_axes(List& list) {
  for (const AddressMode address : addresses)
    for (const AddressMode other : addresses)
      for (const bool normalized : {true, false})
        for (const FilterMode filter : filters)
          for (const Dimension dimension : {Dimension::d1, Dimension::d2, Dimension::d3})
            list.add({.format = format("u8x4"),
                      .read_mode = ReadMode::normalized_float,
                      .filter = filter,
                      .address = address,
                      .other_address = other,
                      .normalized = normalized,
                      .dimension = dimension});
  for (const Format& f : formats())
    for (const AddressMode address : addresses)
      for (const bool normalized : {true, false}) {
        Configuration a = natural(f);
        a.address = a.other_address = address;
        a.normalized = normalized;
        list.add(a);
      }
}

void mip_filters(List& list) {
  for (const Format& f : formats())
    if (represents_its_kind(f))
      for (const ReadMode read : read_modes)
        for (const FilterMode filter : filters)
          for (const Memory memory : {Memory::mipmapped, Memory::array}) {
            Configuration a = elsewhere(natural(f), memory, Dimension::d2);
            a.read_mode = read;
            a.filter = filter;
            a.mip_filter = FilterMode::linear;
            list.add(a);
          }
  for (const auto& [memory, dimension] : places())
    for (const bool normalized : {true, false})
      list.add({.format = format("f32x4"),
                .filter = FilterMode::linear,
                .normalized = normalized,
                .memory = memory,
                .dimension = dimension,
                .mip_filter = FilterMode::linear});
}

void uses(List& list) {
  for (const Use use : {Use::surface, Use::surface_without_flag, Use::gather}) {
    for (const Format& f : formats()) {
      Configuration a = natural(f);
      a.use = use;
      list.add(a);
    }
    for (const auto& [memory, dimension] : places())
      for (const char* name : {"u8x4", "f32x4", "unorm8x4", "bc1"}) {
        Configuration a = elsewhere(natural(*format(name)), memory, dimension);
        a.use = use;
        list.add(a);
      }
  }
}

void views(List& list) {
  for (const auto& [memory, dimension] : places())
    for (const Format& f : formats()) {
      const bool everywhere = f.name == "u8x4" || f.name == "f32x4";
      if (!f.has_view() || (dimension != Dimension::d2 && memory != Memory::linear && !everywhere)) continue;
      Configuration a = elsewhere(natural(f), memory, dimension);
      a.use = Use::view;
      list.add(a);
    }
}
} // namespace

const std::vector<Configuration>& configurations() {
  static const std::vector<Configuration> all = [] {
    List list;
    samplers_of_formats(list);
    places_of_formats(list);
    samplers_of_memory(list);
    addresses_of_places(list);
    addresses_of_axes(list);
    mip_filters(list);
    uses(list);
    views(list);
    return std::move(list.all);
  }();
  return all;
}

} // namespace texelscope::legality
