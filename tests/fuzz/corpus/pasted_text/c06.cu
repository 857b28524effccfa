d->borderColor = {1.f, .5, INFINITY, NAN};
d->minMipmapLevelClamp = 0x1.8p-1;
d->maxMipmapLevelClamp = 1'000; // x