#pragma once

namespace texelscope {

const char* version(); // "0.1.0"

} // namespace texelscope
