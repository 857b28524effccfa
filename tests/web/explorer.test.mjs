// The explorer's page in Chromium, as a reader uses it: by mouse, touch and keyboard, in both languages, with an own picture.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./browser.mjs";
import { loadModel, root } from "./module.mjs";
import { png } from "./png.mjs";

const page_file = path.join(root, "dist/web/explorer.html");
const program = process.env.TEXELSCOPE_PROGRAM ?? path.join(root, "build/release/texelscope");
const laptop = { width: 1280, height: 800 }, phone = { width: 390, height: 844 };

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;
/** @type {import("../../ui/web/model.js").Model} */
let model;
before(async () => {
  browser = await startBrowser();
  folder = await mkdtemp(path.join(tmpdir(), "texelscope-web-"));
  model = await loadModel();
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

/** Opens it and waits for its first picture. */
async function open({ file = page_file, lang = "en", line = "", viewport = laptop, ...options } = {}) {
  const opened = await openPage(browser, `${file}?lang=${lang}${line === "" ? "" : `#${line}`}`, { viewport, ...options });
  await opened.page.waitForFunction(() => document.documentElement.dataset.ready && document.documentElement.dataset.drawn);
  return opened;
}

/** The page's answer to a change comes within a few frames, which a busy machine draws slowly. @param {import("playwright-core").Page} page @param {(argument: any) => any} what */
const soon = (page, what, argument) => page.waitForFunction(what, argument, { timeout: 60_000 });
const text = (/** @type {import("playwright-core").Page} */ page, /** @type {string} */ selector) => page.locator(selector).first().innerText();

/** Looks at a pixel by mouse. */
async function hover(page, x, y) {
  const box = await page.locator("#overlay").boundingBox();
  await page.mouse.move(box.x + x + 0.5, box.y + y + 0.5);
  await soon(page, ([x, y]) => document.querySelector("#why-pixel")?.textContent?.endsWith(`${x}, ${y}`), [x, y]);
}

async function pictureSize(page) {
  return page.evaluate(() => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (document.querySelector("#picture"));
    return { width, height };
  });
}

test("hovering tells what the model says of the pixel, its texels and weights", async () => {
  const { page, errors, close } = await open();
  const { width, height } = await pictureSize(page);
  model.set({ version: /** @type {any} */ (1) });
  model.draw(width, height, "model");
  const expected = model.explain(100, 120);
  await hover(page, 100, 120);
  const values = await page.locator("#why .values tbody tr").evaluateAll((rows) => rows.map((row) => Number(row.children[1].textContent)));
  assert.deepEqual(values, expected.result.map((word) => Number(word.value.toPrecision(9))));
  const weights = await page.locator("#why .texels tbody tr").evaluateAll((rows) => rows.map((row) => row.children[1].textContent));
  assert.deepEqual(weights, expected.parts[0].texels.map((texel) => `${texel.weight}/256`));
  const cells = await page.locator("#why .cells li").evaluateAll((items) => items.map((item) => `${item.children[0].textContent} ${item.children[1].textContent}`));
  assert.deepEqual(cells, expected.picture.footprints[0].texels.map((texel) => `${texel.place} ${texel.weight_text}`));
  assert.equal(expected.picture.footprints[0].texels.reduce((sum, texel) => sum + texel.weight, 0), 256);
  assert.equal(await text(page, "#why .sum"), expected.picture.sum);
  assert.equal(await text(page, "#why .closing"), expected.picture.error.sentence);
  assert.equal(await page.locator("#why .axis-line").count(), 2);
  assert.equal(await page.locator("#why .reasons").isVisible(), false);
  await page.locator("#every-step > summary").click();
  assert.equal(await page.locator("#why .reasons li").count(), expected.why.length);
  assert.equal(await page.locator("#why .reasons").isVisible(), true);
  assert.match(await text(page, "#why .call"), /^tex2D\(/);
  await page.locator("#all-steps summary").click();
  await soon(page, () => /tex2D/.test(document.querySelector("#all-steps pre")?.textContent ?? ""));
  assert.deepEqual(errors, []);
  await close();
});

test("the picture on the page is the model's, pixel by pixel", async () => {
  const { page, close } = await open({ line: model.open(JSON.stringify({ version: 1, sampler: { filter: "point", address_x: "mirror" }, view: { dim_repeats: false } })).line });
  const { width, height } = await pictureSize(page);
  const own = model.draw(width, height, "model").pixels;
  const shown = await page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("#picture"));
    return [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data];
  });
  assert.deepEqual(Uint8ClampedArray.from(shown), own);
  await close();
});

