cudaTextureDesc d = {};
d.filterMode = -1;
