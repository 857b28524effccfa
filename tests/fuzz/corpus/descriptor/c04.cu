hipTextureDesc d{};
d.filterMode = hipFilterModeLinear;