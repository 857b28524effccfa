// The small pictures of a texture's levels, slices, layers and faces, beside each other in one.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kernels/machines/backend/backend.h"
#include "ui/frame/picture.h"
#include "ui/gl/gl_objects.h"

namespace texelscope {

// Belongs to the thread whose OpenGL context is current.
class PlaneThumbnails {
public:
  // Of the image's texels, or of those that kernels made of them, if they are in host memory.
  void update(const std::shared_ptr<const Image>& image, const FrameResult& result, const ViewSpec& view);
  unsigned texture() const { return texture_; }
  const std::vector<ui::PlaneThumbnail>& all() const { return all_; }

private:
  struct Key {
    std::shared_ptr<const Image> image;
    std::uint64_t version = 0;
    ViewSpec view;
    bool operator==(const Key&) const = default;
  };
  std::optional<Key> known_;
  ui::UploadedColors colors_;
  unsigned texture_ = 0;
  std::vector<ui::PlaneThumbnail> all_;
};

// Their sizes: level 0 has the largest, each level half of the one before.
std::vector<ui::PlaneThumbnail> plane_thumbnails(const Image& image);

} // namespace texelscope
