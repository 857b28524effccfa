cudaTextureDesc a;
cudaTextureDesc b;