// The vector code of batches in WebAssembly against the model: random hostile fetches of all kinds.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "./module.mjs";

test("batches have the model's bits", async () => {
  const program = path.join(root, "build/web/batch_race.js");
  // emscripten's JavaScript of Debian 12 takes Node's fetch() for a browser's.
  const run = ["--eval", `delete globalThis.fetch; require(${JSON.stringify(program)})`, program, "verify", "400000"];
  const { stdout } = await promisify(execFile)(process.execPath, run);
  const found = JSON.parse(stdout);
  assert.equal(found.verify, "WASM");
  assert.equal(found.fetches, 400000);
  assert.equal(found.differ, 0);
});
