// An NVIDIA texture unit in software, bit for bit, for every language that can call C.
//
//   const void* levels[] = {bytes}; // 64 x 48 texels of four bytes each
//   texelscope_texels texels = {.size = sizeof texels, .kind = TEXELSCOPE_2D,
//                               .channel_kind = TEXELSCOPE_UNSIGNED, .bits = 8, .channels = 4,
//                               .width = 64, .height = 48, .depth = 1, .level_count = 1, .levels = levels};
//   texelscope_sampler sampler = {.size = sizeof sampler, .filter_mode = TEXELSCOPE_FILTER_LINEAR,
//                                 .read_mode = TEXELSCOPE_READ_NORMALIZED_FLOAT};
//   texelscope_texture texture;
//   if (texelscope_texture_create(&texels, &sampler, &texture) != TEXELSCOPE_OK) puts(texelscope_error());
//
//   texelscope_request request = {.size = sizeof request, .at = {10.5, 3.25}};
//   texelscope_texel color;
//   texelscope_fetch(texture, &request, &color); // color.f: tex2D<float4>(texture, 10.5f, 3.25f)
//   texelscope_texture_destroy(texture);
//
// Link with `pkg-config --libs texelscope`, or in CMake with the target texelscope::c of
// find_package(texelscope COMPONENTS c). It is C99, and C++ takes it too.
//
// Results. A function returns TEXELSCOPE_OK, or says why not by its status and, in a sentence, by
// texelscope_error(). It has then written nothing, except for a batch that was stopped. No C++ exception
// leaves the library, not where memory ends either. A status that a later library adds is larger than those
// here.
//
// Structs begin with `size`, which the caller sets to sizeof the struct. A library that is newer than its
// caller takes the members that the caller's struct lacks for 0. One that is older takes a larger struct if
// what it does not know is 0, and else refuses it. Members named `reserved` must be 0. A struct that a
// function fills is written up to the caller's `size`.
//
// Handles are numbers, and 0 is none. A handle that was destroyed, never made, or made for another kind of
// object is refused by TEXELSCOPE_INVALID_HANDLE; no number is given twice.
//
// Threads. Every function may be called by any number of threads at once, with the same handles too. What is
// destroyed while another thread uses it stays until that call ends. Only what a pointer leads to is the
// caller's to guard. In the child of a fork() every function can be called; batches then use one thread if
// the parent had used several.
//
// Texts are UTF-8 and end with a zero byte. Those that a function returns by a char** are freed with
// texelscope_free(). Numbers in JSON are read back as the same floats; NaN and infinities are the strings
// "nan", "inf" and "-inf" in a session's values, null elsewhere.
//
// Enumerators are stored in members of type int32_t, and any other value is refused.
#ifndef TEXELSCOPE_TEXELSCOPE_H
#define TEXELSCOPE_TEXELSCOPE_H

#include <stddef.h>
#include <stdint.h>

#ifndef TEXELSCOPE_API
#define TEXELSCOPE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef enum texelscope_status {
  TEXELSCOPE_OK = 0,
  // An argument: a null pointer, a size, a value; what CUDA refuses, with its error's name.
  TEXELSCOPE_INVALID = 1,
  TEXELSCOPE_INVALID_HANDLE = 2, // see Handles
  TEXELSCOPE_NO_FIELD = 3,       // a session has no field of this name
  TEXELSCOPE_FILE = 4,           // a file cannot be read or written
  TEXELSCOPE_NO_MEMORY = 5,
  TEXELSCOPE_STOPPED = 6, // `stop` was set, and part of the work is left out
  TEXELSCOPE_FAILED = 7   // the machine failed, or something unforeseen happened
} texelscope_status;

// Returns the version of the library: "0.1.0".
TEXELSCOPE_API const char* texelscope_version(void);

// Returns the sentence of the calling thread's last failure, "" if there was none. It is valid until the
// thread's next failure. A file's name in it may be no UTF-8.
TEXELSCOPE_API const char* texelscope_error(void);

// Chooses the language of explanations, notes and reports, for the whole process: "en", which they have at
// first, or "zh-Hans". The sentences of texelscope_error() stay English.
TEXELSCOPE_API texelscope_status texelscope_set_language(const char* code);

