{
  cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaFilterModePoint,
      cudaReadModeElementType, 0, {1, 2, 3, 4}, 1, 16, 1, 0.5, 0, 15, 0, 1
}