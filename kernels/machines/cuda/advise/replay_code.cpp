#include "kernels/machines/cuda/advise/replay_code.h"

#include <fmt/format.h>

namespace texelscope::cuda {

using namespace advise;

namespace {
// The numbers of a warp's steps are read by all its lanes at once, four at a time.
constexpr const char* coordinates = R"(
struct Coordinates {
  const float4* first;
  const float4* slopes;
  const float* points;
  float slope[3][2];
  const float4* cells;
  int step[3][2];
};
template <int count>
struct Numbers {
  float each[count];
  __device__ Numbers(const float4* from, int warp) {
#pragma unroll
    for (int i = 0; i < count / 4; ++i) {
      const float4 four = __ldg(from + warp * (count / 4) + i);
      each[4 * i] = four.x, each[4 * i + 1] = four.y, each[4 * i + 2] = four.z, each[4 * i + 3] = four.w;
    }
  }
};
struct FromPlanes {
  Numbers<steps * axes> first;
  const Coordinates& all;
  float column, row;
  __device__ FromPlanes(const Coordinates& c, int warp, int lane)
      : first(c.first, warp), all(c), column(lane % lanes_in_row), row(lane / lanes_in_row) {}
  __device__ float at(int step, int axis) const {
    return fmaf(row, all.slope[axis][1], fmaf(column, all.slope[axis][0], first.each[step * axes + axis]));
  }
};
struct FromSlopedPlanes {
  Numbers<steps * axes> first;
  Numbers<steps * axes * 2> slopes;
  float column, row;
  __device__ FromSlopedPlanes(const Coordinates& c, int warp, int lane)
      : first(c.first, warp), slopes(c.slopes, warp), column(lane % lanes_in_row), row(lane / lanes_in_row) {}
  __device__ float at(int step, int axis) const {
    const int i = step * axes + axis;
    return fmaf(row, slopes.each[2 * i + 1], fmaf(column, slopes.each[2 * i], first.each[i]));
  }
};
struct FromPoints {
  const float* points;
  __device__ FromPoints(const Coordinates& c, int warp, int lane)
      : points(c.points + ((warp / warps) * steps * warps + warp % warps) * axes * 32 + lane) {}
  __device__ float at(int step, int axis) const { return __ldg(points + (step * warps * axes + axis) * 32); }
};
struct FromCells {
  Numbers<steps * axes> first;
  int offset[axes];
  __device__ FromCells(const Coordinates& c, int warp, int lane) : first(c.cells, warp) {
#pragma unroll
    for (int axis = 0; axis < axes; ++axis)
      offset[axis] = lane % lanes_in_row * c.step[axis][0] + lane / lanes_in_row * c.step[axis][1];
  }
  __device__ int at(int step, int axis) const {
    return __float_as_int(first.each[step * axes + axis]) + offset[axis];
  }
};
)";

// At each step the warps of a block make entries that follow each other.
constexpr const char* kernels = R"(
extern "C" __global__ void __launch_bounds__(32 * warps)
    replay(Source source, const Box* boxes, Coordinates coordinates, int blocks, int rounds, float* kept) {
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum = 0;
  int held = -1; // the number of the tile in shared memory
  Box box = {};
  int block = blockIdx.x * rounds % blocks;
#pragma unroll 1
  for (int round = 0; round < rounds; ++round, block = block + 1 < blocks ? block + 1 : 0) {
    const From at(coordinates, block * warps + warp, lane);
    value found[steps];
    begin_block(source, boxes, block, held, box);
#pragma unroll
    for (int step = 0; step < steps; ++step) {
      begin_step(source, boxes, block, step, box);
      found[step] = fetch_of(source, box, at, step);
    }
#pragma unroll
    for (int step = 0; step < steps; ++step)
      sum += summed(found[step]);
  }
  if (__float_as_uint(sum) == 0x7fedcba9u) kept[threadIdx.x] = sum;
}
extern "C" __global__ void __launch_bounds__(32 * warps)
    results(Source source, const Box* boxes, Coordinates coordinates, int first_block, value* to) {
  const int block = first_block + blockIdx.x, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const FromForResults at(coordinates, block * warps + warp, lane);
  int held = -1;
  Box box = {};
  begin_block(source, boxes, block, held, box);
#pragma unroll
  for (int step = 0; step < steps; ++step) {
    begin_step(source, boxes, block, step, box);
    to[((blockIdx.x * steps + step) * warps + warp) * 32 + lane] = fetch_of(source, box, at, step);
  }
}
)";