// Frees a text that a function returned. Null is allowed.
TEXELSCOPE_API void texelscope_free(char* text);

// ---- Textures ----

typedef uint64_t texelscope_texture;

enum texelscope_kind {
  TEXELSCOPE_1D = 0,
  TEXELSCOPE_2D = 1,
  TEXELSCOPE_3D = 2,
  TEXELSCOPE_1D_LAYERED = 3,
  TEXELSCOPE_2D_LAYERED = 4,
  TEXELSCOPE_CUBEMAP = 5,
  TEXELSCOPE_CUBEMAP_LAYERED = 6,
  TEXELSCOPE_LINEAR = 7 // linear memory, for tex1Dfetch
};

// The values equal cudaChannelFormatKind.
enum texelscope_channel_kind { TEXELSCOPE_SIGNED = 0, TEXELSCOPE_UNSIGNED = 1, TEXELSCOPE_FLOAT = 2 };

enum texelscope_storage {
  TEXELSCOPE_COPIED = 0, // the texture owns a copy of the texels
  // The texels must outlive the texture, and lie tightly; batches fetch them one by one, slowly.
  TEXELSCOPE_VIEWED = 1,
  // The same; besides, 64 bytes after each level can be read, which makes batches fast.
  TEXELSCOPE_VIEWED_PADDED = 2
};

// Texels in memory, as cudaResourceDesc describes them on the device.
typedef struct texelscope_texels {
  size_t size;
  int32_t kind;         // texelscope_kind
  int32_t channel_kind; // texelscope_channel_kind
  int32_t bits;         // of a channel: 8, 16 or 32; floats 16 or 32
  int32_t channels;     // 1, 2 or 4
  // Texels of level 0; cubemaps are square. The largest sizes are CUDA's for compute capability 7.5 and
  // newer. Of 1-D textures the height is 1; of what has no slices, layers or cubes the depth is 1.
  int32_t width, height, depth;
  int32_t level_count; // 1 to 16, each of max(1, size >> level) texels on every axis; layers do not shrink
  // level_count pointers. Within a level x goes fastest, then y, then z (slice; layer; face, six per cube in
  // the order +x -x +y -y +z -z), tightly, unless there are strides. Any alignment is allowed unless texels
  // are viewed.
  const void* const* levels;
  // Null, or four distances in bytes for each level, from a texel to the next along x, y and z, and from a
  // channel to the next. They may be negative or 0.
  const int64_t* strides;
  int32_t storage; // texelscope_storage
  // Not 0: a 2-D array made with cudaArrayTextureGather. If it has one level with a side longer than 16384
  // texels, it keeps one bit more of a normalized coordinate.
  int32_t gather;
  // Not 0: a mipmapped array, which it is in any case with several levels. Of one level, such a texture has
  // no explanation and no notes.
  int32_t mipmapped;
  int32_t reserved;
} texelscope_texels;

// The values equal cudaTextureAddressMode, cudaTextureFilterMode and cudaTextureReadMode.
enum texelscope_address_mode {
  TEXELSCOPE_ADDRESS_WRAP = 0,
  TEXELSCOPE_ADDRESS_CLAMP = 1,
  TEXELSCOPE_ADDRESS_MIRROR = 2,
  TEXELSCOPE_ADDRESS_BORDER = 3
};
enum texelscope_filter_mode { TEXELSCOPE_FILTER_POINT = 0, TEXELSCOPE_FILTER_LINEAR = 1 };
enum texelscope_read_mode { TEXELSCOPE_READ_ELEMENT = 0, TEXELSCOPE_READ_NORMALIZED_FLOAT = 1 };

// After `size` the members of cudaTextureDesc, in the same order, with the same types and the default 0: the
// 72 bytes of one can be copied. What CUDA takes as flags is on where it is not 0.
typedef struct texelscope_sampler {
  size_t size;
  int32_t address_mode[3];
  int32_t filter_mode;
  int32_t read_mode;
  int32_t srgb;
  float border_color[4];
  int32_t normalized_coords;
  uint32_t max_anisotropy;
  int32_t mipmap_filter_mode;
  float mipmap_level_bias, min_mipmap_level_clamp, max_mipmap_level_clamp;
  int32_t disable_trilinear_optimization;
  int32_t seamless_cubemap;
} texelscope_sampler;

