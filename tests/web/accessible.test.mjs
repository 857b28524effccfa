// What axe-core finds on the pages: names, roles, contrast, order. A serious or critical finding fails.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./browser.mjs";
import { root } from "./module.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const laptop = { width: 1280, height: 800 }, phone = { width: 390, height: 844 };
/** @type {{ viewport: typeof laptop, colorScheme: "dark" | "light", lang: string }[]} */
const readers = [
  { viewport: laptop, colorScheme: "dark", lang: "en" },
  { viewport: laptop, colorScheme: "light", lang: "zh-Hans" },
  { viewport: phone, colorScheme: "light", lang: "en" },
  { viewport: phone, colorScheme: "dark", lang: "zh-Hans" },
];

/** @type {import("playwright-core").Browser} */
let browser;
before(async () => (browser = await startBrowser()));
after(() => browser?.close());

/** The serious findings, each as one line. @param {import("playwright-core").Page} page */
async function findings(page) {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document);
    return violations.map((/** @type {any} */ found) => ({ id: found.id, impact: found.impact, places: found.nodes.map((/** @type {any} */ node) => `${node.target.join(" ")}: ${node.failureSummary}`) }));
  });
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, places }) => `${id}: ${places.join(" | ")}`);
}

async function open(name, lang, options, rest = "") {
  const opened = await openPage(browser, path.join(root, "dist/web", name) + `?lang=${lang}${rest}`, options);
  if (name === "answers.html") await opened.page.waitForFunction(() => document.documentElement.dataset.ready);
  else if (name !== "index.html") await opened.page.waitForFunction(() => document.documentElement.dataset.ready && document.documentElement.dataset.drawn);
  return opened;
}

for (const { viewport, colorScheme, lang } of readers) {
  const options = { viewport, colorScheme };
  const where = `${viewport.width} x ${viewport.height}, ${colorScheme}, ${lang}`;

  test(`the index: ${where}`, async () => {
    const { page, close } = await open("index.html", lang, options);
    await page.evaluate(() => {
      localStorage.setItem("texelscope.lesson.what-is-a-texel", '{"answered":4,"right":3,"steps":4}');
      window.dispatchEvent(new PageTransitionEvent("pageshow"));
    });
    await page.waitForFunction(() => document.querySelector(".state.done") !== null);
    assert.deepEqual(await findings(page), []);
    await close();
  });

  test(`the answers: ${where}`, async () => {
    const { page, close } = await open("answers.html", lang, options, "&q=largest%20texture");
    await page.locator("#chapters summary").first().click();
    await page.waitForFunction(() => document.querySelector(".answer table") !== null);
    assert.deepEqual(await findings(page), []);
    await close();
  });

  if (viewport === laptop) test(`a panel for a frame: ${colorScheme}, ${lang}`, async () => {
    const { page, close } = await open("explorer.html", lang, { ...options, viewport: { width: 480, height: 320 } }, "&embed=1");
    assert.deepEqual(await findings(page), []);
    await page.locator("label.part-settings").click();
    assert.deepEqual(await findings(page), []);
    await close();
  });

  test(`the explorer with a pinned pixel, its sheet for sharing, and YOUR GPU: ${where}`, async () => {
    const { page, close } = await open("explorer.html", lang, options);
    await page.locator("#overlay").focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector("#unpin") !== null);
    assert.deepEqual(await findings(page), []);
    await page.locator("#share summary").click();
    assert.deepEqual(await findings(page), []);
    await page.locator("#share summary").click();
    await page.locator("#gpu-open").click();
    await page.waitForFunction(() => document.querySelector("#gpu-weights svg") !== null);
    assert.deepEqual(await findings(page), []);
    await close();
  });

  test(`a lesson before and after its answer: ${where}`, async () => {
    const { page, close } = await open("lesson-06-linear-on-integers.html", lang, options);
    assert.deepEqual(await findings(page), []);
    await page.locator(".choices input").first().check();
    await page.locator("#reveal").click();
    await page.locator(".tries button").last().focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.querySelector(".elsewhere:not(:empty)") !== null);
    await page.locator("#reveal").hover();
    assert.deepEqual(await findings(page), []);
    await close();
  });

  test(`a bug before and after it is found: ${where}`, async () => {
    const { page, close } = await open("bug-bands.html", lang, options);
    assert.deepEqual(await findings(page), []);
    await page.locator("#give-up").click();
    await page.waitForFunction(() => document.querySelector(".verdict") !== null);
    assert.deepEqual(await findings(page), []);
    await close();
  });
}
