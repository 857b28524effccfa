// Each reads the bytes as one kind of file or text, and checks what properties.h states.
#pragma once

#include <string_view>

namespace texelscope::fuzz {

void session(std::string_view bytes);
void lesson(std::string_view bytes); // also as the order of lessons
void bugs(std::string_view bytes);
void settings(std::string_view bytes);
void answers(std::string_view bytes); // recorded ones
void share_line(std::string_view bytes);
void pasted_text(std::string_view bytes);
void descriptor(std::string_view bytes); // cudaTextureDesc in C++
void bench_report(std::string_view bytes);
void chip_report(std::string_view bytes);
void device_figures(std::string_view bytes); // of advise --figures
void capture(std::string_view bytes);
void trace_records(std::string_view bytes);
void trace_report(std::string_view bytes);
void ptx(std::string_view bytes);
void record_memory(std::string_view bytes);
void fetch_file(std::string_view bytes);   // recorded fetches
void module_image(std::string_view bytes); // what a program hands to CUDA as a module
void npy(std::string_view bytes);
void png(std::string_view bytes);
void jpeg(std::string_view bytes);
void exr(std::string_view bytes);
void dds(std::string_view bytes);
void pnm(std::string_view bytes); // and PFM
void bmp(std::string_view bytes);
void tga(std::string_view bytes);
void hdr(std::string_view bytes);
void tiff(std::string_view bytes); // also with its pages as slices
void ktx2(std::string_view bytes);
void npz(std::string_view bytes);
void nrrd(std::string_view bytes);
void metaimage(std::string_view bytes);
void cube(std::string_view bytes);
void raw(std::string_view bytes);    // begins with its shape, as picks
void render(std::string_view bytes); // a session of any values, as picks

} // namespace texelscope::fuzz