// Makes a texture of the texels and a sampler; null: all its members are 0. TEXELSCOPE_INVALID: also what
// cudaCreateTextureObject refuses.
TEXELSCOPE_API texelscope_status texelscope_texture_create(const texelscope_texels* texels,
                                                           const texelscope_sampler* sampler,
                                                           texelscope_texture* texture);
TEXELSCOPE_API texelscope_status texelscope_texture_destroy(texelscope_texture texture);

typedef struct texelscope_texture_info {
  size_t size; // of the caller's struct: it is read
  int32_t kind, channel_kind, bits, channels, width, height, depth, level_count;
  // Floats in a coordinate: 1, 2 or 3; linear memory has an index instead, and 1 here.
  int32_t coordinate_count;
  int32_t result_kind; // texelscope_channel_kind of what a fetch returns,
  int32_t result_bits; // and the fewest bits that hold it: 32 of floats, else those of the texels
  int32_t reserved;
} texelscope_texture_info;
TEXELSCOPE_API texelscope_status texelscope_texture_describe(texelscope_texture texture,
                                                             texelscope_texture_info* info);

// Copies the texels of a level, tightly packed. `bytes`: the size of the memory at `texels`, which must be
// the level's; with null for `texels` nothing is copied. `needed`: receives the level's size; may be null.
TEXELSCOPE_API texelscope_status texelscope_texture_level(texelscope_texture texture, int32_t level,
                                                          void* texels, size_t bytes, size_t* needed);

// Averages 2 x 2 (1-D: 2, 3-D: 2 x 2 x 2) texels of each level into one of the next, a side's odd last one
// left out: integers to the nearest code, halves up; floats by the sum in double, rounded once.
// texels->levels[0] is read; its other pointers are not. `light` not 0: the bytes are sRGB codes, whose light
// is averaged. `levels`: memory for the levels below the first, level_count - 1 pointers. `stop`: as of a
// batch. Linear memory has no levels.
TEXELSCOPE_API texelscope_status texelscope_make_levels(const texelscope_texels* texels, int32_t light,
                                                        void* const* levels, const volatile int32_t* stop);

// ---- Fetches ----

enum texelscope_function {
  TEXELSCOPE_PLAIN = 0,  // tex1D, tex2D, tex3D, texCubemap and their layered kinds, by the texture's kind
  TEXELSCOPE_LOD = 1,    // tex2DLod and its kind
  TEXELSCOPE_GRAD = 2,   // tex2DGrad and its kind
  TEXELSCOPE_GATHER = 3, // tex2Dgather: 2-D alone
  TEXELSCOPE_ELEMENT = 4 // tex1Dfetch: linear memory alone, which has no other
};

// One fetch. What the function does not take is ignored.
typedef struct texelscope_request {
  size_t size;
  int32_t function; // texelscope_function
  int32_t number;   // the layer, which is clamped, a negative one to the last; gather: the channel, 0 to 3;
                    // element: the index
  // The coordinate, x first, rounded to float: it counts texels, and the center of the first is at 0.5; with
  // normalized_coords it goes from 0 to 1; of cubes it is a direction. NaN and infinities are allowed.
  double at[3];
  double lod; // the level of detail before bias and clamps, rounded to float
  // The change of the coordinate from one pixel to the next, and from one row to the next.
  double dx[3], dy[3];
} texelscope_request;

// A result: floats, or integers that were extended to 32 bits. Components that the fetch does not have are 0.
typedef union texelscope_texel {
  float f[4];
  int32_t i[4];
  uint32_t u[4];
} texelscope_texel;

// Fetches one result; texelscope_texture_info says which member of `texel` it is. A gather's components are
// the four texels (0, 1), (1, 1), (1, 0), (0, 0).
TEXELSCOPE_API texelscope_status texelscope_fetch(texelscope_texture texture,
                                                  const texelscope_request* request, texelscope_texel* texel);

// As `stride`: the first entry is every fetch's.
#define TEXELSCOPE_ONE_FOR_ALL INT64_MIN

// A column of a batch's arguments, with an entry for each fetch. An entry has one number, or one along each
// of the coordinate's axes. Columns with strides are copied first, as are those that are not aligned to four
// bytes.
typedef struct texelscope_column {
  const void* data;    // null: there is none
  int64_t stride;      // bytes from one entry to the next; 0: they lie tightly
  int64_t axis_stride; // bytes from one axis to the next; 0: they lie tightly
} texelscope_column;

