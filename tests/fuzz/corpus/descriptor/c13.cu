cudaTextureDesc d = {};
d.maxAnisotropy = 1e300;
