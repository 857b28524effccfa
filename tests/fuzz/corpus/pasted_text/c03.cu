cudaTextureDesc d;
memset(&d, 0, sizeof(d));