typedef struct texelscope_batch {
  size_t size;
  int32_t function;          // texelscope_function
  int32_t channel;           // of a gather
  size_t count;              // the number of fetches
  texelscope_column at;      // float, coordinate_count an entry
  texelscope_column numbers; // int32_t: layers, or the indices of TEXELSCOPE_ELEMENT
  texelscope_column lods;    // float
  texelscope_column dx, dy;  // float, coordinate_count an entry
  // Room for `count` results of `result_components` numbers each, tightly packed and aligned to the numbers.
  // It must not overlap the columns. Floats have 32 bits. Integers have the texels' signedness and at least
  // as many bits.
  void* results;
  int32_t result_kind; // texelscope_channel_kind
  int32_t result_bits;
  // 1 to 4: fewer than a fetch returns drop the last, more are 0; 0: as many as it returns.
  int32_t result_components;
  int32_t threads; // how many threads work; 0: as many as there are cores; 1: the calling one alone
  // Null, or a number that any thread may set to something else than 0: the fetches that are left are then
  // left out.
  const volatile int32_t* stop;
} texelscope_batch;

// Fetches many results, much faster than one by one, with the same bits. Results that are 32 bits wide and
// have as many numbers as a fetch returns are written in place. Fetches 4 i to 4 i + 3 with gradients are the
// threads of a quad, which may share an anisotropic fetch as on the device. After TEXELSCOPE_STOPPED some of
// the results are written.
TEXELSCOPE_API texelscope_status texelscope_fetch_batch(texelscope_texture texture,
                                                        const texelscope_batch* batch);

// ---- Explanations ----

// Explains one fetch step by step: its coordinate, texels, weights and sums. `json`: receives what the
// command `texelscope explain --json` prints of it; `text`: what it prints for people. Either may be null.
// A gather's channel must be the texture's.
TEXELSCOPE_API texelscope_status texelscope_explain(texelscope_texture texture,
                                                    const texelscope_request* request, char** json,
                                                    char** text);

// Draws one fetch as an SVG file in the four steps of the program's WHY: its coordinate, levels, texels with
// their weights, and sum. It is readable on light and on dark pages, and refers to nothing outside.
TEXELSCOPE_API texelscope_status texelscope_explain_svg(texelscope_texture texture,
                                                        const texelscope_request* request, char** svg);

// What the hardware refuses, alters or ignores of the sampler where `function` fetches from it,
// gravest first:
// [{"kind": "altered", "field": "sampler.address_x", "sentence": ..., "rule": ..., "fix": {"sampler.filter":
// "point"}}]. kind: "refused", "altered" or "no_effect"; fix: the fields of a session that cure it, by name.
TEXELSCOPE_API texelscope_status texelscope_texture_notes(texelscope_texture texture, int32_t function,
                                                          char** json);

// ---- Descriptors of CUDA ----

// cudaChannelFormatDesc: bits, and a cudaChannelFormatKind.
typedef struct texelscope_channels {
  int32_t x, y, z, w, kind;
} texelscope_channels;

// What a program passes to cudaCreateTextureObject. Enumerators are CUDA's numbers, and any value is checked.
typedef struct texelscope_descriptors {
  size_t size;
  int32_t resource;  // 0: array, 1: mipmapped array, 2: linear, 3: pitch, as cudaResourceType
  int32_t has_array; // of arrays; 0: how it was made is not known, and the sampler alone is checked
  // The arguments of cudaMallocArray, cudaMalloc3DArray or cudaMallocMipmappedArray; of linear and pitch
  // memory the resource's:
  texelscope_channels channels;
  uint32_t array_flags;
  uint32_t array_levels; // of a mipmapped array; otherwise 1
  int32_t reserved;
  size_t width, height, depth; // array and pitch memory; 0 along axes that an array lacks
  uint64_t address;            // devPtr of linear and pitch memory
  size_t size_in_bytes;        // linear
  size_t pitch_in_bytes;       // pitch
  texelscope_sampler sampler;  // its own `size` is not read
  int32_t has_view;            // not 0: a cudaResourceViewDesc is passed too:
  int32_t view_format;         // cudaResourceViewFormat
  size_t view_width, view_height, view_depth;
  uint32_t view_first_level, view_last_level, view_first_layer, view_last_layer;
  int32_t used_by_gather;  // not 0: tex2Dgather fetches
  int32_t used_by_surface; // not 0: a surface object is made of it
} texelscope_descriptors;

