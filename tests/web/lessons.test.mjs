// Every lesson and bug as a student takes it: nothing tells the answer before there is a prediction, the program's answer is right
// and another is wrong, and the page then explains.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./browser.mjs";
import { root } from "./module.mjs";

const program = process.env.TEXELSCOPE_PROGRAM ?? path.join(root, "build/release/texelscope");
const folder = path.join(root, "assets/lessons");
const lessons = readdirSync(folder).filter((name) => /^\d.*\.json$/.test(name));
// One that opens a picture beside it has no page.
const opensPicture = (name) => readFileSync(path.join(folder, name), "utf8").includes('"path"');
const files = lessons.filter((name) => !opensPicture(name));
const { bugs } = JSON.parse(readFileSync(path.join(folder, "bugs.json"), "utf8"));

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.close());

async function open(name, lang = "en", options = {}) {
  const opened = await openPage(browser, path.join(root, "dist/web", name) + `?lang=${lang}`, options);
  await opened.page.waitForFunction(() => document.documentElement.dataset.ready && document.documentElement.dataset.drawn);
  return opened;
}

/** What would tell an answer. */
const telling = (page) =>
  page.evaluate(() =>
    ["#why-panel", "#effect-panel", "#scope-panel", "#status", ".verdict", ".tries", ".bar .segments", ".row .note:not(.own .note):not(:empty)"].filter((selector) =>
      [...document.querySelectorAll(selector)].some((element) => /** @type {HTMLElement} */ (element).offsetParent !== null),
    ),
  );

test("lessons that open a picture are the only ones without a page", () => {
  const pages = readdirSync(path.join(root, "dist/web")).filter((name) => name.startsWith("lesson-"));
  assert.deepEqual(pages.map((name) => name.replace(/^lesson-|\.html$/g, "")), files.map((name) => name.replace(".json", "")));
  assert.deepEqual(lessons.filter(opensPicture), ["24-alpha.json"]);
});

for (const file of files)
  test(`lesson ${file}: its answers are the program's`, { timeout: 120_000 }, async () => {
    const answers = JSON.parse(execFileSync(program, ["lesson", path.join(folder, file), "--answers", "--json"], { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } }));
    const lesson = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    const { page, errors, close } = await open(`lesson-${file.replace(".json", ".html")}`);
    for (const [i, step] of lesson.steps.entries()) {
      assert.deepEqual(await telling(page), [], `step ${i + 1} tells its answer`);
      assert.equal(await page.locator("#announcement").textContent(), "");
      await page.locator("#reveal").click();
      assert.equal(await page.locator(".verdict").count(), 0);
      assert.match(await page.locator("#lesson .altered").innerText(), /Predict first/);
      const { answer } = answers.steps[i];
      const measured = JSON.stringify(step.answer).includes('"time"'); // differs from machine to machine
      if (step.choices === undefined) await page.locator("#prediction").fill(String(answer));
      else {
        const near = (a, b) => a === b || Math.abs(a - b) <= (step.tolerance ?? 0);
        await page.locator(".choices input").nth(Math.max(0, step.choices.findIndex((choice) => near(choice.is, answer)))).check();
      }
      await page.locator("#reveal").click();
      await page.waitForFunction(() => document.querySelector(".verdict") !== null, null, { timeout: 60_000 });
      const verdict = await page.locator(".verdict").innerText();
      if (!measured) assert.match(verdict, /^✓/, `step ${i + 1}: ${JSON.stringify(answer)}`);
      assert.ok(verdict.includes(step.see.en.slice?.(0, 20) ?? step.see.en[0].slice(0, 20)), verdict);
      assert.equal(await page.locator("#why-panel").isVisible(), true);
      if (i + 1 < lesson.steps.length) await page.locator("#lesson-next").click();
    }
    assert.deepEqual(errors, []);
    await close();
  });

test("a wrong prediction is told to be wrong, in both languages", async () => {
  for (const [lang, mark] of [["en", /× No: yours is off by/], ["zh-Hans", /^×/]]) {
    const { page, errors, close } = await open("lesson-05-weight-staircase.html", lang);
    await page.locator("#prediction").fill("256000");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".verdict") !== null);
    assert.match(await page.locator(".verdict").innerText(), mark);
    assert.deepEqual(errors, []);
    await close();
  }
});

for (const bug of bugs)
  test(`bug ${bug.id}: an innocent suspect, the culprit, and the cure`, async () => {
    const { page, errors, close } = await open(`bug-${bug.id}.html`);
    const [[path]] = Object.entries(bug.wrong);
    assert.deepEqual(await telling(page), []);
    const innocent = bug.suspects.find((suspect) => suspect !== path);
    await page.locator(`[data-suspect="${innocent}"]`).click();
    assert.match(await page.locator(".verdict").innerText(), /× It is not/);
    assert.equal(await page.locator("#why-panel").isVisible(), false);
    await page.locator(`[data-suspect="${path}"]`).click();
    assert.match(await page.locator(".verdict").innerText(), /Found it/);
    assert.equal(await page.locator("#why-panel").isVisible(), true);
    await page.waitForFunction(() => /** @type {HTMLTextAreaElement} */ (document.querySelector("#share-line")).value !== "");
    const line = await page.inputValue("#share-line");
    await page.locator("#cure").click(); // the broken state's line becomes another
    assert.equal(await page.evaluate(() => document.querySelector("#cure") !== null), true);
    await page.waitForFunction((line) => /** @type {HTMLTextAreaElement} */ (document.querySelector("#share-line")).value !== line, line, { timeout: 10_000 });
    assert.deepEqual(errors, []);
    await close();
  });
