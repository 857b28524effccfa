#include "kernels/studies/sources/requested_values.h"

#include "kernels/ground/files/errors.h"
#include "kernels/ground/text/texts.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"
#include "kernels/unit/image_io/read_image.h"

namespace texelscope {

namespace {
Values returned_values(const ValueRequest& request) {
  const FetchView view = make_fetch_view(request.session, request.effective, request.width, request.height);
  Values values;
  values.picture = *request.returned;
  values.channels = view.component_count;
  values.maker = request.maker;
  return values;
}

Values reference_values(const std::filesystem::path& file) {
  if (file.empty()) throw UserError(text(Text::compare_no_file));
  Values values = file_values(read_image(file));
  values.maker = file.filename().string();
  return values;
}

Values fetched_values(const ValueRequest& request, GlSampler& opengl, const std::stop_token& stop) {
  const Effective& effective = request.effective;
  const int width = request.width, height = request.height;
  const FetchView view = make_fetch_view(request.session, effective, width, height);
  Image reinterpreted;
  const Texture texture = make_texture_view(request.texels->texels.data(), effective, reinterpreted);
  if (request.source == ValueSource::opengl) return opengl.fetch(texture, effective, view, width, height);
  if (request.source != ValueSource::ideal)
    return model_values(texture, effective, view, width, height,
                        cpu::body_of_picture(request.session, effective));
  if (const std::string why = no_ideal(effective); !why.empty()) throw UserError(why);
  return ideal_values(texture, effective, view, width, height, stop);
}
} // namespace

Values make_values(const ValueRequest& request, GlSampler& opengl, const std::stop_token& stop) {
  switch (request.source) {
  case ValueSource::file:
    return reference_values(request.file);
  case ValueSource::state:
  case ValueSource::cuda:
    if (!request.returned) throw UserError(text(Text::compare_no_texture));
    return returned_values(request);
  default:
    if (!request.texels) throw UserError(text(Text::compare_no_texture));
    return fetched_values(request, opengl, stop);
  }
}

} // namespace texelscope