std::string begin(const ReplayCode& replay, bool takes_cells) {
  const FetchList& list = replay.scene->fetches;
  const char* const from[] = {"FromPlanes", "FromSlopedPlanes", "FromPoints"};
  return fmt::format("constexpr int axes = {}, lanes_in_row = {}, warps = {}, steps = {};\n", list.axes(),
                     list.lanes_in_row(), warps_of_block, steps_of_warp) +
         coordinates +
         fmt::format("using From = {};\nusing FromForResults = {};\n",
                     takes_cells ? "FromCells" : from[std::size_t(replay.from)],
                     takes_cells ? "FromCells" : "FromPoints");
}

// begin_block() and begin_step() copy the tiles: before a block's steps, of tiles that hold one block's
// texels or those of several, or before each step with which another tile begins.
std::string step_functions(const ReplayCode& replay, bool has_tile) {
  std::string code = has_tile ? fmt::format("__shared__ texel tile[{}];\n", replay.tile_texels)
                              : std::string("constexpr const texel* tile = nullptr;\n");
  const std::size_t steps_of_tile = replay.scene->fetches.entries_of_tile() / warps_of_block;
  const bool of_blocks = steps_of_tile >= steps_of_warp;
  if (has_tile)
    code += "__device__ inline void begin_tile(const Source& source, const Box& box) {\n"
            "  __syncthreads();\n"
            "  copy_tile(source, box, tile);\n"
            "  __syncthreads();\n"
            "}\n";
  code += "__device__ inline void begin_block(const Source& source, const Box* boxes, int block, int& held, "
          "Box& box) {\n";
  if (has_tile && of_blocks)
    code += fmt::format("  const int wanted = block / {};\n"
                        "  if (wanted == held) return;\n"
                        "  held = wanted;\n"
                        "  box = boxes[held];\n"
                        "  begin_tile(source, box);\n",
                        steps_of_tile / steps_of_warp);
  code +=
      "}\n"
      "__device__ inline void begin_step(const Source& source, const Box* boxes, int block, int step, Box& "
      "box) {\n";
  if (has_tile && !of_blocks)
    code += fmt::format("  if (step % {0} != 0) return;\n"
                        "  box = boxes[(block * steps + step) / {0}];\n"
                        "  begin_tile(source, box);\n",
                        steps_of_tile);
  code += "}\n";
  code += "template <class At>\n"
          "__device__ inline value fetch_of(const Source& source, const Box& box, const At& at, int step) {\n"
          "  return fetch(source, box, tile";
  for (int axis = 0; axis < replay.scene->fetches.axes(); ++axis)
    code += fmt::format(", at.at(step, {})", axis);
  return code + ");\n}\n";
}

std::string sum_function(int channels) {
  const char* const sums[] = {"", "v", "v.x + v.y", "", "(v.x + v.y) + (v.z + v.w)"};
  return fmt::format("__device__ inline float summed(const value& v) {{\n  return {};\n}}\n", sums[channels]);
}
} // namespace

std::string replay_code(const ReplayCode& replay, const Choice& choice) {
  const bool cells = replay.cells && takes_cells(*replay.scene, choice, *replay.cells);
  return choice_code(*replay.scene, choice, cells ? replay.cells : nullptr) + begin(replay, cells) +
         step_functions(replay, needs_boxes(choice.way)) + sum_function(choice.texels.channels) + kernels;
}

std::string coordinates_code(const ReplayCode& replay) {
  const int axes = replay.scene->fetches.axes();
  std::string parameters, sum;
  for (int axis = 0; axis < axes; ++axis) {
    const std::string name(1, "xyz"[axis]);
    parameters += ", float " + name;
    sum += (axis > 0 ? " + " : "") + name;
  }
  const std::string no_fetch = "using value = float;\n"
                               "using texel = float;\n"
                               "struct Source {\n"
                               "  cudaTextureObject_t texture;\n"
                               "  const texel* memory;\n"
                               "  int width, height, depth;\n"
                               "};\n"
                               "struct Box {\n"
                               "  int first[3], count[3];\n"
                               "};\n"
                               "__device__ inline value fetch(const Source&, const Box&, const texel*" +
                               parameters + ") {\n  return " + sum + ";\n}\n";
  return no_fetch + begin(replay, false) + step_functions(replay, false) + sum_function(1) + kernels;
}

} // namespace texelscope::cuda
