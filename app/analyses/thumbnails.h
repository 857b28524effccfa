// The pictures of the gallery of shipped sessions: made one after the other beside the frame loop, while the
// gallery is open, by the exact model. Needs the window's OpenGL context for its whole life.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/ground/files/async_job.h"
#include "ui/frame/examples.h"
#include "ui/gl/gl_objects.h"

namespace texelscope {

class Thumbnails {
public:
  Thumbnails();

  // Called once a frame. `scale`: pixels per design pixel. `wait`: waits until all pictures are there.
  void update(bool open, float scale, bool wait);
  const ui::ExampleShelf& shelf() const { return shelf_; }
  const std::string& problem() const { return problem_; } // why there are no examples; empty: none

private:
  struct Colors {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgba; // empty: this session has no picture
  };
  static Colors make(const std::filesystem::path& session, int width, int height);
  void start_next();
  void take(bool wait);

  ui::ExampleShelf shelf_;
  std::string problem_;
  std::vector<std::filesystem::path> sessions_; // in the shelf's order
  std::vector<std::unique_ptr<ui::UploadedColors>> uploaded_;
  float scale_ = 0;
  std::size_t next_ = 0;
  AsyncResult<Colors> made_;
  AsyncJob<Colors> job_; // last: its thread ends before the rest
};

} // namespace texelscope
