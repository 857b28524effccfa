// An advice as text and as JSON.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "kernels/studies/advise/advice.h"

namespace texelscope::advise {

std::string scene_text(const StudiedScene& studied, const Advice& advice);  // what is fetched
std::string verdict_text(const Advice& advice);                             // the sentences that decide
std::string advice_text(const StudiedScene& studied, const Advice& advice); // all of it, with the table
nlohmann::ordered_json advice_json(const StudiedScene& studied, const Advice& advice);

} // namespace texelscope::advise
