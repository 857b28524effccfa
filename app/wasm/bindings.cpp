// The functions of the WebAssembly module: Page with C's types. An answer stays valid until the next call.
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include <emscripten.h>

#include "app/web/answers_page.h"
#include "app/web/lesson_page.h"
#include "app/web/page.h"
#include "kernels/ground/base/write_file.h"
#include "kernels/ground/text/language.h"
#include "kernels/ground/text/texts.h"
#include "kernels/reports/profile/live/live.h"
#include "kernels/unit/image_io/read_image.h"

namespace {
using namespace texelscope;

web::Page& page() {
  static web::Page only;
  return only;
}
} // namespace

namespace texelscope {

// A page has no files: what a session names came with the page, or the reader gives it.
Image read_image(const std::filesystem::path& path, const ReadShape&, const Progress&) {
  return *page().picture_of(path);
}

// Nothing is measured between a page's frames: FrameRequest::live is never set.
std::unique_ptr<profile::LiveFetch> profile::make_cpu_live() {
  return nullptr;
}

} // namespace texelscope

namespace {
web::LessonPage& lesson() {
  static web::LessonPage only;
  return only;
}

web::AnswersPage& answers() {
  static web::AnswersPage only;
  return only;
}

const char* answer(std::string json) {
  static std::string last;
  last = std::move(json);
  return last.c_str();
}

std::optional<double> third(int has_z, double z) {
  return has_z != 0 ? std::optional(z) : std::nullopt;
}

std::shared_ptr<const Image> image_of(const TextureShape& shape, const std::byte* texels) {
  auto image = std::make_shared<Image>(Image::create(shape));
  std::memcpy(image->texels.data(), texels, image->size_bytes());
  return image;
}
} // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE void web_language(const char* code) {
  set_language(language_from_code(code).value_or(Language::english));
}
EMSCRIPTEN_KEEPALIVE const char* web_texts() {
  return answer(web::texts_json());
}
EMSCRIPTEN_KEEPALIVE const char* web_fields() {
  return answer(web::fields_json());
}

EMSCRIPTEN_KEEPALIVE const char* web_open(const char* text) {
  return answer(page().open(text));
}
EMSCRIPTEN_KEEPALIVE const char* web_set(const char* session) {
  return answer(page().set(session));
}
EMSCRIPTEN_KEEPALIVE const char* web_change(const char* fields) {
  return answer(page().change(fields));
}
EMSCRIPTEN_KEEPALIVE const char* web_state() {
  return answer(page().state());
}

// Rows of RGBA, 8 bits a channel.
EMSCRIPTEN_KEEPALIVE const char* web_take_picture(const char* name, int width, int height,
                                                  const std::byte* texels) {
  return answer(page().take_picture(name, image_of({width, height}, texels)));
}
// The picture of an exported page. `kind`: of ElementKind.
EMSCRIPTEN_KEEPALIVE void web_keep_picture(int width, int height, int kind, int bits, int channels,
                                           int dimension, int planes, const std::byte* texels) {
  page().keep_picture(
      image_of({width, height, {ElementKind(kind), bits, channels}, Dimension(dimension), planes}, texels));
}

// A picture that came with the page: the file `name` of a lesson.
EMSCRIPTEN_KEEPALIVE void web_give_picture(const char* name, int width, int height, int kind, int bits,
                                           int channels, int dimension, int planes, const std::byte* texels) {
  page().give_picture(
      name,
      image_of({width, height, {ElementKind(kind), bits, channels}, Dimension(dimension), planes}, texels));
}

EMSCRIPTEN_KEEPALIVE const char* web_draw(int width, int height, int shown) {
  return answer(page().draw(width, height, web::Shown(shown)));
}
EMSCRIPTEN_KEEPALIVE const char* web_draw_texels(double x0, double y0, double step, int width, int height) {
  return answer(page().draw_texels(x0, y0, step, width, height));
}
EMSCRIPTEN_KEEPALIVE const std::uint8_t* web_pixels() {
  return page().pixels();
}

EMSCRIPTEN_KEEPALIVE const char* web_explain(int x, int y) {
  return answer(page().explain(x, y));
}
EMSCRIPTEN_KEEPALIVE const char* web_explain_text(int x, int y) {
  return answer(page().explain_text(x, y));
}
// A point of the plane, or the direction (x, y, z) on a cube.
EMSCRIPTEN_KEEPALIVE const char* web_explain_at(double x, double y, int has_z, double z) {
  return answer(page().explain_at(x, y, third(has_z, z)));
}
EMSCRIPTEN_KEEPALIVE const char* web_explain_at_text(double x, double y, int has_z, double z) {
  return answer(page().explain_at_text(x, y, third(has_z, z)));
}
EMSCRIPTEN_KEEPALIVE const char* web_settings() {
  return answer(page().settings());
}
EMSCRIPTEN_KEEPALIVE const char* web_compare() {
  return answer(page().compare());
}
EMSCRIPTEN_KEEPALIVE const char* web_scope(int row, int columns) {
  return answer(page().scope(row, columns));
}
// What assets_folder() has, for lessons that name a session or ask what CUDA accepts.
EMSCRIPTEN_KEEPALIVE void web_asset(const char* path, const char* content) {
  const std::filesystem::path file = std::filesystem::path(TEXELSCOPE_SOURCE_ASSETS) / path;
  std::filesystem::create_directories(file.parent_path());
  write_file(file, {std::as_bytes(std::span<const char>(content, std::strlen(content)))});
}
EMSCRIPTEN_KEEPALIVE const char* web_lesson(const char* json) {
  return answer(lesson().open(json));
}
EMSCRIPTEN_KEEPALIVE const char* web_lesson_words() {
  return answer(lesson().words());
}
EMSCRIPTEN_KEEPALIVE const char* web_check(int step, const char* typed, int choice) {
  return answer(lesson().check(step, typed, choice));
}
EMSCRIPTEN_KEEPALIVE const char* web_spot(const char* suspect, int gives_up) {
  return answer(lesson().spot(page().session(), suspect, gives_up != 0));
}

EMSCRIPTEN_KEEPALIVE const char* web_answers_open(const char* content) {
  return answer(answers().open(content));
}
EMSCRIPTEN_KEEPALIVE const char* web_answers_find(const char* words) {
  return answer(answers().find(words));
}

EMSCRIPTEN_KEEPALIVE const char* web_pixel_at(double x, double y, int has_z, double z) {
  return answer(page().pixel_at(x, y, third(has_z, z)));
}
EMSCRIPTEN_KEEPALIVE const char* web_coordinate(double x, double y) {
  return answer(page().coordinate(x, y));
}

EMSCRIPTEN_KEEPALIVE const char* web_gpu() {
  return answer(page().gpu());
}
EMSCRIPTEN_KEEPALIVE const char* web_gpu_weights(int x, int y, int z, const float* coordinates, int count) {
  return answer(page().gpu_weights({x, y, z}, coordinates, count));
}
EMSCRIPTEN_KEEPALIVE const char* web_gpu_levels(const float* lods, int count) {
  return answer(page().gpu_levels(lods, count));
}
EMSCRIPTEN_KEEPALIVE const char* web_gpu_fetch_weights(int x, int y) {
  return answer(page().gpu_fetch_weights(x, y));
}

} // extern "C"
