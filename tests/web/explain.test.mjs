// The page's answers are the program's: 4,000 random fetches over all that the explorer offers, and what takes effect of the
// settings, equal `texelscope explain --json`. The states go there as share lines.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { Refusal } from "../../ui/web/model.js";
import { loadModel, root } from "./module.mjs";
import { randomFields, randomNumbers } from "./random_states.mjs";

const sessions = 1000, fetches = 4; // fetches of each

/** The verb in one process, tests/web/explain_many.cpp. */
class Explain {
  constructor() {
    this.process = spawn(process.env.EXPLAIN_MANY ?? path.join(root, "build/release/tests/explain_many"), { stdio: ["pipe", "pipe", "ignore"], env: { ...process.env, LC_ALL: "C" } });
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }
  /** @param {string[]} args */
  ask(args) {
    this.process.stdin.write(`${args.join("\t")}\n`);
  }
  async answer() {
    const lines = [];
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) throw new Error(`the program ended: ${lines.join("\n")}`);
      if (value === ".") return JSON.parse(lines.join("\n"));
      lines.push(value);
    }
  }
  end() {
    this.process.stdin.end();
  }
}

/** @type {import("../../ui/web/model.js").Model} */
let model;
/** @type {Explain} */
let program;
before(async () => {
  model = await loadModel();
  program = new Explain();
});
after(() => program?.end());

/** The answer, or its error as the program prints it. @param {() => any} ask */
function answer(ask) {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message };
    throw error;
  }
}

/** Without the device's name, which is the machine's. @param {any} json */
function withoutDevice({ device: _, ...rest }) {
  if ("error" in rest) assert.fail(rest.error);
  return rest;
}

/** log2 of a level of detail by exact arithmetic is the C library's, whose last bit may differ. @param {any} page @param {any} own */
function sameIdealLevel(page, own) {
  if (page.level_of_detail === undefined || own.level_of_detail === undefined) return;
  const a = page.level_of_detail.ideal, b = own.level_of_detail.ideal;
  if (a !== b && Math.abs(a - b) < 1e-13) page.level_of_detail.ideal = b;
}

test("4,000 random fetches and the settings of their sessions equal texelscope explain", { timeout: 600_000 }, async () => {
  const random = randomNumbers(2026);
  let compared = 0, changed = 0;
  for (let i = 0; i < sessions; ++i) {
    model.set({ version: /** @type {any} */ (1) });
    const { line, notes } = model.change(randomFields(random, model));
    changed += notes.filter((note) => note.kind !== "no_effect").length;
    const size = model.draw(64, 48, "model");
    const pixels = Array.from({ length: fetches }, () => [random.below(size.width), random.below(size.height)]);
    for (const pixel of pixels) program.ask([line, "--at", pixel.join(","), "--size", "64x48", "--backend", "cpu", "--json"]);
    program.ask([line, "--backend", "cpu", "--json"]);
    for (const [x, y] of pixels) {
      const own = withoutDevice(await program.answer()), page = withoutDevice(answer(() => model.explain(x, y)));
      sameIdealLevel(page, own);
      assert.deepEqual(page, own, `pixel ${x},${y} of ${line}`);
      ++compared;
    }
    // The program's list goes on with the notes on other settings, which the page shows beside their controls.
    const page = answer(() => model.settings());
    assert.deepEqual(page, (await program.answer()).settings.slice(0, page.length), line);
    assert.ok(page.length > 0);
  }
  assert.equal(compared, sessions * fetches);
  assert.ok(changed > sessions, `${changed} settings were altered or refused`); // more than one a session
});

test("the program reads the page's line, and the page the program's", async () => {
  const state = model.open("tx1.AAAAAA");
  assert.equal(state.line, "tx1.AAAAAA");
  assert.throws(() => model.open("tx1.AAAABA"), Refusal);
  assert.throws(() => model.open("tx9.AAAAAA"), /tx9/);
  const { line } = model.change({ "sampler.filter": "point", "texture.width": "7" });
  program.ask([line, "--at", "1,1", "--json", "--backend", "cpu"]);
  const own = await program.answer();
  assert.equal(own.parts[0].texels.length, 1);
  assert.equal(model.open(line).session.texture.width, 7);
});
