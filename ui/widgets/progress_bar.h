// A bar that fills as work goes on.
#pragma once

#include <string_view>

#include "ui/widgets/context.h"

namespace texelscope::ui {

// `shown`: how far it is; `now`: what is worked on, in what room is left.
void progress_bar(Context&, std::string_view name, double share, std::string_view shown,
                  std::string_view now);

} // namespace texelscope::ui
