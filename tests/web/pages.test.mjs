// The pages as a folder: the index with pictures and progress, one module for all, a page that stands alone, panels in frames.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ticksOf } from "../../ui/web/axes.js";
import { openPage, startBrowser } from "./browser.mjs";
import { loadModel, root } from "./module.mjs";

const dist = path.join(root, "dist/web");
const order = JSON.parse(await readFile(path.join(root, "assets/lessons/order.json"), "utf8")).groups.flatMap((group) => group.lessons);

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

const drawn = (/** @type {import("playwright-core").Page | import("playwright-core").Frame} */ page) =>
  page.waitForFunction(() => document.documentElement.dataset.ready && document.documentElement.dataset.drawn, null, { timeout: 60_000 });

test("pages of one folder share one module, and one on request stands alone", async () => {
  const files = await readdir(dist);
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(dist, file))).size));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
  assert.ok(megabytes < 6, `${megabytes} MB`);
  for (const file of files.filter((name) => /^(lesson|bug)-/.test(name))) {
    const page = await readFile(path.join(dist, file), "utf8");
    assert.ok(page.includes('<script src="texelscope.js"></script>') && !page.includes("loadTexelscope"), file);
  }
  execFileSync(process.execPath, [path.join(root, "scripts/pages.mjs"), path.join(root, "build/web/texelscope.js"), folder, "--alone", "bug-bands"]);
  assert.deepEqual(await readdir(path.join(folder, "alone")), ["bug-bands.html"]);
  const { page, errors, close } = await openPage(browser, `${path.join(folder, "alone/bug-bands.html")}?lang=en`);
  await drawn(page);
  await page.locator("#give-up").click();
  await page.waitForFunction(() => document.querySelector(".verdict") !== null);
  assert.equal(await page.locator("#all-pages, #next-page, #index-link[href]").count(), 0); // nothing is beside it
  assert.deepEqual(errors, []);
  await close();
});

