d.mipmapFilterMode = -(+(1));
"text\"