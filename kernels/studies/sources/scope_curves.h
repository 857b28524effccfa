// The oscilloscope's curves over one part of a line, and as a table, for the window and the verb.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/ground/base/write_file.h"
#include "kernels/machines/gl/gl_sampler.h"
#include "kernels/studies/compare/scope.h"

namespace texelscope {

// The other devices that fetch, used by one thread at a time: CUDA with a copy of the subject's texture,
// which is kept while it stays the same, and OpenGL's sampler.
class ScopeDevices {
public:
  // Both throw MachineError.
  std::vector<TexelBits> by_cuda(const scope::Subject& subject, const Texture& texture,
                                 const scope::Samples& samples);
  std::vector<TexelBits> by_opengl(const scope::Subject& subject, const Texture& texture,
                                   const scope::Samples& samples);

private:
  GlSampler opengl;
  Effective effective;
  std::shared_ptr<const std::byte> texels;
  std::unique_ptr<scope::DeviceFetcher> fetcher;
};

// Can be neither copied nor moved.
class ScopeCurves {
public:
  ScopeCurves(const scope::Subject& subject, int width, int height, const scope::Line& part, int count);

  // A sentence that says why there is no such curve; empty if there is one.
  std::string obstacle(scope::Series series) const;
  // Fetches along the line. `pinned`: for Series::pinned. Throws MachineError.
  void add(scope::Series series, const scope::Subject* pinned, ScopeDevices& devices);

  struct Fetched {
    scope::Series series;
    ResultType type;
    int channels;
    std::vector<TexelBits> results;
  };
  const std::vector<Fetched>& fetched() const { return fetched_; } // the ideal has no results
  bool has_ideal() const { return has_ideal_; }
  const std::vector<scope::Series>& order() const { return order_; } // as they were added
  std::array<std::optional<scope::Axis>, 3> axes() const {
    return scope::shown_axes(subject_.session, subject_.effective, width_, height_, samples_.line());
  }
  const scope::Subject& subject() const { return subject_; }
  const Texture& texture() const { return bound_.texture(); }
  const scope::Samples& samples() const { return samples_; }

private:
  scope::Subject subject_;
  int width_, height_;
  scope::Bound bound_;
  scope::Samples samples_;
  std::vector<Fetched> fetched_;
  std::vector<scope::Series> order_;
  bool has_ideal_ = false;
};

// The picture's session with the view of another session.
scope::Subject seen_as(const scope::Subject& subject, const ViewSpec& view, const Limits& limits);

// Writes a line for each sample: its number, its pixel, its place in texels of level 0 (x and y, for a 3-D
// texture also z; empty where a cube is not seen face on), the coordinates passed to the texture function,
// and each curve's channels in the order of adding. Floats and doubles have the fewest digits that read back.
void write_scope_csv(const ScopeCurves& curves, const PartSink& sink);

} // namespace texelscope
