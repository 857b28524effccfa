#include "kernels/studies/record/rewrite.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "kernels/studies/record/ptx_module.h"
#include "kernels/studies/record/record_layout.h"

namespace texelscope::record {

namespace {
using Operand = FetchStatement::Operand;

// Every name that is added stands here with ~ in place of its prefix.
std::string with_prefix(std::string_view text) {
  std::string out;
  for (const char c : text)
    c == '~' ? out += "texelscope_" : out += c;
  return out;
}

// The variable, and the function that counts a fetch of a warp and reserves its record, with all of the
// header but its last word. ptxas may make one call of those of several sites, so that lanes of several are
// in it: it goes on with those of the lowest lane's site, and begins anew with the others. It returns 16
// bytes: the address of the lane's first word, or 0 for all lanes; the bytes from one word of a lane to the
// next; the mask of the lanes. With a count of 0 words it counts and reserves nothing. {object}, {choose} and
// {skip} are empty unless warps are chosen by their objects.
constexpr const char* start_text = R"(
.visible .global .align 8 .b64 ~ring[4];
.func (.param .align 8 .b8 ~place[16]) ~reserve(.param .b32 ~index, .param .b32 ~count{object})
{{
.reg .pred %~p;
.reg .b32 %~site, %~words, %~mask, %~lanes, %~rank, %~stride, %~size, %~low, %~high, %~hash, %~warp, %~t, %~u;
.reg .b32 %~x, %~y, %~z, %~width, %~height, %~depth, %~zero, %~time;
.reg .b64 %~control, %~record, %~bytes, %~end, %~a, %~grid;
mov.b64 %~record, 0;
mov.b32 %~stride, 0;
mov.b32 %~mask, 0;
ld.global.b64 %~control, [~ring+{control}];
setp.eq.b64 %~p, %~control, 0;
@%~p bra $~return;
ld.param.b32 %~site, [~index];
$~again:
activemask.b32 %~mask;
brev.b32 %~t, %~mask;
bfind.shiftamt.u32 %~t, %~t;
shfl.sync.idx.b32 %~u, %~site, %~t, 31, %~mask;
setp.eq.b32 %~p, %~u, %~site;
vote.sync.ballot.b32 %~u, %~p, %~mask;
@!%~p bra $~again;
mov.b32 %~mask, %~u;
{choose}popc.b32 %~lanes, %~mask;
shl.b32 %~stride, %~lanes, 2;
mov.b32 %~t, %lanemask_lt;
and.b32 %~t, %~t, %~mask;
popc.b32 %~rank, %~t;
setp.ne.b32 %~p, %~rank, 0;
@%~p bra $~share;
ld.global.b64 %~a, [~ring+{counts}];
mad.wide.u32 %~a, %~site, {count_bytes}, %~a;
mov.b32 %~t, %smid;
and.b32 %~t, %~t, {last_copy};
mad.wide.u32 %~a, %~t, {copy_bytes}, %~a;
cvt.u64.u32 %~bytes, %~lanes;
red.global.add.u64 [%~a+{fetches}], %~bytes;
red.global.add.u64 [%~a+{warps}], 1;
mov.b64 %~grid, %gridid;
mov.b64 {{%~low, %~high}}, %~grid;
mov.b32 %~x, %ctaid.x;
mov.b32 %~y, %ctaid.y;
mov.b32 %~z, %ctaid.z;
mov.b32 %~width, %ntid.x;
mov.b32 %~height, %ntid.y;
mov.b32 %~depth, %ntid.z;
mov.b32 %~t, %tid.z;
mov.b32 %~u, %tid.y;
mad.lo.u32 %~t, %~t, %~height, %~u;
mov.b32 %~u, %tid.x;
mad.lo.u32 %~t, %~t, %~width, %~u;
shr.u32 %~warp, %~t, 5;
mov.b32 %~hash, 0;
ld.param.b32 %~words, [~count];
setp.eq.b32 %~p, %~words, 0;
@%~p bra $~share;
{skip}{hash}cvt.u64.u32 %~bytes, %~hash;
ld.volatile.global.b64 %~a, [%~control+{threshold}];
setp.ge.u64 %~p, %~bytes, %~a;
@%~p bra $~share;
mad.lo.u32 %~size, %~lanes, %~words, 3;
and.b32 %~size, %~size, 0xfffffffc;
add.u32 %~size, %~size, {header_words};
mul.wide.u32 %~bytes, %~size, 4;
ld.global.b64 %~end, [%~control+{capacity}];
ld.volatile.global.b64 %~a, [%~control+{position}];
setp.ge.u64 %~p, %~a, %~end;
@%~p bra $~drop;
atom.global.add.u64 %~a, [%~control+{position}], %~bytes;
add.u64 %~bytes, %~bytes, %~a;
setp.gt.u64 %~p, %~bytes, %~end;
@%~p bra $~drop;
ld.global.b64 %~record, [~ring+{records}];
add.u64 %~record, %~record, %~a;
ld.global.b64 %~a, [~ring+{first_site}];
cvt.u32.u64 %~t, %~a;
add.u32 %~site, %~site, %~t;
mov.b32 %~time, %globaltimer_lo;
mad.lo.u32 %~width, %~height, 65536, %~width;
mov.b32 %~zero, 0;
st.global.v4.b32 [%~record], {{%~size, %~site, %~low, %~high}};
st.global.v4.b32 [%~record+16], {{%~x, %~y, %~z, %~warp}};
st.global.v4.b32 [%~record+32], {{%~mask, %~lanes, %~time, %~words}};
st.global.v2.b32 [%~record+48], {{%~width, %~depth}};
st.global.b32 [%~record+56], %~zero;
bra $~share;
$~drop:
mov.b32 %~t, %smid;
and.b32 %~t, %~t, {last_copy};
mad.wide.u32 %~a, %~t, {dropped_bytes}, %~control;
cvt.u64.u32 %~bytes, %~lanes;
red.global.add.u64 [%~a+{dropped_warps}], 1;
red.global.add.u64 [%~a+{dropped_fetches}], %~bytes;
$~share:
brev.b32 %~t, %~mask;
bfind.shiftamt.u32 %~t, %~t;
mov.b64 {{%~low, %~high}}, %~record;
shfl.sync.idx.b32 %~low, %~low, %~t, 31, %~mask;
shfl.sync.idx.b32 %~high, %~high, %~t, 31, %~mask;
mov.b64 %~record, {{%~low, %~high}};
setp.eq.b64 %~p, %~record, 0;
@%~p bra $~return;
mad.wide.u32 %~record, %~rank, 4, %~record;
add.u64 %~record, %~record, {header_bytes};
$~return:
st.param.b64 [~place], %~record;
st.param.b32 [~place+8], %~stride;
st.param.b32 [~place+12], %~mask;
ret;
}}
)";

// The header is stored by these places.
static_assert(offsetof(RecordHeader, block) == 16 && offsetof(RecordHeader, mask) == 32 &&
              offsetof(RecordHeader, block_size) == 48 && offsetof(RecordHeader, unused) == 56);

// Sets ~chosen to the lanes with a handle of those that are chosen.
std::string choose_text() {
  std::string text = ".reg .b32 %~chosen;\n"
                     ".reg .b64 %~handle;\n"
                     "ld.param.b64 %~handle, [~object];\n"
                     "mov.b32 %~chosen, 0;\n";
  for (std::size_t i = 0; i < max_chosen_objects; ++i)
    text += fmt::format("ld.volatile.global.b64 %~a, [%~control+{}];\n"
                        "setp.eq.b64 %~p, %~a, %~handle;\n"
                        "@%~p mov.b32 %~chosen, 1;\n",
                        offsetof(ControlBlock, objects) + i * sizeof(ControlBlock::objects[0]));
  return text + "setp.ne.b32 %~p, %~chosen, 0;\n"
                "vote.sync.ballot.b32 %~chosen, %~p, %~mask;\n";
}

std::string start(bool by_object) {
  std::string hash;
  for (const char* part : {"low", "high", "x", "y", "z", "warp"}) // as sampling_hash()
    hash += fmt::format("xor.b32 %~hash, %~hash, %~{};\n"
                        "mul.lo.u32 %~hash, %~hash, {};\n"
                        "shr.u32 %~t, %~hash, {};\n"
                        "xor.b32 %~hash, %~hash, %~t;\n",
                        part, hash_factor, hash_shift);
  return with_prefix(fmt::format(
      start_text, fmt::arg("object", by_object ? ", .param .b64 ~object" : ""),
      fmt::arg("choose", by_object ? choose_text() : ""),
      fmt::arg("skip", by_object ? "setp.eq.b32 %~p, %~chosen, 0;\n@%~p bra $~share;\n" : ""),
      fmt::arg("hash", hash), fmt::arg("control", offsetof(RingVariable, control)),
      fmt::arg("records", offsetof(RingVariable, records)),
      fmt::arg("counts", offsetof(RingVariable, counts)),
      fmt::arg("first_site", offsetof(RingVariable, first_site)), fmt::arg("count_bytes", sizeof(SiteCounts)),
      fmt::arg("fetches", offsetof(SiteCounts, fetches)), fmt::arg("warps", offsetof(SiteCounts, warps)),
      fmt::arg("capacity", offsetof(ControlBlock, capacity)),
      fmt::arg("position", offsetof(ControlBlock, position)),
      fmt::arg("threshold", offsetof(ControlBlock, threshold)), fmt::arg("last_copy", count_copies - 1),
      fmt::arg("copy_bytes", max_sites * sizeof(SiteCounts)),
      fmt::arg("dropped_bytes", sizeof(DroppedCounts)),
      fmt::arg("dropped_warps", offsetof(ControlBlock, dropped) + offsetof(DroppedCounts, warps)),
      fmt::arg("dropped_fetches", offsetof(ControlBlock, dropped) + offsetof(DroppedCounts, fetches)),
      fmt::arg("header_words", sizeof(RecordHeader) / 4), fmt::arg("header_bytes", sizeof(RecordHeader))));
}

// The lane's word as one register of 32 bits.
std::string store(const Operand& operand, int word) {
  std::string text, value = "%~t";
  switch (operand.type) {
  case Operand::Type::f16:
    text = fmt::format("mov.b32 %~t, {{{}, %~h}};\n", operand.text);
    break;
  case Operand::Type::predicate:
    text = fmt::format("selp.b32 %~t, 1, 0, {};\n", operand.text);
    break;
  case Operand::Type::f32:
  case Operand::Type::bits:
    if (operand.is_register) {
      value = operand.text;
    } else if (operand.type == Operand::Type::f32) {
      text = fmt::format("mov.f32 %~f, {};\n", operand.text);
      value = "%~f";
    } else {
      text = fmt::format("mov.b32 %~t, {};\n", operand.text);
    }
  }
  return text + fmt::format("mad.wide.u32 %~b, %~stride, {}, %~a;\nst.global.b32 [%~b], {};\n", word, value);
}

std::string site_text(const FetchStatement& fetch, std::size_t index, std::string_view original,
                      bool by_object) {
  std::string before = "{\n"
                       ".reg .pred %~p;\n"
                       ".reg .b16 %~h;\n"
                       ".reg .b32 %~stride, %~mask, %~t, %~u;\n"
                       ".reg .f32 %~f;\n"
                       ".reg .b64 %~a, %~b;\n"
                       "mov.b16 %~h, 0;\n"
                       "mov.b64 %~a, 0;\n";
  if (!fetch.guard.empty())
    before += fmt::format("@{}{} bra $~fetch{};\n", fetch.guard_negated ? "" : "!", fetch.guard, index);
  const std::string object = by_object ? fmt::format(".param .b64 ~object;\nst.param.b64 [~object], {};\n",
                                                     fetch.object.empty() ? "0" : fetch.object)
                                       : std::string();
  before += fmt::format("{{\n"
                        ".param .b32 ~index;\n"
                        ".param .b32 ~count;\n"
                        "{2}"
                        ".param .align 8 .b8 ~place[16];\n"
                        "st.param.b32 [~index], {0};\n"
                        "st.param.b32 [~count], {1};\n"
                        "call (~place), ~reserve, (~index, ~count{3});\n"
                        "ld.param.b64 %~a, [~place];\n"
                        "ld.param.b32 %~stride, [~place+8];\n"
                        "ld.param.b32 %~mask, [~place+12];\n"
                        "}}\n"
                        "setp.eq.b64 %~p, %~a, 0;\n"
                        "@%~p bra $~fetch{0};\n",
                        index, fetch.site.recorded ? fetch.site.words_per_lane : 0, object,
                        by_object ? ", ~object" : "");
  int word = 0;
  if (!fetch.object.empty()) {
    before += fmt::format("mov.b64 {{%~t, %~u}}, {};\n", fetch.object);
    for (const char* half : {"%~t", "%~u"})
      before += store({half}, word++);
  }
  for (const Operand& input : fetch.inputs)
    before += store(input, word++);
  before += fmt::format("$~fetch{}:\n", index);

  std::string behind = fmt::format("\nsetp.eq.b64 %~p, %~a, 0;\n@%~p bra $~done{};\n", index);
  for (const Operand& output : fetch.outputs)
    behind += store(output, word++);
  // The barrier orders the lanes' stores before the fence of the lane that writes the header's last word.
  behind += fmt::format("bar.warp.sync %~mask;\n"
                        "mov.b32 %~t, %lanemask_lt;\n"
                        "and.b32 %~t, %~t, %~mask;\n"
                        "setp.ne.b32 %~p, %~t, 0;\n"
                        "@%~p bra $~done{0};\n"
                        "membar.gl;\n"
                        "st.volatile.global.b32 [%~a+{1}], {2};\n"
                        "$~done{0}:\n"
                        "}}",
                        index, int(offsetof(RecordHeader, whole)) - int(sizeof(RecordHeader)), record_whole);
  return with_prefix(before) + std::string(original) + with_prefix(behind);
}

// The number of each result lies in another range than those of the others, so that no two are equal.
std::string replaced_result(const Operand& output, ResultType type, int result) {
  switch (type) {
  case ResultType::f32: // from 1/2 to 1, from 1/4 to 1/2, ...
    return fmt::format("or.b32 {}, %~t, {:#x};\n", output.text, 0x3f000000 - (result << 23));
  case ResultType::f16:
    return fmt::format("or.b16 {}, %~h, {:#x};\n", output.text, 0x3800 - (result << 10));
  case ResultType::f16x2:
    return fmt::format("or.b32 {}, %~u, {:#x};\n", output.text, result == 0 ? 0x34003800 : 0x2c003000);
  case ResultType::u32:
  case ResultType::s32: // below 256, below 128, ...
    return fmt::format("shr.b32 {}, %~t, {};\n", output.text, 15 + result);
  }
  return {};
}

// Stands in place of the fetch. Each of its inputs is still needed, and no number is known before it runs.
std::string replaced_text(const FetchStatement& fetch) {
  const ResultType type = fetch.site.result_type;
  std::string lines = "{\n"
                      ".reg .b16 %~h;\n"
                      ".reg .b32 %~t, %~u;\n";
  int mixed = 0;
  for (const Operand& input : fetch.inputs)
    if (input.is_register && ++mixed == 1)
      lines += fmt::format("mov.b32 %~t, {};\n", input.text);
    else if (input.is_register)
      lines += fmt::format("mov.b32 %~u, {};\nmad.lo.u32 %~t, %~t, {}, %~u;\n", input.text, hash_factor);
  if (mixed == 0) lines += "mov.b32 %~t, %laneid;\n";
  if (mixed < 2) lines += fmt::format("mul.lo.u32 %~t, %~t, {};\n", hash_factor);
  lines += "shr.u32 %~t, %~t, 9;\n";
  if (type == ResultType::f16) lines += "shr.u32 %~u, %~t, 13;\ncvt.u16.u32 %~h, %~u;\n";
  if (type == ResultType::f16x2) lines += "and.b32 %~u, %~t, 0x3ff03ff;\n";
  const std::string guard =
      fetch.guard.empty() ? "" : fmt::format("@{}{} ", fetch.guard_negated ? "!" : "", fetch.guard);
  std::size_t output = 0;
  for (int result = 0; result < fetch.site.result_count; ++result)
    if (fetch.site.results[std::size_t(result)] >= 0)
      lines += guard + replaced_result(fetch.outputs[output++], type, result);
  // It comes last, since it may be the guard.
  if (fetch.site.resident.count > 0)
    lines += guard + fmt::format("setp.eq.u32 {}, %~t, %~t;\n", fetch.outputs[output].text);
  return with_prefix(lines + "}");
}

// The texts that take the fetches' place, one after the other.
template <class Text>
Rewritten with_texts(std::string_view ptx, PtxModule module, const std::string& first, const Text& text_of) {
  Rewritten rewritten;
  if (module.fetches.empty()) return {std::string(ptx), {}};
  rewritten.ptx = ptx.substr(0, module.header_end);
  rewritten.ptx += first;
  std::size_t copied = module.header_end;
  for (PtxModule::Fetch& fetch : module.fetches) {
    rewritten.ptx += ptx.substr(copied, fetch.begin - copied);
    rewritten.ptx += text_of(fetch.statement, ptx.substr(fetch.begin, fetch.end - fetch.begin));
    copied = fetch.end;
    rewritten.sites.push_back(std::move(fetch.statement.site));
  }
  rewritten.ptx += ptx.substr(copied);
  return rewritten;
}

std::string fetch_text(const FetchStatement& fetch, std::string_view original, Fetching fetching) {
  return fetching == Fetching::kept ? std::string(original) : replaced_text(fetch);
}
} // namespace

std::variant<Rewritten, Refusal> rewrite(std::string_view ptx, const FunctionChoice& chosen, bool by_object,
                                         Fetching fetching) {
  try {
    std::size_t index = 0;
    return with_texts(ptx, read_module(ptx), start(by_object), [&](FetchStatement& fetch, auto original) {
      fetch.site.recorded = !chosen || chosen(fetch.site.function);
      return site_text(fetch, index++, fetch_text(fetch, original, fetching), by_object);
    });
  } catch (const Refusal& refusal) {
    return refusal;
  }
}

std::variant<Rewritten, Refusal> rewrite_uncounted(std::string_view ptx, Fetching fetching) {
  try {
    return with_texts(ptx, read_module(ptx), "", [&](const FetchStatement& fetch, auto original) {
      return fetch_text(fetch, original, fetching);
    });
  } catch (const Refusal& refusal) {
    return refusal;
  }
}

} // namespace texelscope::record