// What CUDA and the hardware really do with the descriptors, refused ones first:
// [{"kind": "altered", "field": "cudaTextureDesc::addressMode[0]", "sentence": ..., "rule": ..., "error": "",
// "cure": ...}]. kind: "refused" (error: the name of CUDA's), "altered", "suspicious", "unused" or
// "unchecked". No driver is needed.
TEXELSCOPE_API texelscope_status texelscope_check(const texelscope_descriptors* descriptors, char** json);

// ---- Pictures ----

typedef struct texelscope_picture {
  size_t size;
  const void* data;
  int32_t kind; // texelscope_channel_kind
  int32_t bits; // 8, 16 or 32; floats 32 or 64
  int32_t width, height;
  int32_t channels; // 1 to 4
  int32_t reserved;
  // Bytes from row to row, from pixel to pixel and from channel to channel; all 0: tightly packed.
  int64_t strides[3];
} texelscope_picture;

// Compares two pictures of one size value by value. Two unsigned or two signed ones are compared as integers,
// all else by real values. `json`: receives what `texelscope compare --json` prints; `text`: what it prints
// for people. Either may be null. `stop`: as of a batch.
TEXELSCOPE_API texelscope_status texelscope_compare(const texelscope_picture* a, const texelscope_picture* b,
                                                    const volatile int32_t* stop, char** json, char** text);

// ---- Sessions: the states that the program shows, saves and shares, as fields with names ----

typedef uint64_t texelscope_session;

// Makes the program's first state.
TEXELSCOPE_API texelscope_status texelscope_session_create(texelscope_session* session);
// Makes the one whose fetch is from such a texture, with its sampler: its texels are to come from a file,
// which texture.path does not name yet.
TEXELSCOPE_API texelscope_status texelscope_session_of_texture(texelscope_texture texture,
                                                               texelscope_session* session);
// Makes one like another.
TEXELSCOPE_API texelscope_status texelscope_session_copy(texelscope_session from,
                                                         texelscope_session* session);
TEXELSCOPE_API texelscope_status texelscope_session_destroy(texelscope_session session);

// Reads a session file. TEXELSCOPE_INVALID: the sentence names the file, the line and what is wrong.
TEXELSCOPE_API texelscope_status texelscope_session_load(const char* path, texelscope_session* session);
// Writes a session file: either the whole file appears, or nothing. The path of a texture file is written so
// that it leads to the same file from the new place.
TEXELSCOPE_API texelscope_status texelscope_session_save(texelscope_session session, const char* path);
// The text of a session's file, and the session of such a text; `name` stands in messages in the place of a
// file's.
TEXELSCOPE_API texelscope_status texelscope_session_json(texelscope_session session, char** json);
TEXELSCOPE_API texelscope_status texelscope_session_parse(const char* json, const char* name,
                                                          texelscope_session* session);
// A session as one line, "tx1....", and back. Brush strokes that do not fit into a line are refused.
TEXELSCOPE_API texelscope_status texelscope_session_share_line(texelscope_session session, char** line);
TEXELSCOPE_API texelscope_status texelscope_session_parse_share_line(const char* line,
                                                                     texelscope_session* session);
// The folder at which a relative texture.path begins: that of the file that was loaded, or "" for the current
// one.
TEXELSCOPE_API texelscope_status texelscope_session_folder(texelscope_session session, char** folder);
TEXELSCOPE_API texelscope_status texelscope_session_set_folder(texelscope_session session,
                                                               const char* folder);

// The names of all fields: ["texture.source", ...].
TEXELSCOPE_API texelscope_status texelscope_session_fields(char** json);
// A field's value: true, 64, 0.5, "linear" or [0, 0, 0, 1].
TEXELSCOPE_API texelscope_status texelscope_session_get(texelscope_session session, const char* field,
                                                        char** json);

