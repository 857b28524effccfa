// What the page shows for random sessions, a line of JSON for each: node page_values.mjs COUNT SEED. Of what the explorer offers these
// sessions have what the Python package and `texelscope sample` have too; every fifth texture is a long array, every fifth a volume.
import { asText } from "../../ui/web/settings.js";
import { loadModel } from "./module.mjs";
import { randomFields, randomNumbers } from "./random_states.mjs";

const [count, seed] = process.argv.slice(2).map(Number);
const random = randomNumbers(seed);
const model = await loadModel();
const width = 64, height = 48, fetches = 4;

/** @param {number} i */
function fields(i) {
  const all = randomFields(random, model);
  for (const name of Object.keys(all)) if (/^(texture\.(view|pitch|channel_kind|storage|memory)|fetch\.(type|slab)|view\.mapping)/.test(name)) delete all[name];
  all["fetch.function"] = random.pick(["plain", "lod", "grad", "gather"]);
  if (i % 5 === 0) Object.assign(all, { "texture.dimension": "2d", "texture.width": String(16385 + random.below(16384)), "texture.height": String(1 + random.below(3)), "texture.levels": "1", "sampler.normalized_coords": "true" });
  if (i % 5 === 1) all["texture.dimension"] = "3d";
  return all;
}

for (let i = 0; i < count; ++i) {
  model.set({ version: /** @type {any} */ (1) });
  let { line, notes } = model.change(fields(i));
  for (let refused; (refused = notes.find((note) => note.kind === "refused" && note.fix)); ) ({ line, notes } = model.change(Object.fromEntries(Object.entries(refused.fix).map(([path, value]) => [path, asText(value)]))));
  const size = model.draw(width, height, "model");
  const pixels = Array.from({ length: fetches }, () => [random.below(size.width), random.below(size.height)]);
  const page = pixels.map(([x, y]) => ({ at: [x, y], explained: model.explain(x, y) }));
  console.log(JSON.stringify({ line, page }));
}
