// Computes mip levels from the ones above them: mip_rules.h, one thread per texel.
#include "kernels/machines/cuda/device/runtime.h"
#include "kernels/machines/cuda/unit/raw_surface.cuh"
#include "kernels/unit/image/mip_rules.h"

namespace texelscope::cuda {

namespace {
struct Tint {
  double value[3];
};

template <class Element, int Channels, bool Light>
__global__ void mip_kernel(SurfaceView above, SurfaceView to, rules::MipStep step,
                           const __grid_constant__ rules::SrgbCurve curve) {
  using Pixel = Raw<typename Element::Word, Channels>;
  const int x = column(), y = row();
  if (x >= to.width || y >= to.height) return;
  to.plane = int(blockIdx.z);
  Texel texels[8];
  int count = 0;
  for (int k = 0; k < step.count(2); ++k)
    for (int j = 0; j < step.count(1); ++j)
      for (int i = 0; i < step.count(0); ++i) {
        above.plane = step.first(2, to.plane) + k;
        texels[count++] =
            Pixel::read(above, step.first(0, x) + i, step.first(1, y) + j, cudaBoundaryModeZero);
      }
  Texel mean = {};
  for (int c = 0; c < Channels; ++c) {
    const auto texel = [&](int i) { return typename Element::Word(texels[i].word[c]); };
    if constexpr (Light)
      mean.word[c] = rules::mip_average_light(curve, Channels, c, count, texel);
    else
      mean.word[c] = rules::mip_average<Element>(count, texel);
  }
  Pixel::write(to, x, y, mean, cudaBoundaryModeZero);
}

template <class Element, int Channels>
__global__ void tint_kernel(SurfaceView level, Tint tint) {
  using Pixel = Raw<typename Element::Word, Channels>;
  const int x = column(), y = row();
  if (x >= level.width || y >= level.height) return;
  level.plane = int(blockIdx.z);
  Texel texel = Pixel::read(level, x, y, cudaBoundaryModeZero);
  for (int c = 0; c < (Channels < 3 ? Channels : 3); ++c)
    texel.word[c] = rules::mip_tinted<Element>(typename Element::Word(texel.word[c]), tint.value[c]);
  Pixel::write(level, x, y, texel, cudaBoundaryModeZero);
}

// Calls function(Element<kind, bits>(), integral_constant<Channels>{}).
template <class Function>
void dispatch_element(const ElementFormat& format, Function&& function) {
  with_element(format.kind, format.bits, [&](auto element) {
    dispatch<1, 2, 4>(format.channels, [&](auto channels) { function(element, channels); });
  });
}
} // namespace

void launch_mip(const SurfaceView& above, const SurfaceView& to, const rules::MipStep& step, bool light,
                cudaStream_t stream) {
  dispatch_element(to.format, [&](auto element, auto channels) {
    using Element = decltype(element);
    auto* kernel = &mip_kernel<Element, channels.value, false>;
    if constexpr (rules::is_srgb_code<Element>)
      if (light) kernel = &mip_kernel<Element, channels.value, true>;
    kernel<<<grid(to.width, to.height, step.to[2]), block, 0, stream>>>(above, to, step, rules::srgb_curve());
  });
  check(cudaGetLastError(), "mip_kernel");
}

void launch_tint(const SurfaceView& level, int planes, const std::array<double, 3>& tint,
                 cudaStream_t stream) {
  dispatch_element(level.format, [&](auto element, auto channels) {
    tint_kernel<decltype(element), channels.value>
        <<<grid(level.width, level.height, planes), block, 0, stream>>>(level, {tint[0], tint[1], tint[2]});
  });
  check(cudaGetLastError(), "tint_kernel");
}

} // namespace texelscope::cuda
