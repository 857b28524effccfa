// The sections of WHY, in the order of a fetch's steps.
#pragma once

#include "ui/widgets/context.h"

namespace texelscope::ui {

ImU32 word_color(const Context&, const Explanation&, std::size_t word); // of a component's channel
void why_picture(Context&, const FetchExplanation&);                    // the value and its four steps
void why_cures(Context&, const FetchPicture&);                          // buttons that set what helps
void why_reasons(Context&, const FetchExplanation&);                    // the explanation in sentences
// Of what was returned with the model, if there is any; `who` returned it.
void why_disagreement(Context&, const Explanation&, const std::string& who);
void why_recorded(Context&); // a traced program's fetch, while the trace lab shows such fetches
// Makes the texture panel show a level and a plane, and the fetch's texels in it.
void look_at_level(Context&, const Explanation&, int level, int plane);
void why_weights(Context&, const Explanation&);  // measured, beside the model's
void why_position(Context&, const Explanation&); // the chosen pin's coordinate, as input fields
void why_coordinate(Context&, const Explanation&);
void why_level_of_detail(Context&, const Explanation&);
void why_texels(Context&, const Explanation&); // of every level or probe
void why_sums(Context&, const Explanation&);
void why_result(Context&, const Explanation&); // compared with the ideal, and with the backend's

} // namespace texelscope::ui
