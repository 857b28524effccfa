// A session as a page for browsers: the explorer of scripts/web.sh with the session, and its picture, in it.
#pragma once

#include <string>

#include "kernels/studies/export/program.h"

namespace texelscope::program {

// `page`: the explorer's; `name`: of its file, for messages. Throws UserError if it holds no place for a
// state.
ExportedProgram filled_page(std::string page, const std::string& name, const ExportRequest& request);

} // namespace texelscope::program
