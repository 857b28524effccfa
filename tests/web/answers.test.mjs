// The page of answers: found as texelscope answers finds them, drawn with their tables and commands.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { parts } from "../../ui/web/answers.js";
import { openPage, startBrowser } from "./browser.mjs";
import { loadModel, root } from "./module.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.close());

const questions = ["half pixel shift", "texture returns 0", "GL_REPEAT does nothing", "largest volume of a Maxwell GPU", "MI250 tex2D", "为什么", "zzyzx"];

test("the page finds what texelscope answers finds, in the same order", async () => {
  const model = await loadModel();
  const answers = model.openAnswers(await readFile(path.join(root, "docs/answers.md"), "utf8"));
  for (const question of questions) {
    const found = model.findAnswers(question).map((number) => answers[number].heading);
    let printed;
    try {
      printed = execFileSync(path.join(root, "build/release/texelscope"), ["answers", "--json", question], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    } catch (error) {
      printed = /** @type {{ stdout: string }} */ (error).stdout; // nothing was found
    }
    assert.deepEqual(found, JSON.parse(printed).answers.map((/** @type {{ heading: string }} */ { heading }) => heading), question);
  }
});

test("a text is paragraphs, lists and tables", () => {
  assert.deepEqual(parts("One.\nTwo.\n- a\n- b\n| x | y |\n|---|---|\n| 1 | 2 |\nThree."), [
    { kind: "paragraph", lines: ["One."] },
    { kind: "paragraph", lines: ["Two."] },
    { kind: "list", lines: ["- a", "- b"] },
    { kind: "table", lines: ["| x | y |", "|---|---|", "| 1 | 2 |"] },
    { kind: "paragraph", lines: ["Three."] },
  ]);
  assert.deepEqual(parts(""), []);
});

test("a question of the index leads to its answers, which follow what is typed", async () => {
  const { page, errors, close } = await openPage(browser, `${path.join(root, "dist/web")}/index.html?lang=en`);
  await page.locator("#words").fill("half pixel shift");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  assert.match(await page.locator(".answer h3").first().innerText(), /^Everything is half a texel off/);
  assert.equal(await page.locator(".answer").count(), 5);
  assert.equal(await page.inputValue("#words"), "half pixel shift");
  await page.locator("#words").fill("How large may a texture be?");
  assert.equal(await page.locator(".answer table tr").first().innerText(), "texture\ttexels\tattributes, after cudaDevAttrMax");
  await page.locator("#words").fill("zzyzx");
  assert.equal(await page.locator(".answer").count(), 0);
  assert.equal(await page.locator("#none").innerText(), "No answer has these words.");
  await page.locator("nav button[lang=zh-Hans]").click();
  assert.equal(await page.locator("#none").innerText(), "没有解答包含这些词语。");
  await page.locator("#chapters summary", { hasText: "Speed" }).click();
  const link = page.locator("#chapters details[open] button").first(), heading = await link.innerText();
  await link.click();
  assert.deepEqual(await page.locator(".answer h3").allInnerTexts(), [heading]);
  assert.match(await page.locator(".answer .command code").first().innerText(), /^texelscope /);
  assert.equal(await page.locator("#none").isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
});
