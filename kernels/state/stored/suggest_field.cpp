#include "kernels/state/stored/suggest_field.h"

#include <vector>

#include "kernels/ground/files/suggest.h"
#include "kernels/state/session/fields.h"

namespace texelscope {

std::string suggest_field(std::string_view path) {
  std::vector<std::string> paths;
  for (const Field& field : fields())
    paths.emplace_back(field.path);
  std::string best = nearest_word(path, paths);
  const auto dot = path.find('.');
  for (const std::string& known : paths) // the right name in the wrong part
    if (best.empty() && dot != std::string_view::npos && known.ends_with(path.substr(dot))) best = known;
  return did_you_mean(best);
}

} // namespace texelscope
