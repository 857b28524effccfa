// Reads JPEG through libjpeg. libjpeg reports errors by longjmp: a function that can be left this way must
// not hold anything that needs destruction.
#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include <jpeglib.h>

#include <jerror.h>

#include "kernels/ground/text/texts.h"
#include "kernels/unit/image_io/color_space.h"
#include "kernels/unit/image_io/exif.h"
#include "kernels/unit/image_io/readers.h"

namespace texelscope {

namespace {

// libjpeg passes its structures to the callbacks; `client_data` points back to the reader.
class JpegReader {
public:
  JpegReader(const InputFile& from, const Progress& report) : file(from), progress(report) {
    jpeg.err = jpeg_std_error(&errors);
    errors.error_exit = [](j_common_ptr common) { self(common).leave(); };
    errors.emit_message = on_message;
    jpeg.client_data = this;
    monitor.progress_monitor = on_progress;
    if (!try_create()) fail();
  }
  ~JpegReader() { jpeg_destroy_decompress(&jpeg); }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  void read_header() {
    if (!try_header()) fail();
    if (jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK) file.refuse(Text::image_cmyk);
    file.check_sides(jpeg.image_width, jpeg.image_height);
    file.check_packed(std::uint64_t(jpeg.image_width) * jpeg.image_height * channels(), 4096);
    facts = exif(); // libjpeg forgets the markers at its end
    space = color_space();
  }

  // Empty if progress requested a stop.
  Image read_texels() {
    if (!try_start()) return stop_or_fail();
    Image image = Image::create(int(jpeg.output_width), int(jpeg.output_height),
                                {ElementKind::unsigned_int, 8, channels()});
    while (jpeg.output_scanline < jpeg.output_height)
      if (!try_row(reinterpret_cast<JSAMPROW>(image.texel(0, int(jpeg.output_scanline)))))
        return stop_or_fail();
    if (!try_finish()) return stop_or_fail();
    if (channels() == 4) image.file.texels = "u8x3";
    state_color_space(image, file, space);
    return oriented(std::move(image), facts.orientation, file);
  }

private:
  static constexpr int exif_marker = JPEG_APP0 + 1, profile_marker = JPEG_APP0 + 2;

  static JpegReader& self(j_common_ptr common) { return *static_cast<JpegReader*>(common->client_data); }

  int channels() const { return jpeg.jpeg_color_space == JCS_GRAYSCALE ? 1 : 4; }

  ExifFacts exif() const {
    constexpr std::string_view name("Exif\0\0", 6);
    for (jpeg_saved_marker_ptr marker = jpeg.marker_list; marker; marker = marker->next) {
      const std::span<const unsigned char> data(marker->data, marker->data_length);
      if (marker->marker == exif_marker && data.size() > name.size() &&
          std::equal(name.begin(), name.end(), data.begin()))
        return exif_facts(data.subspan(name.size()));
    }
    return {};
  }

  ColorSpace color_space() {
    if (!try_profile()) fail();
    const std::unique_ptr<JOCTET, decltype(&std::free)> profile(profile_data, &std::free);
    if (profile) return icc_space({profile.get(), profile_bytes});
    return facts.srgb ? srgb_space() : ColorSpace{};
  }

  [[noreturn]] void fail() const {
    file.refuse_unread();
    file.refuse(Text::image_truncated, {message});
  }
  Image stop_or_fail() const {
    if (!stopped) fail();
    return {};
  }

  [[noreturn]] void leave() {
    jpeg.err->format_message(reinterpret_cast<j_common_ptr>(&jpeg), message);
    std::longjmp(jump, 1);
  }

  // Warnings that mean lost texels end the reading; others are ignored.
  static void on_message(j_common_ptr common, int level) {
    if (level >= 0) return;
    switch (common->err->msg_code) {
    case JWRN_JPEG_EOF:
    case JWRN_HIT_MARKER:
    case JWRN_HUFF_BAD_CODE:
    case JWRN_ARITH_BAD_CODE:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_MUST_RESYNC:
    case JWRN_NOT_SEQUENTIAL:
      self(common).leave();
    default:
      return;
    }
  }

  static void on_progress(j_common_ptr common) {
    JpegReader& reader = self(common);
    // Thousands of scans that add nothing are a known way to make a small file take hours.
    constexpr int max_scans = 500;
    if (reader.jpeg.input_scan_number > max_scans) ERREXIT(&reader.jpeg, JERR_NOTIMPL);
    const jpeg_progress_mgr& at = reader.monitor;
    if (!reader.progress || at.pass_counter % 64 != 0) return;
    const double pass = double(at.pass_counter) / double(at.pass_limit > 0 ? at.pass_limit : 1);
    const double share = (at.completed_passes + pass) / (at.total_passes > 0 ? at.total_passes : 1);
    reader.stopped = !reader.progress(share < 1 ? share : 1);
    if (reader.stopped) std::longjmp(reader.jump, 1);
  }

  bool try_create() {
    if (setjmp(jump)) return false;
    jpeg_create_decompress(&jpeg);
    jpeg.progress = &monitor;
    jpeg_stdio_src(&jpeg, file.handle.get());
    return true;
  }

  bool try_header() {
    if (setjmp(jump)) return false;
    for (const int marker : {exif_marker, profile_marker})
      jpeg_save_markers(&jpeg, marker, 0xffff);
    jpeg_read_header(&jpeg, TRUE);
    if (jpeg.jpeg_color_space != JCS_GRAYSCALE) jpeg.out_color_space = JCS_EXT_RGBA; // alpha 255
    return true;
  }

  bool try_profile() {
    if (setjmp(jump)) return false;
    jpeg_read_icc_profile(&jpeg, &profile_data, &profile_bytes);
    return true;
  }

  bool try_start() {
    if (setjmp(jump)) return false;
    jpeg_start_decompress(&jpeg);
    return true;
  }

  bool try_row(JSAMPROW row) {
    if (setjmp(jump)) return false;
    jpeg_read_scanlines(&jpeg, &row, 1);
    return true;
  }

  bool try_finish() {
    if (setjmp(jump)) return false;
    jpeg_finish_decompress(&jpeg);
    return true;
  }

  const InputFile& file;
  const Progress& progress;
  jpeg_decompress_struct jpeg = {};
  jpeg_error_mgr errors = {};
  jpeg_progress_mgr monitor = {};
  std::jmp_buf jump = {};
  char message[JMSG_LENGTH_MAX] = "";
  bool stopped = false;
  ExifFacts facts;
  ColorSpace space;
  JOCTET* profile_data = nullptr; // of color_space() alone
  unsigned profile_bytes = 0;
};

} // namespace

Image read_jpeg(const InputFile& file, const ReadShape&, const Progress& progress) {
  JpegReader reader(file, progress);
  reader.read_header();
  return reader.read_texels();
}

} // namespace texelscope