test("a setting that the hardware changes is told, and the fix undoes it", async () => {
  const { page, errors, close } = await open();
  assert.match(await text(page, "#status"), /All settings take effect as requested/);
  await page.locator("[data-field='sampler.normalized_coords'] .switch").click();
  await soon(page, () => document.querySelector("#effect .altered"));
  assert.match(await text(page, "#effect .altered strong"), /address mode x: wrap was requested, clamp takes effect/);
  assert.match(await text(page, "#status"), /wrap needs normalized coordinates, so the hardware clamps/);
  assert.match(await text(page, "[data-field='sampler.address_x'] .note"), /hardware clamps/);
  await page.locator("[data-fix='sampler.address_x']").click();
  await soon(page, () => document.querySelector("#effect .good"));
  assert.equal(await page.locator("#sampler-normalized_coords").isChecked(), true);
  await page.locator("label:has(#sampler-filter-point)").click();
  await hover(page, 200, 200);
  assert.equal(await page.locator("#why .texels tbody tr").count(), 1);
  assert.equal(await page.locator("#why .cells li strong").count(), 0); // 256 would be taken for its value
  assert.deepEqual(errors, []);
  await close();
});

test("every dimension and projection is drawn, and a bad value leaves what was", async () => {
  const { page, errors, close } = await open();
  for (const [field, values] of /** @type {[string, string[]][]} */ ([
    ["texture-dimension", ["1d", "2d_layered", "1d_layered", "cube", "cube_layered", "3d", "2d"]],
    ["view-projection", ["sheet", "tilted", "grid", "flat"]],
  ]))
    for (const value of values) {
      await page.locator(`#${field}`).selectOption(value);
      await page.waitForTimeout(60);
      assert.equal(await page.locator("#failure").isVisible(), false, value);
    }
  const width = page.locator("#texture-width");
  await width.fill("0");
  await width.press("Enter");
  assert.match(await text(page, "#toast"), /width stays as it was/);
  assert.equal(await width.inputValue(), "64");
  assert.deepEqual(errors, []);
  await close();
});

const texels = [[255, 0, 0, 255], [0, 51, 0, 128], [10, 20, 30, 0], [1, 2, 3, 255], [200, 100, 50, 25], [0, 0, 0, 0], [255, 255, 255, 255], [7, 7, 7, 7]];

