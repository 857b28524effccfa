// The file dialog's list, and its places.
#pragma once

#include <span>

#include "ui/frame/file_dialog.h"
#include "ui/widgets/widgets.h"

namespace texelscope::ui {

struct FileClick {
  int row = -1; // the row that was clicked
  bool twice = false;
};
// Lists the entries `shown` of the listing, with `marked` among them (-1: none), in the available area.
FileClick file_list(Context&, const FolderListing&, std::span<const std::size_t> shown, int marked,
                    float height);
// Returns the place that was clicked.
const FilePlace* file_places(Context&, float width, float height);

std::string path_end(ImFont*, const std::string& path, float width); // as many of its last parts as fit

} // namespace texelscope::ui
