// What the plain fetch does: one fetch at the pixel's coordinate.
return tex2D<Texel>(tex, x, y);
