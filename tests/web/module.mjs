// The WebAssembly module of scripts/web.sh in Node, behind the class that the pages use.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Model } from "../../ui/web/model.js";

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");

/** @returns {Promise<Model>} */
export async function loadModel() {
  const file = path.join(root, "build/web/texelscope.js");
  const load = createRequire(import.meta.url)(file);
  const model = new Model(await load({ wasmBinary: await readFile(file.replace(/js$/, "wasm")) }));
  model.speak("en");
  return model;
}