test("the reader's own picture is sampled texel by texel, with transparent colors, by choice and by drop", async () => {
  const file = path.join(folder, "own <b>picture.png");
  await writeFile(file, png(4, 2, texels));
  const { page, errors, close } = await open({ line: model.open(JSON.stringify({ version: 1, sampler: { filter: "point" }, view: { span: 1 } })).line });
  await page.locator("#picture-file").setInputFiles(file);
  await soon(page, () => document.querySelector("#toast")?.textContent?.includes("4 x 2 texels"));
  const { width, height } = await pictureSize(page);
  model.takePicture("own <b>picture.png", /** @type {any} */ ({ width: 4, height: 2, data: Uint8ClampedArray.from(texels.flat()) }));
  model.change({ "texture.width": "4" });
  model.draw(width, height, "model");
  for (const [x, y] of [[width / 2 - 100, height / 4], [width / 2 + 30, height / 4], [Math.floor(width / 2) - 150, Math.floor(height * 0.75)]].map((at) => at.map(Math.floor))) {
    await hover(page, x, y);
    const values = await page.locator("#why .values tbody tr").evaluateAll((rows) => rows.map((row) => Number(row.children[1].textContent)));
    const [u, v] = model.coordinate(x + 0.5, y + 0.5);
    const wrapped = (/** @type {number} */ at, /** @type {number} */ size) => Math.floor((at - Math.floor(at)) * size);
    const texel = texels[wrapped(v, 2) * 4 + wrapped(u, 4)];
    assert.deepEqual(values.map((value) => Math.round(value * 255)), texel, `pixel ${x},${y}`);
  }
  const dropped = [...png(3, 1, texels.slice(0, 3))];
  await page.evaluate((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([Uint8Array.from(bytes)], "dropped.png", { type: "image/png" }));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, dropped);
  await soon(page, () => document.querySelector("#toast")?.textContent?.startsWith("dropped.png: 3 x 1"));
  assert.equal(await page.locator("#texture-width").inputValue(), "3");
  await page.locator("#picture-file").setInputFiles({ name: "no picture.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await soon(page, () => document.querySelector("#toast")?.textContent?.startsWith("no picture.png is not a picture"));
  assert.equal(await page.locator("#texture-width").inputValue(), "3");
  assert.deepEqual(errors, []);
  await close();
});

test("without a mouse: pixels, pins, settings, undo and the share line by keyboard alone", async () => {
  const { page, errors, close } = await open();
  for (let i = 0; i < 60 && (await page.evaluate(() => document.activeElement?.id)) !== "overlay"; ++i) await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "overlay");
  const { width, height } = await pictureSize(page);
  await page.keyboard.press("ArrowRight"); // chooses the middle
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("ArrowDown");
  const at = `pixel ${Math.floor(width / 2) - 10}, ${Math.floor(height / 2) + 1}`;
  await soon(page, (at) => document.querySelector("#why-pixel")?.textContent === at, at);
  await soon(page, (at) => document.querySelector("#announcement")?.textContent?.startsWith(at), at);
  await page.keyboard.press("Enter");
  await soon(page, () => document.querySelector("#unpin"));
  await page.keyboard.press("Escape");
  await soon(page, () => document.querySelector("#unpin") === null);
  const span = () => page.evaluate(() => Number(/** @type {HTMLInputElement} */ (document.querySelector("#view-span")).value));
  await page.keyboard.press("+");
  await soon(page, () => Number(/** @type {HTMLInputElement} */ (document.querySelector("#view-span")).value) < 2);
  await page.keyboard.press("0");
  await soon(page, () => Number(/** @type {HTMLInputElement} */ (document.querySelector("#view-span")).value) === 2);
  for (let i = 0; i < 60 && (await page.evaluate(() => document.activeElement?.getAttribute("name"))) !== "sampler-filter"; ++i) await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  await soon(page, () => /** @type {HTMLInputElement} */ (document.querySelector("#sampler-filter-point")).checked);
  await soon(page, () => location.hash.length > 12);
  await page.keyboard.press("Control+z");
  await soon(page, () => /** @type {HTMLInputElement} */ (document.querySelector("#sampler-filter-linear")).checked);
  await page.keyboard.press("Control+Shift+z");
  await soon(page, () => /** @type {HTMLInputElement} */ (document.querySelector("#sampler-filter-point")).checked);
  await page.locator("#share > summary").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "share-line");
  assert.equal(await page.inputValue("#share-line"), await page.evaluate(() => location.hash.slice(1)));
  assert.equal(await span(), 2);
  assert.deepEqual(errors, []);
  await close();
});

