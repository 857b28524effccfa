// The panels of notebooks: a page as a notebook's export has it, opened from a disk, whose panels share one module.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./browser.mjs";
import { root } from "./module.mjs";

const cells = `
import numpy, texelscope
t = texelscope.Texture(numpy.arange(48, dtype=numpy.uint8).reshape(6, 8) * 5, address="wrap", normalized=True)
shown = [t.explore(at=[1.1, 0.3]), texelscope.Session({"sampler.filter": "point"}).explore(), t.explain([0.5, 0.5], lod=0.0).explore(),
         texelscope.Texture(numpy.float16([[1, 2], [3, 4]]), "2d").explore(),
         texelscope.Texture(numpy.zeros((6, 4, 4, 4), numpy.uint8), "cube").explore(at=[1, 0.2, 0.1])]
print("<!doctype html><meta charset='utf-8'>" + "".join(one._repr_html_() for one in shown))
print("<div id='static'>" + t._repr_html_() + t.explain([1.1, 0.3])._repr_html_() + texelscope.Session()._repr_html_() + "</div>")
`;

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;
/** @type {string} */
let exported;
before(async () => {
  browser = await startBrowser();
  folder = await mkdtemp(path.join(tmpdir(), "texelscope-notebook-"));
  await cp(path.join(root, "build/release/python/texelscope"), path.join(folder, "texelscope"), { recursive: true });
  await copyFile(path.join(root, "dist/web/notebook.js"), path.join(folder, "texelscope/notebook.js"));
  const html = execFileSync(process.env.PYTHON ?? "/usr/bin/python3", ["-c", cells], { env: { ...process.env, PYTHONPATH: folder }, encoding: "utf8", maxBuffer: 1 << 24 });
  exported = path.join(folder, "exported.html");
  await writeFile(exported, html);
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

/** The panel's page, drawn. @param {import("playwright-core").Page} page @param {number} index */
async function panel(page, index) {
  const frame = await (await page.locator("iframe").nth(index).elementHandle())?.contentFrame();
  assert.ok(frame);
  await frame.waitForFunction(() => document.documentElement.dataset.ready && document.documentElement.dataset.drawn, null, { timeout: 60_000 });
  return frame;
}

test("the panels of a notebook take one module from their page", async () => {
  const html = await readFile(exported, "utf8");
  assert.equal(html.split("texelscopeNotebook = {").length, 2);
  assert.ok(html.length < 1_600_000, String(html.length));
  const { page, errors, close } = await openPage(browser, exported, { locale: "en" });
  const pinned = await panel(page, 0);
  assert.equal(await pinned.locator("#why-pixel").innerText(), "Coordinate 1.1, 0.3");
  assert.equal(await pinned.locator("body").evaluate((body) => body.classList.contains("embed")), true);
  assert.equal(await pinned.locator("#whole").isVisible(), false); // there is no page beside the notebook
  assert.equal(await pinned.getByText("Loading").count(), 0);
  assert.equal(await pinned.locator("#sampler-address_x-wrap").isChecked(), true);
  const session = await panel(page, 1);
  assert.equal(await session.locator("#sampler-filter-point").isChecked(), true);
  const explained = await panel(page, 2);
  assert.match(await explained.locator("#why").innerText(), /tex2DLod/);
  assert.match(await (await panel(page, 3)).locator("#status").innerText(), /All settings take effect/);
  assert.match(await (await panel(page, 4)).locator("#why-pixel").innerText(), /^Coordinate 1, 0\.2/);
  for (const index of [0, 1, 2, 3, 4]) assert.equal(await (await panel(page, index)).locator("#failure").isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
});

test("a panel can be changed, and leaves the notebook's address as it is", async () => {
  const { page, errors, close } = await openPage(browser, `${exported}#tx1.of-the-notebook`, { locale: "en" });
  const frame = await panel(page, 1);
  await frame.locator("#part-settings").check({ force: true });
  await frame.locator("#sampler-filter-linear").check({ force: true });
  await frame.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#sampler-filter-linear")).checked);
  assert.ok(page.url().endsWith("#tx1.of-the-notebook"));
  assert.deepEqual(errors, []);
  await close();
});

test("a notebook without the module says where it was", async () => {
  const html = (await readFile(exported, "utf8")).replace(/<script>window\.texelscopeNotebook.*?<\/script>/s, "");
  const without = path.join(folder, "without.html");
  await writeFile(without, html);
  const { page, close } = await openPage(browser, without);
  const frame = await (await page.locator("iframe").first().elementHandle())?.contentFrame();
  await frame?.getByText("The module of the notebook is missing").waitFor({ timeout: 30_000 });
  await close();
});

test("what is shown without a panel takes the page's colors", async () => {
  for (const [background, color] of [["#fff", "rgb(0, 0, 0)"], ["#000", "rgb(238, 238, 238)"]]) {
    const { page, errors, close } = await openPage(browser, exported);
    await page.addStyleTag({ content: `body { background: ${background}; color: ${color}; }` });
    const colors = await page.locator("#static").evaluate((shown) => [...new Set([...shown.querySelectorAll("th, td, b, li, code")].map((element) => getComputedStyle(element).color))]);
    assert.deepEqual(colors, [color]);
    const images = await page.locator("#static img").evaluateAll((all) => all.map((image) => /** @type {HTMLImageElement} */ (image).naturalWidth));
    assert.equal(images.length, 3);
    assert.ok(images.every((width) => width > 0), String(images));
    assert.deepEqual(errors, []);
    await close();
  }
});
