for (int i = 0; i < 3; ++i)
  desc.addressMode[i] = cudaAddressModeClamp;
if (x) {
  desc.filterMod = 1;
} else
  desc = {};