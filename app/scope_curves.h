// The oscilloscope's curves over one part of a line, and as a table: for the window and for the verb.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/gl_sampler.h"
#include "kernels/scope.h"
#include "kernels/write_file.h"

namespace texelscope {

// Whoever else fetches, of one thread at a time: CUDA with a copy of the subject's texture, which it keeps while it
// is the same, and OpenGL's sampler.
class ScopeDevices {
public:
  // Throw MachineError.
  std::vector<TexelBits> by_cuda(const scope::Subject& subject, const Texture& texture, const scope::Samples& samples);
  std::vector<TexelBits> by_opengl(const scope::Subject& subject, const Texture& texture, const scope::Samples& samples);

private:
  GlSampler opengl;
  Effective effective;
  std::shared_ptr<const std::byte> texels;
  std::unique_ptr<scope::DeviceFetcher> fetcher;
};

// Neither copied nor moved.
class ScopeCurves {
public:
  ScopeCurves(const scope::Subject& subject, int width, int height, const scope::Line& part, int count);

  // Why there is no such curve, a sentence; empty where there is.
  std::string obstacle(scope::Series series) const;
  // Fetches along the line. `pinned`: for Series::pinned. Throws MachineError.
  void add(scope::Series series, const scope::Subject* pinned, ScopeDevices& devices);

  struct Fetched {
    scope::Series series;
    ResultType type;
    int channels;
    std::vector<TexelBits> words;
  };
  const std::vector<Fetched>& fetched() const { return fetched_; } // the ideal has no words
  bool has_ideal() const { return has_ideal_; }
  const scope::Subject& subject() const { return subject_; }
  const Texture& texture() const { return bound_.texture(); }
  const scope::Samples& samples() const { return samples_; }

private:
  scope::Subject subject_;
  int width_, height_;
  scope::Bound bound_;
  scope::Samples samples_;
  std::vector<Fetched> fetched_;
  bool has_ideal_ = false;
};

// The picture's session with the view of another one.
scope::Subject seen_as(const scope::Subject& subject, const ViewSpec& view, const Limits& limits);

// A line for each sample: its number, its pixel, the coordinates handed to the texture function, its place on
// the axis (of flat views), and each curve's channels. Floats and doubles as the fewest digits that read back.
void write_scope_csv(const ScopeCurves& curves, const scope::Axis& axis, const PartSink& sink);

} // namespace texelscope
