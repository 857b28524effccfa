// What a page in a browser shows, computed as the program does: a session, its picture, why a pixel is what
// it is, the effective value of each setting, and the difference from exact arithmetic.
//
// Every answer is JSON as its reader in ui/web expects it. Where something cannot be done, the answer is
// {"error": SENTENCE}.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/web/page_gpu.h"
#include "kernels/machines/cpu/cpu_texture.h"
#include "kernels/studies/compare/values.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/studies/texture/texture_recipe.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope::web {

// Which picture is drawn.
enum class Shown : std::uint8_t { model, ideal, difference };

// In the place of the file that a session names: the picture of that name which came with the page, or the
// reader's own.
class PagePictures : public TextureFiles {
public:
  // Each throws FileError if there is none.
  std::shared_ptr<const Image> read(const TextureRecipe& recipe, const Progress& progress) override;
  std::shared_ptr<const Image> find(const std::filesystem::path& file) const;
  std::map<std::string, std::shared_ptr<const Image>> given; // by file name
  std::shared_ptr<const Image> own;
};

class Page {
public:
  static constexpr std::int64_t max_bytes = std::int64_t(512) << 20; // of a texture
  static constexpr std::int64_t steps_per_frame = 256;               // of a feedback

  Page();

  // Takes a share line, a session's JSON, or C++ that fills a cudaTextureDesc.
  std::string open(std::string_view text);
  // Takes a session's JSON alone.
  std::string set(std::string_view session);
  // {"sampler.filter": "linear"}: values as the flags of the command line have them. All of them or none.
  std::string change(std::string_view fields);
  // The session, its share line, the notes about its settings, what takes effect, and which settings have
  // rows.
  std::string state();
  // The picture takes the place of the session's texture, which gets its size and format.
  std::string take_picture(const std::string& name, std::shared_ptr<const Image> picture);
  // Keeps it for a session that names a picture.
  void keep_picture(std::shared_ptr<const Image> picture);
  // Keeps it for sessions that name this file, such as a lesson's.
  void give_picture(const std::string& name, std::shared_ptr<const Image> picture);
  // The picture that a session's file stands for. Throws FileError if there is none.
  std::shared_ptr<const Image> picture_of(const std::filesystem::path& file) const;

  // Draws into pixels(). A resize has a size of its own.
  std::string draw(int width, int height, Shown shown);
  const Session& session() const { return scene_.session; }
  // A part of the shown level and plane, `step` texels per pixel.
  std::string draw_texels(double x0, double y0, double step, int width, int height);
  const std::uint8_t* pixels() const { return pixels_.data(); } // RGBA

  // The answers below belong to the picture that was drawn last.
  std::string explain(int x, int y);      // like texelscope explain --at X,Y --json
  std::string explain_text(int x, int y); // {"text": …}, like texelscope explain --at X,Y
  // The same of a point of the plane, normalized, or with three coordinates of a direction on a cube: like
  // texelscope explain --coord, whether or not a pixel samples exactly there.
  std::string explain_at(double x, double y, std::optional<double> z = {});
  std::string explain_at_text(double x, double y, std::optional<double> z = {});
  std::string settings(); // like texelscope explain --json
  std::string compare();  // like texelscope compare --a model --b ideal --json
  std::string scope(int row, int columns);
  // The pixel that shows such a point, {"pixel": [x, y]}, or null where the picture does not show it.
  std::string pixel_at(double x, double y, std::optional<double> z = {}) const;
  // The texture coordinate of a point in the picture, normalized.
  std::string coordinate(double x, double y) const;

  // For the reader's own GPU: the texture and its sampler as WebGL2 takes them, the picture's fetches and its
  // values, or {"why": SENTENCE}. Arrays are addresses in memory, valid until the next call.
  std::string gpu();
  // The model's weights of a texel of level 0 in plain fetches at such coordinates.
  std::string gpu_weights(std::array<int, 3> texel, const float* coordinates, int count);
  // The model's share of each level in the middle of the texture, for each LOD.
  std::string gpu_levels(const float* lods, int count);
  // The model's weights of a pixel's fetch: each texel once.
  std::string gpu_fetch_weights(int x, int y);

private:
  struct Scene {
    Session session;
    Resolution resolution;
    std::shared_ptr<const Image> image; // null: there is none, for the given reason
    std::string failure;
    bool lacks_picture = false;
  };
  void take(const Session& session);
  const Effective& effective() const { return scene_.resolution.effective; }
  const Image& texels() const { return *texture_.current(); }
  void fetch(int width, int height);
  const Values& ideal();
  const Values& plain_values();                 // without a body
  FetchTarget pixel_target(int x, int y) const; // throws UserError, as what follows
  SamplePosition position(double x, double y, std::optional<double> z) const;
  FetchExplanation explained(const FetchTarget& target) const;
  std::string explained_json(const FetchTarget& target) const;
  std::string explained_text(const FetchTarget& target) const;
  void require_picture() const; // throws UserError
  void require_drawn() const;   // the same: the present session's picture

  Scene scene_;
  PagePictures pictures_;
  std::optional<TextureRecipe> recipe_;   // of the scene's image
  std::shared_ptr<const Image> made_for_; // the own picture that the image was made from
  cpu::CpuTexture texture_;
  Image reinterpreted_;
  Texture bound_;
  Values model_;
  std::optional<Values> ideal_, plain_;
  std::vector<std::uint8_t> pixels_;
  GpuFetches gpu_fetches_;
  std::vector<std::vector<std::uint32_t>> gpu_packed_; // the levels of a texture of 10, 10, 10 and 2 bits
  std::vector<float> gpu_weights_;
};

std::string texts_json(); // the page's own texts, by name
// Every field, with its label, help, range and choices; and the rows of settings.
std::string fields_json();

} // namespace texelscope::web
