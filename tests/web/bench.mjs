// How large a page is and how fast: node tests/web/bench.mjs. Prints medians over several runs.
import { stat } from "node:fs/promises";
import path from "node:path";
import { openPage, startBrowser } from "./browser.mjs";
import { root } from "./module.mjs";

const file = path.join(root, "dist/web/explorer.html");
const median = (/** @type {number[]} */ values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const say = (/** @type {string} */ what, /** @type {string} */ value, /** @type {string} */ limit) => console.log(`${what.padEnd(52)} ${value.padStart(10)}   (${limit})`);

say("page", `${((await stat(file)).size / 1e6).toFixed(2)} MB`, "under 3 MB");
const browser = await startBrowser();
const first = [];
for (let i = 0; i < 7; ++i) {
  const { page, close } = await openPage(browser, file);
  first.push(await page.waitForFunction(() => document.documentElement.dataset.drawn && performance.now()).then((time) => time.jsonValue()));
  await close();
}
say("first picture", `${Math.round(median(first))} ms`, "within 1000 ms");

const { page, close } = await openPage(browser, file);
await page.waitForFunction(() => document.documentElement.dataset.ready);
await page.addStyleTag({ content: "#stage { flex: none !important; width: 512px; height: 384px; }" });
await page.waitForFunction(() => /** @type {HTMLCanvasElement} */ (document.querySelector("#picture")).width === 512);

/** Milliseconds from a change to the drawn picture, frames included. @param {string} selector */
const toggle = (selector) =>
  page.evaluate(async (selector) => {
    const control = /** @type {HTMLElement} */ (document.querySelector(selector));
    const root = document.documentElement;
    delete root.dataset.drawn;
    const started = performance.now();
    control.click();
    while (root.dataset.drawn === undefined) await new Promise((resolve) => requestAnimationFrame(resolve));
    return performance.now() - started;
  }, selector);
for (const [name, on, off] of [
  ["filter", "#sampler-filter-point", "#sampler-filter-linear"],
  ["address mode", "#sampler-address_x-mirror", "#sampler-address_x-wrap"],
  ["normalized", "#sampler-normalized_coords", "#sampler-normalized_coords"],
  ["kind of element", "#texture-kind-float", "#texture-kind-unsigned"],
]) {
  const times = [];
  for (let i = 0; i < 6; ++i) times.push(await toggle(on), await toggle(off));
  say(`${name}, 512 x 384, until it is drawn`, `${Math.round(median(times))} ms`, "within 100 ms");
}
/** The page's own times: from the time stamp of a mouse's event to the frame that follows the one with WHY's answer. */
await page.evaluate(() => {
  const times = (/** @type {any} */ (window).looks = /** @type {number[]} */ ([]));
  /** @type {number | null} */
  let moved = null;
  window.addEventListener("pointermove", (event) => (moved ??= event.timeStamp), true);
  new MutationObserver(() => {
    const since = moved;
    moved = null;
    if (since !== null) requestAnimationFrame(() => times.push(performance.now() - since));
  }).observe(/** @type {HTMLElement} */ (document.querySelector("#why")), { childList: true });
});
const box = await page.locator("#overlay").boundingBox();
if (box === null) throw new Error("the page has no picture");
const moves = 40;
for (let i = 0; i < moves; ++i) {
  await page.mouse.move(box.x + 20 + i * 11, box.y + 30 + i * 7);
  await page.waitForFunction((count) => /** @type {any} */ (window).looks.length > count, i);
}
const looks = await page.evaluate(() => /** @type {any} */ (window).looks);
say("hover, until the frame after WHY's answer", `${Math.round(median(looks))} ms`, "within 50 ms");
say("hover, the slowest of 40", `${Math.round(Math.max(...looks))} ms`, "");
await close();
await browser.close();