test("the index has a picture of every page, begins at the first lesson, and keeps what was done", async () => {
  const { page, errors, close } = await openPage(browser, `${dist}/index.html?lang=en`);
  const pictures = await page.locator(".card img").evaluateAll(async (images) => {
    await Promise.all(images.map((image) => ((image.loading = "eager"), image.decode())));
    return images.filter((image) => image.naturalWidth === 0).length;
  });
  assert.equal(pictures, 0);
  assert.equal(await page.locator("#lessons .card").count(), order.length);
  assert.match(await page.locator("#start").innerText(), /^Start here\s+1\. What is a texel\?$/);
  assert.equal(await page.locator("#again").isVisible(), false);
  await page.locator("#start").click();
  await drawn(page);
  const { length } = await page.locator(".dots button").all();
  for (let i = 0; i < length; ++i) {
    await page.waitForFunction((title) => document.querySelector("#lesson-step")?.textContent === title, `Step ${i + 1} of ${length}`);
    const choices = page.locator(".choices input");
    if ((await choices.count()) > 0) await choices.first().check();
    else await page.locator("#prediction").fill("1");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.className === "verdict");
    if (i + 1 < length) await page.keyboard.press("Enter");
  }
  const score = await page.locator("#score").innerText();
  await page.locator("#next-page").click();
  await drawn(page);
  await page.locator("#prediction").fill("3");
  await page.locator("#reveal").click();
  await page.locator("#index-link").click();
  await page.waitForFunction(() => document.querySelector("#start-word")?.textContent);
  assert.match(await page.locator("#start").innerText(), /^Continue\s+2\. Coordinates from zero$/);
  assert.equal(await page.locator("#lessons .state.done").innerText(), `✓ done, ${score.replace(".", "")}`);
  assert.deepEqual(await page.locator("#lessons .state:not(.done):not(:empty)").allInnerTexts(), ["Step 2 of 4"]);
  assert.equal(await page.locator("#progress").innerText(), `1 of ${order.length} lessons done`);
  await page.locator("nav button[lang=zh-Hans]").click();
  assert.match(await page.locator("#start").innerText(), /^继续\s+2\. /);
  await page.locator("#again").click();
  assert.match(await page.locator("#start").innerText(), /^从这里开始\s+1\. /);
  assert.equal(await page.locator(".state:not(:empty)").count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test("ticks are round values at their places", () => {
  assert.deepEqual(ticksOf({ name: "u", first: -0.05, last: 1.05 }, 550, 64).map(({ value }) => value), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticksOf({ name: "u", first: -0.05, last: 1.05 }, 550, 64).map(({ at }) => Math.round(at)), [25, 125, 225, 325, 425, 525]);
  assert.deepEqual(ticksOf({ name: "y", first: 8, last: 0 }, 200, 32).map(({ value, at }) => [value, at]), [[0, 200], [2, 150], [4, 100], [6, 50], [8, 0]]);
  assert.deepEqual(ticksOf({ name: "v", first: 1, last: 1 }, 200, 32), []);
});

test("the result has axes in the unit of its coordinates, and the texture's frame", async () => {
  const { line } = model.open(JSON.stringify({ version: 1, sampler: { filter: "point" }, view: { span: 2, center_x: 0.5, center_y: 0.5 } }));
  const { page, errors, close } = await openPage(browser, `${dist}/explorer.html?lang=en#${line}`, { colorScheme: "dark" });
  await drawn(page);
  await page.waitForFunction(() => document.querySelector("#overlay").getAttribute("aria-label").endsWith("v from -0.5 to 1.5"));
  /** The color of a canvas at a place on the screen. */
  const colorAt = (id, x, y) =>
    page.evaluate(
      ([id, x, y]) => {
        const canvas = document.querySelector(id), box = canvas.getBoundingClientRect();
        return [...canvas.getContext("2d").getImageData(Math.floor(((x - box.left) * canvas.width) / box.width), Math.floor(((y - box.top) * canvas.height) / box.height), 1, 1).data];
      },
      [id, x, y],
    );
  const near = (color, expected) => assert.ok(expected.every((part, i) => Math.abs(part - color[i]) < 60), `${color}, not ${expected}`);
  const { x, y, width, height } = await page.locator("#overlay").boundingBox();
  const side = height / 2, left = x + width / 2 - side / 2, top = y + height / 4; // of the texture
  near(await colorAt("#overlay", left + side / 3, top), [0x56, 0xb4, 0xe9, 255]);
  near(await colorAt("#overlay", left + side, top + side / 3), [0xd9, 0x8c, 0xb8, 255]);
  assert.equal((await colorAt("#overlay", left + side / 3, top + side / 3))[3], 0);
  near(await colorAt("#axes", left - 0.5, y + height + 2), [0x56, 0xb4, 0xe9]); // the tick of u = 0
  assert.equal((await colorAt("#axes", left + side / 7, y + height + 2))[3], 0);
  await page.locator("[data-field='sampler.normalized_coords'] .switch").click();
  await page.waitForFunction(() => document.querySelector("#overlay").getAttribute("aria-label").endsWith("y from -32 to 96"));
  await page.locator("#view-projection").selectOption("tilted");
  await page.waitForFunction(() => !document.querySelector("#overlay").getAttribute("aria-label").includes("from"));
  assert.equal(await page.locator("#stage.has-axes").count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test("a setting that the hardware changes has not the accent's color, and no choice is cut off beside a scrollbar", async () => {
  const { page, errors, close } = await openPage(browser, `${dist}/explorer.html?lang=en`, { colorScheme: "dark" });
  await drawn(page);
  const ground = (value) => page.locator(`#sampler-address_x-${value} + span`).evaluate((element) => getComputedStyle(element).backgroundColor);
  assert.equal(await ground("wrap"), "rgb(91, 79, 207)");
  await page.locator("[data-field='sampler.normalized_coords'] .switch").click();
  await page.waitForFunction(() => document.querySelector("#sampler-address_x-clamp").closest("label").classList.contains("effective"));
  assert.equal(await ground("wrap"), "rgb(255, 181, 71)");
  await page.addStyleTag({ content: "#settings-panel { padding-right: 25px; }" }); // a headless browser hides scrollbars
  for (const [lang, width] of /** @type {[string, number][]} */ ([["en", 1280], ["en", 900], ["en", 360], ["zh-Hans", 900], ["zh-Hans", 1280]])) {
    await page.setViewportSize({ width, height: 800 });
    await page.locator("#language").selectOption(lang);
    const cut = await page.locator("#settings .segments").evaluateAll((rows) => rows.filter((row) => row.scrollWidth > row.clientWidth).map((row) => row.textContent));
    assert.deepEqual(cut, []);
  }
  assert.deepEqual(errors, []);
  await close();
});

test("before | now shows the state before the last change on the left, and says what was changed", async () => {
  const { page, errors, close } = await openPage(browser, `${dist}/explorer.html?lang=en`);
  await drawn(page);
  assert.equal(await page.locator("#shown-before").isDisabled(), true);
  await page.locator("label:has(#sampler-filter-point)").click();
  await page.locator("#zoom-in").click(); // the view belongs to both
  await page.locator("label:has(#shown-before)").click();
  await page.waitForFunction(() => document.querySelector("#compared")?.textContent === "filter: linear → point");
  assert.deepEqual(await page.locator("#split span:visible").allInnerTexts(), ["before", "now"]);
  const shown = await page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector("#picture")), { width, height } = canvas, row = height >> 2;
    return { width, height, row, texels: [...canvas.getContext("2d").getImageData(0, row, width, 1).data] };
  });
  const { session } = model.open(await page.inputValue("#share-line"));
  const [before, now] = ["linear", "point"].map((filter) => {
    model.set({ ...session, sampler: { ...session.sampler, filter } });
    const { pixels } = model.draw(shown.width, shown.height, "model");
    return [...pixels.subarray(4 * shown.width * shown.row, 4 * shown.width * (shown.row + 1))];
  });
  const middle = 4 * (shown.width >> 1);
  assert.deepEqual(shown.texels, [...before.slice(0, middle), ...now.slice(middle)]);
  assert.notDeepEqual(before.slice(0, middle), now.slice(0, middle));
  await page.locator("#undo").click(); // of the zoom
  await page.locator("#undo").click();
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector("#shown-model")).checked);
  assert.equal(await page.locator("#split").isVisible(), false);
  assert.deepEqual(errors, []);
  await close();
});

