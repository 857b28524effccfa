// A session as a page for browsers: the explorer of scripts/web.sh with the session, and its picture, in it.
#pragma once

#include <string>

#include "kernels/studies/export/program.h"

namespace texelscope::program {

// What such a page begins with, as JSON that can stand in a script element: {"name", "session", "picture"},
// with the picture of the file that the session names. Throws UserError if that is too large for a page.
ExportedProgram page_state(const ExportRequest& request);
// `page`: the explorer's; `name`: of its file, for messages. Throws UserError if it holds no place for a
// state.
ExportedProgram filled_page(std::string page, const std::string& name, const ExportRequest& request);

} // namespace texelscope::program
