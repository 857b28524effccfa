// A traced texture's texels as the model fetches from them.
#pragma once

#include <memory>
#include <optional>

#include "kernels/studies/fetches/recorded_fetch.h"
#include "kernels/studies/trace/trace_report.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope::fetches {

class ObjectTexels {
public:
  // Null: no texels of that instance were copied, they cannot be read, or a session cannot say what the
  // object is.
  static std::unique_ptr<ObjectTexels> load(const trace::TracedObject& object, std::uint64_t instance);

  // What the model returns for a fetch from a texture of that dimension, whose results the program takes as
  // that type; empty: it does not know such a fetch.
  std::optional<TexelBits> expected(Dimension dimension, record::ResultType type,
                                    const RecordedFetch& fetch) const;

  struct Difference {
    bool any = false;    // a bit of the result is not the model's
    double greatest = 0; // of a component, of those that are numbers
  };
  // Between what the program got and what is expected; empty where nothing is.
  std::optional<Difference> difference(const record::Site& site, const RecordedFetch& fetch) const;

private:
  ObjectTexels() = default;

  std::shared_ptr<const Image> image;
  Image reinterpreted;
  Texture texture;
};

} // namespace texelscope::fetches
