// Fetches one texel between four, then a row of them, explains the first, and asks what CUDA would alter.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <texelscope/texelscope.h>

static void check(texelscope_status status) {
  if (status == TEXELSCOPE_OK) return;
  fprintf(stderr, "%s\n", texelscope_error());
  exit(1);
}

int main(void) {
  static const unsigned char bytes[2][2] = {{0, 51}, {102, 255}};
  const void* levels[] = {bytes};
  texelscope_texels texels = {sizeof texels};
  texels.kind = TEXELSCOPE_2D;
  texels.channel_kind = TEXELSCOPE_UNSIGNED;
  texels.bits = 8;
  texels.channels = 1;
  texels.width = texels.height = 2;
  texels.depth = 1;
  texels.level_count = 1;
  texels.levels = levels;
  texelscope_sampler sampler = {sizeof sampler}; // all else is 0, as in a cudaTextureDesc: wrap, point
  sampler.filter_mode = TEXELSCOPE_FILTER_LINEAR;
  sampler.read_mode = TEXELSCOPE_READ_NORMALIZED_FLOAT;
  texelscope_texture texture;
  check(texelscope_texture_create(&texels, &sampler, &texture));

  texelscope_request request = {sizeof request};
  request.at[0] = request.at[1] = 1;
  texelscope_texel texel;
  check(texelscope_fetch(texture, &request, &texel));
  printf("%g\n", texel.f[0]); // 0.4

  const float at[3][2] = {{0.5f, 0.5f}, {1, 0.5f}, {1.5f, 0.5f}};
  float results[3];
  texelscope_batch batch = {sizeof batch};
  batch.count = 3;
  batch.at.data = at;
  batch.results = results;
  batch.result_kind = TEXELSCOPE_FLOAT;
  batch.result_bits = 32;
  check(texelscope_fetch_batch(texture, &batch));
  printf("%g %g %g\n", results[0], results[1], results[2]); // 0 0.1 0.2

  char* text;
  check(texelscope_explain(texture, &request, NULL, &text));
  puts(text);
  texelscope_free(text);
  check(texelscope_texture_notes(texture, TEXELSCOPE_PLAIN,
                                 &text)); // without normalized coordinates wrap is clamp
  puts(text);
  const int altered = strstr(text, "sampler.address_x") != NULL;
  texelscope_free(text);
  check(texelscope_texture_destroy(texture));
  return altered && texel.f[0] == 0.4f && results[0] == 0 && results[1] == 0.1f && results[2] == 0.2f ? 0 : 1;
}
