// Makes the pictures that a comparison compares, on whatever thread asks for them.
#pragma once

#include <filesystem>
#include <memory>
#include <stop_token>
#include <string>

#include "kernels/machines/gl/gl_sampler.h"
#include "kernels/studies/compare/value_source.h"
#include "kernels/studies/compare/values.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

// Everything that a source needs, kept as long as the picture takes.
struct ValueRequest {
  ValueSource source = ValueSource::model;
  Session session;
  Effective effective;
  std::shared_ptr<const Image> texels;     // as they lie in memory; null: there are none yet
  std::shared_ptr<const Picture> returned; // by the backend: of `state` and `cuda`
  std::string maker;                       // of what was returned
  std::filesystem::path file;              // of `file`
  int width = 0, height = 0;               // pixels
};

// Throws a UserError, FileError or MachineError whose sentence says why there is no picture. Returns an empty
// one if stopped. Only one call at a time may use the same sampler, on a thread without an OpenGL context.
Values make_values(const ValueRequest& request, GlSampler& opengl, const std::stop_token& stop = {});

} // namespace texelscope