for (const viewport of [{ width: 480, height: 320 }, { width: 900, height: 420 }])
  test(`?embed=1 is a panel for frames of ${viewport.width} x ${viewport.height}`, async () => {
    const { line } = model.open(JSON.stringify({ version: 1, sampler: { filter: "point" }, view: { span: 1.5 } }));
    const { page, errors, close } = await openPage(browser, `${dist}/explorer.html?embed=1&lang=en#${line}`, { viewport });
    await drawn(page);
    const isNarrow = viewport.width < 720;
    assert.equal(await page.locator("header").isVisible(), false);
    assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]), [viewport.width, viewport.height]);
    const overlay = await page.locator("#overlay").boundingBox();
    assert.ok(overlay.width >= 380 && overlay.height >= 180 && overlay.y + overlay.height < viewport.height, JSON.stringify(overlay));
    await page.mouse.click(overlay.x + 60, overlay.y + 60);
    if (isNarrow) {
      assert.equal(await page.locator("#why-panel").isVisible(), false);
      await page.locator("label.part-why").click();
    }
    await page.locator("#why-pixel").waitFor();
    assert.equal(await page.locator("#why-panel").isVisible(), true);
    assert.equal(await page.locator("#result-panel").isVisible(), !isNarrow);
    await page.locator("label.part-settings").click();
    await page.locator("label:has(#sampler-filter-linear)").click();
    await page.waitForFunction((line) => location.hash.length > 1 && location.hash !== `#${line}`, line);
    const whole = await page.locator("#whole").evaluate((link) => /** @type {HTMLAnchorElement} */ (link).href);
    assert.match(whole, /explorer\.html\?lang=en#tx1\./);
    assert.equal(new URL(whole).hash, await page.evaluate(() => location.hash));
    assert.deepEqual(errors, []);
    await close();
  });

test("a lesson in a frame asks before it explains", async () => {
  const { page, errors, close } = await openPage(browser, `${dist}/lesson-22-coordinates-from-zero.html?embed=1&lang=en`, { viewport: { width: 480, height: 320 } });
  await drawn(page);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY"); // the focus stays in the page around it
  assert.equal(await page.locator("label.part-why").isVisible(), false);
  await page.locator("#prediction").fill("3");
  await page.locator("#reveal").click();
  await page.locator("label.part-why").click();
  assert.equal(await page.locator("#why-panel").isVisible(), true);
  await page.locator("label.part-lesson").click();
  await page.locator(".dots button").last().click();
  await page.locator("#lesson-next").click(); // the next lesson is in the frame too
  await page.waitForURL(/lesson-01-half-a-texel\.html\?lang=en&embed=1$/);
  assert.deepEqual(errors, []);
  await close();
});

test("<texel-scope> shows a state in a page that has one script of ours", async () => {
  const lines = ["point", "linear"].map((filter) => model.open(JSON.stringify({ version: 1, sampler: { filter } })).line);
  const course = path.join(folder, "course.html");
  const script = pathToFileURL(path.join(dist, "texelscope.js"));
  // Neither an encoding nor a language is declared before the script.
  await writeFile(course, `<!doctype html><script src="${script}"></script><body lang="zh-Hans"><texel-scope id="a" state="${lines[0]}"></texel-scope><texel-scope id="b" lang="en" name="Linear" style="width: 480px; height: 320px" state="${lines[1]}"></texel-scope>`);
  const { page, errors, close } = await openPage(browser, course);
  const frameOf = async (/** @type {string} */ id) => {
    const handle = await page.waitForFunction((id) => document.getElementById(id).shadowRoot?.querySelector("iframe"), id);
    const frame = await handle.asElement().contentFrame();
    await drawn(frame);
    return frame;
  };
  const [a, b] = [await frameOf("a"), await frameOf("b")];
  assert.equal(await a.locator("#sampler-filter-point").isChecked(), true);
  assert.equal(await b.locator("#sampler-filter-linear").isChecked(), true);
  assert.equal(await a.evaluate(() => document.documentElement.lang), "zh-Hans");
  assert.match(await a.locator("#status").innerText(), /所有设置均按要求生效/);
  assert.match(await b.locator("#status").innerText(), /All settings take effect/);
  assert.equal(await b.locator("#zoom-out").innerText(), "−");
  assert.equal(await page.locator("#b").evaluate((element) => element.shadowRoot.querySelector("iframe").title), "Linear");
  await b.waitForFunction((line) => document.querySelector("#whole").getAttribute("href")?.endsWith(`explorer.html#${line}`), lines[1]);
  await page.evaluate((line) => document.querySelector("#b").setAttribute("state", line), lines[0]);
  await page.waitForFunction(() => document.querySelector("#b").shadowRoot.querySelector("iframe").contentDocument?.querySelector("#sampler-filter-point")?.checked);
  assert.deepEqual(errors, []);
  await close();
});
