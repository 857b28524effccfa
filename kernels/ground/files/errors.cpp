#include "kernels/ground/files/errors.h"

#include <new>

#include "kernels/ground/text/texts.h"

namespace texelscope {

std::string sentence_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return text(Text::app_error_out_of_memory);
  return error.what();
}

} // namespace texelscope
