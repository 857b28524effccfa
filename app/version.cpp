namespace texelscope { const char* version() { return TEXELSCOPE_VERSION; } }
