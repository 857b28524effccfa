#include "kernels/unit/texture_unit/decode.h"
#include "kernels/unit/texture_unit/texture_unit.h"

namespace texelscope {

ResultType Texture::result_type() const {
  if (unit::channel_kind(*this, 0) != unit::Channel::integer) return ResultType::floating;
  return format.kind == ElementKind::signed_int ? ResultType::signed_int : ResultType::unsigned_int;
}

} // namespace texelscope
