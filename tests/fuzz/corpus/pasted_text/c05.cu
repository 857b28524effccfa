memset(&texDesc, 0, sizeof(cudaTextureDesc));
texDesc.addressMode[0] = texDesc.addressMode[1] = cudaAddressModeMirror;
texDesc.addressMode[2] = (cudaTextureAddressMode)3;
texDesc.filterMode = static_cast<enum cudaTextureFilterMode>(1);
texDesc.readMode = cudaTextureReadMode::cudaReadModeNormalizedFloat; /* 1 */
texDesc.borderColor[1] = -0.5f;
texDesc.normalizedCoords = true;
texDesc.maxAnisotropy = 0x10u;
texDesc.mipmapLevelBias = +1.25e0F;