#include "kernels/state/amp/amp_refusal.h"

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {

using MaybeRefusal = std::optional<AmpRefusal>;

AmpRefusal asserted(std::string message, Text reason, std::optional<Text> cuda = {}, bool by_rules = false) {
  return {AmpFailure::compile_time, AmpForm::static_assertion, std::move(message), reason, cuda, by_rules};
}

AmpRefusal thrown(AmpForm form, Text message, Text reason, std::optional<Text> cuda = {},
                  bool by_rules = false) {
  return {AmpFailure::run_time, form, text(message), reason, cuda, by_rules};
}

bool is_norm(AmpScalar scalar) {
  return scalar == AmpScalar::norm || scalar == AmpScalar::unorm;
}
bool is_integer(AmpScalar scalar) {
  return scalar == AmpScalar::signed_int || scalar == AmpScalar::unsigned_int;
}
bool is_double(AmpScalar scalar) {
  return scalar == AmpScalar::double_precision;
}

bool is_value_type(const AmpTexture& t) {
  if (t.components < 1 || t.components > 4) return false;
  if (is_double(t.scalar)) return t.components <= 2;
  return t.components != 3 || !is_norm(t.scalar);
}

// Whether the size is 8, 16 or 32 bits.
bool bits_fit(const AmpTexture& t) {
  const int bits = amp_bits(t);
  if (t.components == 3) return bits == 32;
  if (is_norm(t.scalar)) return bits != 32;
  return is_integer(t.scalar) || bits != 8;
}

MaybeRefusal refused_declaration(const AmpTexture& t) {
  if (t.rank < 1 || t.rank > 3)
    return asserted(text(Text::amp_says_rank), Text::amp_why_rank, Text::amp_cuda_rank);
  if (!is_value_type(t)) return asserted(text(Text::amp_says_type), Text::amp_why_type, Text::amp_cuda_type);
  if (is_norm(t.scalar) && !t.bits)
    return asserted(say(Text::amp_says_no_bits, {amp_scalar_name(t.scalar)}), Text::amp_why_no_bits,
                    Text::amp_cuda_no_bits);
  return {};
}

MaybeRefusal refused_creation(const AmpTexture& t) {
  using enum AmpForm;
  const int bits = amp_bits(t);
  if (bits != 8 && bits != 16 && bits != 32 && bits != 64)
    return thrown(runtime_exception, Text::amp_says_bits, Text::amp_why_bits, Text::amp_cuda_bits);
  if (bits == 64 && !is_double(t.scalar))
    return thrown(runtime_exception, Text::amp_says_only_double, Text::amp_why_double_bits,
                  Text::amp_cuda_bits);
  if (bits != 64 && is_double(t.scalar))
    return thrown(runtime_exception, Text::amp_says_double, Text::amp_why_double_bits);
  if (t.accelerator == AmpAccelerator::cpu)
    return thrown(unsupported_feature, Text::amp_says_cpu, Text::amp_why_cpu, Text::amp_cuda_cpu);
  if (bits == 32 && is_norm(t.scalar))
    return thrown(unsupported_feature, Text::amp_says_combination, Text::amp_why_combination,
                  Text::amp_cuda_norm_bits);
  if (!bits_fit(t))
    return thrown(unsupported_feature, Text::amp_says_combination, Text::amp_why_combination,
                  Text::amp_cuda_bits);
  return {};
}

// Checks the part of the three rules that the compiler checks.
bool breaks_type_rules(const AmpTexture& t) {
  return t.components != 1 || is_norm(t.scalar) || is_double(t.scalar);
}

// The compiler counts a double as two components.
std::string view_message(const AmpAttempt& a) {
  if (a.view == AmpView::writeonly_texture_view) return text(Text::amp_says_writeonly_view);
  if (a.texture.components != 1 || is_double(a.texture.scalar)) return text(Text::amp_says_view_component);
  return say(Text::amp_says_view_norm, {amp_scalar_name(a.texture.scalar)});
}

MaybeRefusal refused_statement(const AmpAttempt& a) {
  const AmpScalar scalar = a.texture.scalar;
  if (a.place == AmpPlace::host && a.access != AmpAccess::make_view)
    return AmpRefusal{AmpFailure::compile_time, AmpForm::compiler_error, text(Text::amp_says_place),
                      Text::amp_why_place, Text::amp_cuda_place};
  const bool sets = a.access == AmpAccess::write || a.access == AmpAccess::read_and_write;
  if (sets && breaks_type_rules(a.texture))
    return asserted(text(Text::amp_says_set), Text::amp_why_set, {}, true);
  if (a.access == AmpAccess::make_view && a.place == AmpPlace::kernel && breaks_type_rules(a.texture))
    return asserted(view_message(a), Text::amp_why_view_in_kernel, {}, true);
  if (a.access == AmpAccess::sample && (is_integer(scalar) || is_double(scalar)))
    return asserted(say(Text::amp_says_sample, {amp_scalar_name(scalar)}), Text::amp_why_sample);
  return {};
}

MaybeRefusal refused_run(const AmpAttempt& a) {
  using enum AmpForm;
  const bool uses_view = a.access == AmpAccess::write_by_view || a.access == AmpAccess::make_view;
  if (uses_view && a.texture.components == 3) {
    if (a.view == AmpView::writeonly_texture_view)
      return thrown(runtime_exception, Text::amp_says_three_components, Text::amp_why_three_components,
                    Text::amp_cuda_type);
    return AmpRefusal{AmpFailure::run_time, none, "", Text::amp_why_three_components, Text::amp_cuda_type};
  }
  if (a.access == AmpAccess::read_and_write && amp_bits(a.texture) != 32)
    return thrown(unsupported_feature, Text::amp_says_read_and_write, Text::amp_why_read_and_write, {}, true);
  return {};
}

} // namespace

std::string_view amp_scalar_name(AmpScalar scalar) {
  constexpr std::string_view names[] = {"int", "uint", "float", "double", "norm", "unorm"};
  return names[static_cast<std::size_t>(scalar)];
}

// Norms have no default: a declaration without bits does not compile.
int amp_bits(const AmpTexture& t) {
  if (t.bits) return *t.bits;
  return is_norm(t.scalar) ? 0 : is_double(t.scalar) ? 64 : 32;
}

std::optional<AmpRefusal> amp_refusal(const AmpAttempt& a) {
  if (MaybeRefusal refusal = refused_declaration(a.texture)) return refusal;
  if (MaybeRefusal refusal = refused_statement(a)) return refusal;
  if (MaybeRefusal refusal = refused_creation(a.texture)) return refusal;
  return refused_run(a);
}

} // namespace texelscope