enum texelscope_value_type {
  TEXELSCOPE_BOOLEAN = 0, // integer: 0 or 1
  TEXELSCOPE_INTEGER = 1,
  TEXELSCOPE_NUMBER = 2,
  TEXELSCOPE_TEXT = 3,
  TEXELSCOPE_NUMBERS = 4
};
typedef struct texelscope_value {
  size_t size;
  int32_t type; // texelscope_value_type: which of the following members count
  int32_t reserved;
  int64_t integer;
  double number;
  const char* text;
  const double* numbers;
  size_t count; // of numbers
} texelscope_value;
// Sets a field, or returns TEXELSCOPE_INVALID with the reason why the value does not fit.
TEXELSCOPE_API texelscope_status texelscope_session_set(texelscope_session session, const char* field,
                                                        const texelscope_value* value);
// The names of the fields in which two sessions differ.
TEXELSCOPE_API texelscope_status texelscope_session_differing(texelscope_session a, texelscope_session b,
                                                              char** json);
// What the hardware refuses, alters or ignores, as texelscope_texture_notes() has it.
TEXELSCOPE_API texelscope_status texelscope_session_notes(texelscope_session session, char** json);
// The session's sampler, as requested. `sampler->size` is read.
TEXELSCOPE_API texelscope_status texelscope_session_sampler(texelscope_session session,
                                                            texelscope_sampler* sampler);

enum texelscope_part { TEXELSCOPE_VALUES = 1, TEXELSCOPE_COLORS = 2, TEXELSCOPE_PNG = 4 };

typedef struct texelscope_render {
  size_t size;
  // Pixels, up to 16384 a side; both 0: 640 x 480. A view that resizes determines the size by itself.
  int32_t width, height;
  int32_t parts;                // a sum of texelscope_part: what is made
  int32_t threads;              // as of a batch
  int64_t frames_limit;         // the most frames of a feedback that are computed; 0: 100000
  const volatile int32_t* stop; // as of a batch
} texelscope_render;

// What was rendered. The caller frees each part with texelscope_free(); parts that were not requested are
// null.
typedef struct texelscope_rendered {
  size_t size; // of the caller's struct: it is read
  int32_t width, height;
  int32_t kind; // texelscope_channel_kind of the values
  int32_t reserved;
  // Rows from the top, four numbers a pixel of 32 bits each: what the fetches returned; and four bytes a
  // pixel, red, green, blue and 255: the colors by the session's view.
  char *values, *colors;
  char* png; // the colors as a PNG file of png_size bytes
  size_t png_size;
} texelscope_rendered;

// Renders the session's picture, as `texelscope render --backend cpu` does; null for `render`: its values, at
// 640 x 480. TEXELSCOPE_INVALID: also what CUDA refuses, and a body of a fetch that does not ship with the
// program, which alone compiles it. TEXELSCOPE_FILE: the texture's file cannot be read.
TEXELSCOPE_API texelscope_status texelscope_session_render(texelscope_session session,
                                                           const texelscope_render* render,
                                                           texelscope_rendered* rendered);

typedef struct texelscope_export {
  size_t size;
  // "cuda", "driver", "hip", "opengl", "webgpu", "numpy", "cupy", "cuda-core", "torch" or "warp"; "page": not
  // a program but the JSON with which a page of the program's begins, as a script element may hold it.
  const char* as;
  int32_t width, height; // of the picture, as of a rendering
  const char* name;      // of the session, for people; null: it has none
  // Where the program will lie: it is not written. With more than 64 KiB of texels the program reads them
  // from a file beside itself, with ".texels" after its name. Null: such a session is refused.
  const char* path;
} texelscope_export;

// What was exported; all are freed with texelscope_free().
typedef struct texelscope_exported {
  size_t size;   // of the caller's struct: it is read
  char* program; // its text
  char* remarks; // JSON: sentences, each of what the API cannot express, and of what replaces it
  char* texels;  // of the file beside the program; null: it holds them itself
  size_t texels_size;
} texelscope_exported;

// Writes the program that samples the session's texture at the coordinates of its picture by another API, as
// `texelscope export` does.
TEXELSCOPE_API texelscope_status texelscope_session_export(texelscope_session session,
                                                           const texelscope_export* request,
                                                           texelscope_exported* exported);

#ifdef __cplusplus
}
#endif

#endif