test("the address opens the state that it holds, on another page too; a damaged one says so", async () => {
  const { line } = model.open(JSON.stringify({ version: 1, texture: { dimension: "cube", width: 32 }, sampler: { seamless_cube: true, filter: "linear" }, view: { projection: "sphere", yaw: 12.5 } }));
  const { page, errors, close } = await open({ line });
  assert.equal(await page.locator("#texture-dimension").inputValue(), "cube");
  assert.equal(await page.locator("#view-yaw").inputValue(), "12.5");
  await page.locator("label:has(#sampler-filter-point)").click();
  await soon(page, (line) => location.hash.length > 1 && location.hash !== `#${line}`, line);
  const other = await open({ line: await page.evaluate(() => location.hash.slice(1)) });
  assert.equal(await other.page.locator("#sampler-filter-point").isChecked(), true);
  assert.equal(await other.page.locator("#view-yaw").inputValue(), "12.5");
  await other.page.evaluate((line) => (location.hash = line), line);
  await soon(other.page, () => /** @type {HTMLInputElement} */ (document.querySelector("#sampler-filter-linear")).checked);
  await other.page.evaluate(() => (location.hash = "%")); // no escape
  await soon(other.page, () => document.querySelector("#toast.bad")?.textContent?.startsWith("The address holds no state"));
  const said = await other.page.textContent("#toast");
  await other.page.evaluate((line) => (location.hash = `${line}x`), line);
  await soon(other.page, (said) => {
    const text = document.querySelector("#toast.bad")?.textContent;
    return text !== said && text?.startsWith("The address holds no state");
  }, said);
  await other.page.locator("#share > summary").click();
  await other.page.locator("#open-text").fill("desc.filterMode = cudaFilterModePoint; desc.normalizedCoords = 1;");
  await other.page.locator("#open-state").click();
  await soon(other.page, () => /** @type {HTMLInputElement} */ (document.querySelector("#sampler-filter-point")).checked);
  assert.deepEqual([...errors, ...other.errors], []);
  await close();
  await other.close();
});

