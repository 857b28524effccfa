// Makes the image that a session names: a pattern, or a file converted to the effective element format and
// size.
//
// Small patterns are made at once, larger ones and files on a thread of its own, so that request() never
// blocks a frame. All methods belong to one thread.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "kernels/state/session/spec.h"
#include "kernels/state/stored/session_file.h"
#include "kernels/unit/image/image.h"
#include "kernels/unit/resolve/resolve.h"

namespace texelscope {

class TextureSource {
public:
  // Patterns of up to this many texels are made within request().
  static constexpr std::int64_t immediate_texels = 2048 * 2048;

  struct Status {
    bool up_to_date = false; // image() belongs to the last request
    bool busy = false;
    double progress = 0; // 0 to 1 while busy
    std::string note;    // what the file's values became, a sentence
    std::string error;   // why the last request failed, a sentence; image() is then still the previous one
  };

  TextureSource();
  ~TextureSource(); // stops running work

  // Cheap if nothing that determines the image has changed since the last request, which it replaces. A
  // failed request is not tried again until it changes, or until reload(). Relative paths start from `base`.
  void request(const Session& session, const Effective& effective, const std::filesystem::path& base);
  // Reads the session's file; take_opened() then returns the session with the file's size, kind, bits and
  // channels (except what is stated). Replaces running work.
  void open(const Session& session, const std::filesystem::path& base,
            const std::set<std::string>& stated = {});
  std::optional<Session> take_opened();
  void reload(); // the file changed

  void poll(); // once a frame: takes a finished image
  void wait(); // until no work is running; throws the failure of the last request

  // Null before the first success. Identity shows a new image. While not up to date, it belongs to an earlier
  // request: draw it with that request's session and Effective.
  std::shared_ptr<const Image> image() const;
  Status status() const;

private:
  struct Work;
  std::unique_ptr<Work> work;
};

// Whether the image has the shape and format that the effective state requires.
bool has_shape(const Image& image, const Effective& effective);

// Gives a session that opens a file the file's size, kind, bits and channels, except what is stated, and
// waits for it. Throws FileError.
void adopt_file_now(TextureSource& source, LoadedSession& loaded);

// What a verb starts from: the session's settings as they take effect, and its texels.
struct Study {
  Resolution resolution;
  std::shared_ptr<const Image> image;
};
// Reads the session's file, resolves the settings and makes the texels, for which it waits. `noted` is called
// between, and prints the notes or refuses the session. Prints what a file's values became. Throws FileError.
Study open_study(LoadedSession& loaded, const Limits& limits,
                 const std::function<void(Resolution&)>& noted = {});

} // namespace texelscope
