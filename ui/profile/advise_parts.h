// Internal to the advise lab's panel: its parts.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

// `pointed`: of the advice's choices the one that was under the mouse in the last frame. Each part sets
// AdviseChoice::pointed if one is under it now.
void advise_plot(Context&, const Area&, std::optional<std::size_t> pointed);
// Scrolls in that height; 0: it is as high as its rows.
void advise_table(Context&, float height, std::optional<std::size_t> pointed);

// All that is known of a choice.
void advise_tooltip(Context&, const advise::AdviceRow&);

} // namespace texelscope::ui