test("a state of a picture that is not there says what to do", async () => {
  const { line } = model.open(JSON.stringify({ version: 1, texture: { source: "file", path: "a/<img src=x onerror=alert(1)>.png", width: 8, height: 8 } }));
  const { page, errors, close } = await open({ line });
  assert.match(await text(page, "#failure"), /samples the picture <img src=x onerror=alert\(1\)>\.png/);
  assert.equal(await page.locator("#failure img").count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test("the difference from the ideal is drawn and counted", async () => {
  const { page, errors, close } = await open();
  await page.locator("label:has(#shown-difference)").click();
  await soon(page, () => document.querySelector("#compared")?.textContent?.includes("differ from the ideal"));
  model.set({ version: /** @type {any} */ (1) });
  let counted = "", expected = "";
  for (let turn = 0; turn < 50 && (turn === 0 || !counted.startsWith(expected)); ++turn) { // until the page has its size
    const { width, height } = await pictureSize(page);
    model.draw(width, height, "difference");
    const { all } = model.compare();
    expected = `${all.different} of ${all.count} values differ`;
    counted = await text(page, "#compared");
    await page.waitForTimeout(100);
  }
  assert.ok(counted.startsWith(expected), `${counted}, not ${expected}`);
  await page.locator("label:has(#sampler-filter-point)").click();
  await page.locator("label:has(#shown-model)").click();
  await soon(page, () => document.querySelector("#compared")?.hasAttribute("hidden"));
  assert.deepEqual(errors, []);
  await close();
});

for (const [device, viewport, touch] of /** @type {[string, typeof laptop, boolean][]} */ ([["laptop", laptop, false], ["phone", phone, true]]))
  for (const lang of ["en", "zh-Hans"])
    test(`on a ${device} in ${lang} nothing is cut off, and looking works`, async () => {
      const { page, errors, close } = await open({ lang, viewport, hasTouch: touch, isMobile: touch });
      assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      assert.match(await text(page, "#why-title"), lang === "en" ? /^WHY$/i : /^原因$/);
      await page.locator("#more").click();
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll("h2, button, .segments span, .label, summary, .note span")].filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline").map((element) => element.textContent),
      );
      assert.deepEqual(cut, []);
      const clipped = await page.evaluate(() => [...document.querySelectorAll(".segments")].filter((row) => row.scrollWidth > row.clientWidth + 1).map((row) => row.textContent));
      assert.deepEqual(clipped, []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than its window");
      const box = await page.locator("#overlay").boundingBox();
      if (touch) await page.touchscreen.tap(box.x + 50, box.y + 60);
      else await page.mouse.move(box.x + 50, box.y + 60);
      await soon(page, () => document.querySelector("#why .values"));
      if (lang === "zh-Hans") {
        const words = await page.evaluate(() => document.querySelector("main")?.innerText ?? "");
        // Names of CUDA and formats stay; sentences do not.
        for (const english of ["Linear filtering", "Hover", "texels read", "only used by", "take effect"]) assert.ok(!words.includes(english), english);
      }
      assert.deepEqual(errors, []);
      await close();
    });

test("the other language is everywhere at once", async () => {
  const { page, errors, close } = await open();
  await hover(page, 40, 40);
  await page.locator("#language").selectOption("zh-Hans");
  await soon(page, () => document.querySelector("#why-pixel")?.textContent?.startsWith("像素"));
  assert.match(await text(page, "#status"), /所有设置均按要求生效/);
  assert.match(await text(page, "[data-field='sampler.border_color'] .note"), /只有边界模式才用到/);
  await page.locator("#language").selectOption("en");
  await soon(page, () => document.querySelector("#why-pixel")?.textContent?.startsWith("pixel"));
  assert.deepEqual(errors, []);
  await close();
});

test("texelscope export --as html writes a page of one state, whatever its names are", async () => {
  const hostile = "</script><script>document.title='hostile'</script>";
  const session = path.join(folder, "session <!--.json");
  await writeFile(path.join(folder, "picture.png"), png(4, 2, texels));
  await writeFile(session, JSON.stringify({ version: 1, texture: { source: "file", path: "picture.png" }, sampler: { filter: "point" }, fetch: { body: `// ${hostile}\nreturn tex2D<float4>(tex, x, y);` } }));
  const out = path.join(folder, "exported.html");
  execFileSync(program, ["export", session, "--as", "html", "--out", out], { stdio: "ignore" });
  const { page, errors, close } = await open({ file: out });
  assert.match(await page.title(), /^session <!--/);
  assert.equal(await page.locator("#texture-width").inputValue(), "4");
  assert.equal(await page.locator("#failure").isVisible(), false);
  await hover(page, 100, 100);
  assert.equal(await page.locator("script").count(), 4);
  assert.deepEqual(errors, []);
  await close();
});

test("the index leads to the explorer and to examples", async () => {
  const { page, errors, close } = await openPage(browser, `${path.join(root, "dist/web/index.html")}?lang=en`);
  assert.ok((await page.locator("#examples a").count()) > 20);
  await page.waitForFunction(() => document.readyState === "complete" && document.querySelector("#start-word")?.textContent);
  await page.locator(".card img").evaluateAll((images) => Promise.all(images.map((image) => ((image.loading = "eager"), image.decode())))); // none is left to abort
  await page.locator("#examples a").nth(1).click();
  await page.waitForFunction(() => document.documentElement.dataset.ready);
  assert.match(page.url(), /explorer\.html\?lang=en#tx1\./);
  assert.deepEqual(errors, []);
  await close();
});

test("YOUR GPU's sentences hold what was measured", async () => {
  const { page, errors, close } = await openPage(browser, `${path.join(root, "dist/web/lesson-11-level-of-detail.html")}?lang=en`);
  await page.waitForFunction(() => document.documentElement.dataset.ready && document.documentElement.dataset.drawn);
  await page.locator("#prediction").fill("2");
  await page.locator("#reveal").click();
  await page.locator("#gpu-open").click();
  await page.waitForFunction(() => document.querySelector("#gpu-mix svg") !== null);
  assert.match(await page.locator("#gpu-renderer").innerText(), /SwiftShader/);
  for (const id of ["#gpu-weights", "#gpu-mix"]) {
    const said = await page.locator(`${id} figcaption`).innerText();
    assert.match(said, /(each of the|has) \d+ /);
    assert.doesNotMatch(said, /most \/256|\{\d\}/);
  }
  assert.deepEqual(errors, []);
  await close();
});
