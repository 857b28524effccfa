#include "kernels/reports/profile/report/counters.h"

#include "kernels/ground/text/texts.h"

namespace texelscope {

namespace {
constexpr EnumEntry counters[] = {
    {0, "quads", Text::counter_quads, Text::counter_quads_help},
    {1, "texture_sectors", Text::counter_texture_sectors, Text::counter_texture_sectors_help},
    {2, "texture_hits", Text::counter_texture_hits, Text::counter_texture_hits_help},
    {3, "data_wavefronts", Text::counter_data_wavefronts, Text::counter_data_wavefronts_help},
    {4, "l2_sectors", Text::counter_l2_sectors, Text::counter_l2_sectors_help},
    {5, "l2_bytes", Text::counter_l2_bytes, Text::counter_l2_bytes_help},
    {6, "memory_read", Text::counter_memory_read, Text::counter_memory_read_help},
    {7, "memory_bytes", Text::counter_memory_bytes, Text::counter_memory_bytes_help},
    {8, "texture_instructions", Text::counter_texture_instructions, Text::counter_texture_instructions_help},
    {9, "instructions", Text::counter_instructions, Text::counter_instructions_help},
    {10, "writeback_cycles", Text::counter_writeback_cycles, Text::counter_writeback_cycles_help},
    {11, "sm_cycles", Text::counter_sm_cycles, Text::counter_sm_cycles_help},
    {12, "active_cycles", Text::counter_active_cycles, Text::counter_active_cycles_help},
    {13, "stalled_scoreboard", Text::counter_stalled_scoreboard, Text::counter_stalled_scoreboard_help},
    {14, "stalled_queue", Text::counter_stalled_queue, Text::counter_stalled_queue_help},
    {15, "texture_requests", Text::counter_texture_requests, Text::counter_texture_requests_help},
    {16, "filter_wavefronts", Text::counter_filter_wavefronts, Text::counter_filter_wavefronts_help},
    {17, "l2_hits", Text::counter_l2_hits, Text::counter_l2_hits_help},
    {18, "returned_bytes", Text::counter_returned_bytes, Text::counter_returned_bytes_help},
    {19, "l1_share", Text::counter_l1_share, Text::counter_l1_share_help},
    {20, "l2_share", Text::counter_l2_share, Text::counter_l2_share_help},
    {21, "memory_share", Text::counter_memory_share, Text::counter_memory_share_help},
    {22, "issue_share", Text::counter_issue_share, Text::counter_issue_share_help},
};

constexpr const char* metrics[] = {
    "l1tex__texin_requests_mem_texture.sum",
    "l1tex__t_sectors_pipe_tex_mem_texture.sum",
    "l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit.sum",
    "l1tex__data_pipe_tex_wavefronts.sum",
    "lts__t_sectors_srcunit_tex.sum",
    "lts__t_bytes.sum",
    "dram__bytes_read.sum",
    "dram__bytes.sum",
    "sm__inst_executed_pipe_tex.sum",
    "smsp__inst_executed.sum",
    "l1tex__tex_writeback_active.sum",
    "sm__cycles_elapsed.max",
    "sm__cycles_active.sum",
    "smsp__warps_issue_stalled_long_scoreboard.sum",
    "smsp__warps_issue_stalled_tex_throttle.sum",
    "l1tex__t_requests_pipe_tex_mem_texture.sum",
    "l1tex__f_wavefronts.sum",
    "lts__t_sectors_srcunit_tex_lookup_hit.sum",
    "l1tex__m_xbar2l1tex_read_bytes.sum",
    "l1tex__throughput.avg.pct_of_peak_sustained_elapsed",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "sm__throughput.avg.pct_of_peak_sustained_elapsed",
};
static_assert(std::size(counters) == profile::counter_count && std::size(metrics) == profile::counter_count);
} // namespace

template <>
EnumTable enum_table<profile::Counter>() {
  return counters;
}

namespace profile {

const char* metric(Counter counter) {
  return metrics[std::size_t(counter)];
}

} // namespace profile
} // namespace texelscope
