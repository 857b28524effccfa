// Textures for tests: texels of every format, and what they are worth.

/** Numbers from 0 to below 1, the same in every run. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const half_of = (code) => {
  const sign = code & 0x8000 ? -1 : 1,
    exponent = (code >> 10) & 31,
    digits = code & 1023;
  return sign * (exponent === 0 ? digits * 2 ** -24 : (1 + digits / 1024) * 2 ** (exponent - 15));
};
const linear_of = (code) => {
  const v = code / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
};
const fround = Math.fround;

// Elements, their type, a random one, and what one returns. `tolerance`: of what the API leaves open.
const families = {
  8: { Elements: Uint8Array, random: (r) => r() * 256, value: (code) => fround(code / 255), tolerance: 2e-7 },
  "8_snorm": {
    Elements: Int8Array,
    random: (r) => r() * 256 - 128,
    value: (code) => Math.max(-1, fround(code / 127)),
    tolerance: 2e-7,
  },
  "16f": {
    Elements: Uint16Array,
    random: (r) => r() * 31 * 1024 + (r() < 0.5 ? 0x8000 : 0),
    value: half_of,
    tolerance: 0,
  },
  "32f": { Elements: Float32Array, random: (r) => fround(r() * 20 - 10), value: (v) => v, tolerance: 0 },
};

/** Of each format: the elements of a texel, a random texel, and the values that it returns. */
export const formats = {};
for (const [suffix, family] of Object.entries(families))
  for (const [channels, count] of Object.entries({ r: 1, rg: 2, rgba: 4 }))
    formats[channels + suffix] = {
      channels: count,
      elements: count,
      Elements: family.Elements,
      texel: (r) => Array.from({ length: count }, () => family.random(r)),
      values: (elements) => elements.map(family.value),
      tolerance: family.tolerance,
    };
formats.srgb8_alpha8 = {
  ...formats.rgba8,
  values: (codes) => [...codes.slice(0, 3).map(linear_of), codes[3] / 255],
  tolerance: 1e-3,
};
formats.rgb10_a2 = {
  channels: 4,
  elements: 1,
  Elements: Uint32Array,
  texel: (r) => [r() * 2 ** 32],
  values: ([code]) =>
    [code & 1023, (code >>> 10) & 1023, (code >>> 20) & 1023, 341 * (code >>> 30)].map((v) =>
      fround(v / 1023),
    ),
  tolerance: 2e-7,
};

export const planes_of = ({ dimension, depth }) =>
  dimension === "cube" ? 6 : dimension === "3d" || dimension.endsWith("_layered") ? depth : 1;

/** The texels of each level. */
export function sizes_of(request, count) {
  const halved = (size, level) => Math.max(1, size >> level);
  return Array.from({ length: count }, (_, level) => ({
    width: halved(request.width, level),
    height: halved(request.height, level),
    planes: request.dimension === "3d" ? halved(request.depth, level) : planes_of(request),
  }));
}

/** The request with `count` levels of random texels, each an array of elements. */
export function withTexels(request, count, random) {
  const { Elements, texel } = formats[request.format];
  const levels = sizes_of(request, count).map(({ width, height, planes }) =>
    Elements.from(Array.from({ length: width * height * planes }, () => texel(random)).flat()),
  );
  return { ...request, levels };
}

/** The request as JSON: levels as bytes. */
export const sent = (request) => ({
  ...request,
  levels: request.levels.map((level) =>
    Array.from(new Uint8Array(level.buffer, level.byteOffset, level.byteLength)),
  ),
});
