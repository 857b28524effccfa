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
  const texelscope_texels texels = {.size = sizeof texels,
                                    .kind = TEXELSCOPE_2D,
                                    .channel_kind = TEXELSCOPE_UNSIGNED,
                                    .bits = 8,
                                    .channels = 1,
                                    .width = 2,
                                    .height = 2,
                                    .depth = 1,
                                    .level_count = 1,
                                    .levels = levels};
  // All else is 0, as in a cudaTextureDesc: wrap, coordinates in texels.
  const texelscope_sampler sampler = {.size = sizeof sampler,
                                      .filter_mode = TEXELSCOPE_FILTER_LINEAR,
                                      .read_mode = TEXELSCOPE_READ_NORMALIZED_FLOAT};
  texelscope_texture texture;
  check(texelscope_texture_create(&texels, &sampler, &texture));

  const texelscope_request request = {.size = sizeof request, .at = {1, 1}};
  texelscope_texel texel;
  check(texelscope_fetch(texture, &request, &texel));
  printf("%g\n", texel.f[0]); // 0.4

  const float at[3][2] = {{0.5f, 0.5f}, {1, 0.5f}, {1.5f, 0.5f}};
  float results[3];
  const texelscope_batch batch = {.size = sizeof batch,
                                  .count = 3,
                                  .at = {.data = at},
                                  .results = results,
                                  .result_kind = TEXELSCOPE_FLOAT,
                                  .result_bits = 32};
  check(texelscope_fetch_batch(texture, &batch));
  printf("%g %g %g\n", results[0], results[1],
         results[2]); // 0 0.100008 0.2: the unit's arithmetic, not exact

  char* text;
  check(texelscope_explain(texture, &request, NULL, &text));
  puts(text);
  texelscope_free(text);
  // Without normalized coordinates wrap is clamp.
  check(texelscope_texture_notes(texture, TEXELSCOPE_PLAIN, &text));
  puts(text);
  const int altered = strstr(text, "sampler.address_x") != NULL;
  texelscope_free(text);
  check(texelscope_texture_destroy(texture));
  return altered && texel.f[0] == 0.4f && results[0] == 0 && results[1] > 0.1f && results[1] < 0.1001f &&
                 results[2] == 0.2f
             ? 0
             : 1;
}
