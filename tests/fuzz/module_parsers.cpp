// Modules that programs hand to CUDA.
#include <cstring>
#include <span>
#include <variant>

#include "kernels/studies/record_images/cubin.h"
#include "kernels/studies/record_images/ptx_choice.h"
#include "tests/fuzz/parsers.h"
#include "tests/fuzz/properties.h"

namespace texelscope::fuzz {

namespace {
void require_extent(std::string_view bytes, const modules::ModuleImage* image) {
  const auto memory = [bytes](std::uint64_t at, void* to, std::size_t size) {
    return at <= bytes.size() && size <= bytes.size() - at && std::memcpy(to, bytes.data() + at, size);
  };
  const auto extent = modules::image_extent(0, memory);
  if (!image || image->form == modules::ImageForm::ptx) return;
  require(extent && extent->form == image->form && extent->bytes <= bytes.size(),
          "a module that is read has an extent");
  const auto again =
      modules::read_image(std::as_bytes(std::span(bytes.substr(extent->address, extent->bytes))));
  const auto* same = std::get_if<modules::ModuleImage>(&again);
  require(same && same->entries.size() == image->entries.size(), "a module ends where its extent does");
}

void require_reason(const modules::PtxRefusal& refusal) {
  require_sentence(modules::sentence(refusal), "");
  require(modules::cure(refusal).find('{') == std::string::npos, "a cure has its values");
}
} // namespace

void module_image(std::string_view bytes) {
  const auto read = modules::read_image(std::as_bytes(std::span(bytes)));
  const auto* image = std::get_if<modules::ModuleImage>(&read);
  require_extent(bytes, image);
  if (!image) return require_reason({std::get<modules::NoPtx>(read), "", 90});
  for (const modules::ModuleEntry& entry : image->entries) {
    const auto* stored = reinterpret_cast<const char*>(entry.stored.data());
    require(stored >= bytes.data() && stored + entry.stored.size() <= bytes.data() + bytes.size(),
            "an entry lies within its module");
    const auto content = modules::content_of(entry);
    if (const auto* text = std::get_if<std::string>(&content)) {
      require(text->size() <= entry.bytes && entry.bytes <= modules::max_content_bytes,
              "content has a limit");
      modules::read_cubin(std::as_bytes(std::span(*text)));
    }
  }
  modules::texture_use(*image);
  for (const int device : {75, 90, 121}) {
    const auto ptx = modules::ptx_for(*image, {device, modules::PtxVersion{9, 0}});
    if (const auto* refusal = std::get_if<modules::PtxRefusal>(&ptx)) {
      require_reason(*refusal);
      continue;
    }
    const auto& chosen = std::get<modules::ChosenPtx>(ptx);
    require(modules::read_ptx_head(chosen.text).has_value() && chosen.text.find('\0') == std::string::npos,
            "what is chosen is PTX");
    require(modules::runs_ptx(device, image->entries.at(chosen.entry).architecture), "the device runs it");
  }
}

} // namespace texelscope::fuzz
