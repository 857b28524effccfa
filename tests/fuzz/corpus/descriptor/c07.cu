{
  .addressMode = {cudaAddressModeWrap, cudaAddressModeBorder}, .filterMode{cudaFilterModeLinear}, .sRGB = 1,
  .borderColor[2] = 1, .seamlessCubemap = false, .disableTrilinearOptimization = true
}