#include "kernels/studies/explain/explained_body.h"

#include "kernels/ground/text/texts.h"
#include "kernels/studies/explain/explain.h"
#include "kernels/unit/fetch/fetch_view.h"
#include "kernels/unit/fetch/texture_view.h"

namespace texelscope {

std::optional<ExplainedBody> explained_body(const Session& session, const Effective& effective,
                                            const std::byte* texels, int width, int height,
                                            const Pixel& pixel) {
  const auto body = cpu::body_of_picture(session, effective);
  if (!body) return std::nullopt;
  Image reinterpreted;
  const Texture texture = make_texture_view(texels, effective, reinterpreted);
  const FetchView view = make_fetch_view(session, effective, width, height);
  return ExplainedBody{std::string(shipped_body_name(body->body)), view.component_count,
                       cpu::fetch_body_pixel(*body, texture, view, pixel.x, pixel.y)};
}

void add_body(FetchExplanation& explanation, std::optional<ExplainedBody> body) {
  explanation.body = std::move(body);
  if (!explanation.body || explanation.fetch.empty) return;
  const std::string count = std::to_string(explanation.body->pixel.fetches.size());
  explanation.reasons.insert(explanation.reasons.begin(),
                             say(Text::explain_body_made, {explanation.body->name, count}));
}

} // namespace texelscope
