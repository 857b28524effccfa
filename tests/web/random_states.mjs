// Random values of all that the explorer offers, in the form of the command line's flags.

/** Numbers that are the same in every run: mulberry32. @param {number} seed */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (/** @type {number} */ count) => Math.floor(next() * count);
  return { next, below, pick: (/** @type {any[]} */ list) => list[below(list.length)], between: (/** @type {number} */ low, /** @type {number} */ high) => low + (high - low) * next() };
}

/** @param {ReturnType<typeof randomNumbers>} random @param {import("../../ui/web/model.js").Model} model @returns {Record<string, string>} */
export function randomFields(random, model) {
  const { below, pick, between } = random;
  /** Values of numbers, whose range is too wide to draw from. */
  const numbers = {
    "texture.cell": () => 1 + below(5),
    "texture.seed": () => below(4294967296),
    "texture.hot_x": () => below(40),
    "texture.hot_y": () => below(24),
    "texture.hot_z": () => below(6),
    "texture.width": () => 1 + below(48),
    "texture.height": () => 1 + below(32),
    "texture.depth": () => 1 + below(6),
    "texture.bits": () => pick([8, 8, 16, 32]),
    "texture.channels": () => pick([1, 2, 4, 4]),
    "texture.levels": () => pick([1, 1, 2, 3, 5]),
    "texture.pitch_offset": () => pick([0, 0, 0, 32, -32, 4, 512]),
    "texture.view_bits": () => pick([8, 16, 32]),
    "texture.view_channels": () => pick([1, 2, 4]),
    "texture.view_first_level": () => below(3),
    "texture.view_levels": () => below(4),
    "texture.view_first_layer": () => below(3),
    "texture.view_layers": () => below(4),
    "sampler.mip_bias": () => pick([0, between(-3, 3)]),
    "sampler.mip_min": () => pick([0, 0, between(-1, 3)]),
    "sampler.mip_max": () => pick([15, 15, between(0, 5)]),
    "sampler.max_anisotropy": () => pick([1, 2, 7, 16]),
    "fetch.lod": () => between(-1, 6),
    "fetch.gradient_scale": () => pick([1, 0, between(0, 8)]),
    "fetch.component": () => below(4),
    "fetch.layer": () => pick([0, 1, 2, 9, -1]),
    "fetch.slice": () => between(-0.5, 1.5),
    "fetch.slab_thickness": () => between(0, 1),
    "fetch.slab_samples": () => 2 + below(9),
    "fetch.type_channels": () => pick([0, 0, 1, 2, 4]),
    "view.tilt": () => between(0, 85),
    "view.yaw": () => between(-180, 180),
    "view.pitch": () => between(-90, 90),
    "view.resize_width": () => 1 + below(60),
    "view.resize_height": () => 1 + below(40),
    "view.center_x": () => pick([0.5, between(-1, 2)]),
    "view.center_y": () => pick([0.5, between(-1, 2)]),
    "view.span": () => pick([2, 1, between(0.01, 4)]),
    "view.rotation": () => pick([0, 0, between(-180, 180)]),
    "view.range_low": () => pick([0, -1]),
    "view.range_high": () => pick([1, 2]),
    "view.exposure": () => pick([0, between(-2, 2)]),
    "view.level": () => below(3),
    "view.slice": () => below(4),
  };
  const float = () => pick([0, 1, "nan", "inf", between(-1, 2), Math.fround(between(-0.2, 0.2))]);
  const rarely = new Set(["texture.view", "fetch.type", "texture.channel_kind", "view.mapping", "fetch.slab"]);
  /** @type {Record<string, string>} */
  const fields = {};
  for (const path of model.offered) {
    const field = model.fields.get(path);
    if (rarely.has(path) && below(4) !== 0) continue;
    if (field?.type === "choice") fields[path] = pick((field.choices ?? []).map((choice) => choice.identifier).filter((name) => name !== "file"));
    else if (field?.type === "boolean") fields[path] = String(below(2) === 1);
    else if (field?.type === "numbers") fields[path] = Array.from({ length: field.count }, float).join(",");
    else if (path in numbers) fields[path] = String(numbers[/** @type {keyof typeof numbers} */ (path)]());
    else throw new Error(`no values are drawn for ${path}`);
  }
  return fields;
}
