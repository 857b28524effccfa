// A choice as CUDA C++.
#pragma once

#include <optional>
#include <string>

#include "kernels/ground/text/sentence.h"
#include "kernels/reports/advise/cells.h"
#include "kernels/reports/advise/choice.h"

namespace texelscope::advise {

// What the code takes: the texels, and for Way::tile what of them a block copies. The code declares the same
// structs.
struct CodeSource {
  unsigned long long texture = 0; // cudaTextureObject_t
  const void* memory = nullptr;   // rows of texels, tightly packed
  int width = 1, height = 1, depth = 1;
};
struct CodeBox {
  int first[3] = {}, count[3] = {}; // texels along x, y and z; below 0 and behind the last where they repeat
};

// The code for a scene, of which the texels' type, the sampler and the coding count. It declares
//   texel, value          the texel as it is stored, and what a fetch returns: float, float2 or float4
//   struct Source, Box    CodeSource and CodeBox
//   value fetch(const Source&, const Box&, const texel* tile, float x[, float y[, float z]])
//   void copy_tile(const Source&, const Box&, texel* tile)   called by all threads of a block, before a
//                         __syncthreads(); only of Way::tile
// and, if cells are given that the choice takes (takes_cells()):
//   value fetch(const Source&, const Box&, const texel* tile, int x[, int y[, int z]])
std::string choice_code(const Scene& scene, const Choice& choice, const Cells* cells = nullptr);

// Texels further from the first are refused for tiles: floats do not count so far one by one.
inline constexpr int far_texels = 1 << 29;

// For Way::tile: the boxes of the list's tiles, of FetchList::entries_of_tile() each, in which also those
// lanes lie that only the planes have.
std::vector<CodeBox> boxes_of(const Scene& scene, const std::optional<FetchList::Planes>& planes);
// Those of cells, also beyond the edges, where a tile holds the texels that the address mode chooses.
std::vector<CodeBox> boxes_of(const Scene& scene, const Cells& cells);
// Those of cells if Way::tile takes them (takes_cells()), else those of coordinates.
std::vector<CodeBox> boxes_of(const Scene& scene, const std::optional<FetchList::Planes>& planes,
                              const std::optional<Cells>& cells);
// Texels of the largest; the greatest number if that is no memory's.
std::size_t max_box_texels(const std::vector<CodeBox>& boxes);
// Why a block of a device cannot hold a tile of so many texels in shared memory; empty if it can, or if the
// choice has no tile.
Sentence tile_refusal(const Choice& choice, std::size_t box_texels, std::size_t shared_bytes);

} // namespace texelscope::advise
