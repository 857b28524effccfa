// YOUR GPU, the explorer's panel, with a model of the test's own: what it measures and when, reasons in place
// of figures, a lost context, keyboard and languages.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { openPanelPage } from "./gpu_page.mjs";
import { textsOf } from "./texts.mjs";

let browser;
const texts = {};
before(async () => {
  browser = await startBrowser();
  for (const language of ["en", "zh"]) texts[language] = await textsOf(language, "app_web_gpu");
});
after(() => browser?.close());

/**
 * The panel with a model whose texture is 8 x 8 floats, x + 8 * y, in two levels. Its picture is 4 x 2
 * pixels, each of which fetches the center of a texel: that of column 2 * x and row 3 * y. `called` counts
 * the model's answers.
 */
async function openPanel(options = {}, language = "en") {
  const opened = await openPanelPage(browser, options);
  await opened.page.evaluate((texts) => {
    const memory = new ArrayBuffer(1 << 24),
      HEAPU8 = new Uint8Array(memory);
    let end = 16;
    const put = (list) => {
      const address = end;
      new list.constructor(memory, address, list.length).set(list);
      end += Math.ceil(list.byteLength / 8) * 8;
      return address;
    };
    const level = (size) =>
      Float32Array.from({ length: size * size }, (_, i) => (i % size) + size * Math.floor(i / size));
    const levels = [8, 4].map((size) => [put(level(size)), 4 * size * size]);
    const pixels = Array.from({ length: 8 }, (_, i) => ({ x: 2 * (i % 4), y: 3 * Math.floor(i / 4) }));
    const state = (window.state = {
      why: "",
      sampler: {
        address: ["wrap", "clamp", "clamp"],
        filter: "linear",
        mipFilter: "linear",
        bias: 0,
        minLod: 0,
        maxLod: 15,
      },
      format: "r32f",
      lod: 0,
      empty: [],
      wrong: 0, // is added to the model's value of the last pixel
    });
    const called = (window.called = { gpu: 0, gpu_weights: 0, gpu_levels: 0, gpu_fetch_weights: 0 });
    const floats = (address, count) => new Float32Array(memory, address, count);
    const to_nearest = (f) => Math.floor(f * 256 + 0.5) / 256;
    const answers = {
      gpu: () => {
        if (state.why !== "") return { why: state.why };
        const value = ({ x, y }, i) =>
          state.empty.includes(i) ? 0 : x + 8 * y + (i === 7 ? state.wrong : 0);
        return {
          why: "",
          function: "lod",
          request: {
            dimension: "2d",
            width: 8,
            height: 8,
            depth: 1,
            format: state.format,
            levels,
            sampler: state.sampler,
          },
          picture: {
            width: 4,
            height: 2,
            channels: 1,
            coordinateSize: 2,
            gradientSize: 2,
            values: put(Float32Array.from(pixels.flatMap((pixel, i) => [value(pixel, i), 0, 0, 0]))),
            empty: put(Uint8Array.from(pixels, (_, i) => (state.empty.includes(i) ? 1 : 0))),
            coordinates: put(Float32Array.from(pixels.flatMap(({ x, y }) => [(x + 0.5) / 8, (y + 0.5) / 8]))),
            lod: put(new Float32Array(8).fill(state.lod)),
            dx: null,
            dy: null,
          },
        };
      },
      // Of texel 4, 4 while x crosses to it from texel 3.
      gpu_weights: (x, y, z, address, count) => {
        if (x !== 4 || y !== 4 || z !== 0) throw new Error(`${x} ${y} ${z}`);
        const at = Array.from(floats(address, 2 * count)).filter((_, i) => i % 2 === 0);
        return { weights: put(Float32Array.from(at, (u) => to_nearest(u * 8 - 3.5))) };
      },
      gpu_levels: (address, count) => {
        const upper = Array.from(floats(address, count), (lod) => to_nearest(Math.min(1, Math.max(0, lod))));
        return { shares: put(Float32Array.from([...upper.map((share) => 1 - share), ...upper])) };
      },
      gpu_fetch_weights: (x, y) => ({ texels: [{ level: 0, x: 2 * x, y: 3 * y, z: 0, weight: 1 }] }),
    };
    window.model = {
      texts: texts.en,
      module: { HEAPU8 },
      pattern: (id) => model.texts[id],
      call: (name, ...values) => {
        ++called[name];
        return answers[name](...values);
      },
      withBytes: (bytes, use) => use(put(new Uint8Array(bytes))),
    };
    window.speak = (language) => {
      model.texts = texts[language];
      for (const element of document.querySelectorAll("[data-text]"))
        element.textContent = model.pattern(element.dataset.text);
    };
    window.panel = new panels.GpuPanel(model);
  }, texts);
  await opened.page.evaluate((language) => speak(language), language);
  return opened;
}

async function close(opened) {
  assert.deepEqual(opened.errors, []);
  await opened.close();
}

const captions = (page) =>
  page.evaluate(() => {
    const of = (id) => document.querySelector(`#${id} figcaption`)?.textContent ?? "";
    const reason = document.getElementById("gpu-reason");
    return {
      reason: reason.hidden ? "" : reason.textContent,
      difference: of("gpu-difference"),
      weights: of("gpu-weights"),
      mix: of("gpu-mix"),
      fetch: of("gpu-fetch"),
    };
  });
const none = { difference: "", weights: "", mix: "", fetch: "" };

test("nothing is measured before it is opened; then all figures are there", async () => {
  const opened = await openPanel();
  const { page } = opened;
  await page.evaluate(() => panel.update());
  assert.equal(await page.evaluate(() => called.gpu), 0);
  await page.click("#gpu-open");
  const found = await captions(page);
  assert.equal(found.reason, "");
  assert.equal(found.difference, "All 8 values are equal.");
  assert.match(found.weights, /^Your GPU's weight changes with each .* by at most 0\.5\/256\./);
  assert.match(found.mix, /^Your GPU's mix changes with each .* by at most 0\.5\/256, at LOD/);
  assert.equal(found.fetch, "", "no pixel is chosen");
  assert.match(await page.textContent("#gpu-renderer"), /draws in software, by .*SwiftShader/);
  await close(opened);
});

test("the difference is that of the pixel that differs, and empty pixels are none", async () => {
  const opened = await openPanel();
  const { page } = opened;
  await page.evaluate(() => Object.assign(state, { wrong: 0.5, empty: [0, 2] }));
  await page.click("#gpu-open");
  assert.match(
    (await captions(page)).difference,
    /^1 of 8 values differ, by at most 0\.5, at pixel 3, 1\. Orange/,
  );
  const colors = await page.evaluate(() =>
    Array.from(
      document.querySelector("#gpu-difference canvas").getContext("2d").getImageData(0, 0, 4, 2).data,
    ),
  );
  assert.deepEqual(colors.slice(0, 3), [255, 255, 255]);
  assert.deepEqual(colors.slice(28, 31), [224, 104, 12]);
  await close(opened);
});

test("the chosen pixel's weights are measured, and go with the pixel", async () => {
  const opened = await openPanel();
  const { page } = opened;
  const cells = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("#gpu-fetch tbody td")].map((cell) => cell.textContent),
    );
  await page.click("#gpu-open");
  await page.evaluate(() => panel.look({ x: 3, y: 1 }));
  await page.waitForFunction(() => document.querySelector("#gpu-fetch table"));
  assert.deepEqual(await cells(), ["6, 3", "1.000000", "1.000000", "="]);
  await page.evaluate(() => panel.look({ x: 3, y: 1 }));
  await page.waitForTimeout(150);
  assert.equal(
    await page.evaluate(() => called.gpu_fetch_weights),
    1,
    "the same pixel is not measured again",
  );
  await page.evaluate(() => panel.look({ x: 1, y: 0 }));
  await page.waitForFunction(() => document.querySelector("#gpu-fetch td").textContent === "2, 0");
  await page.evaluate(() => panel.look(null));
  await page.waitForFunction(() => document.querySelector("#gpu-fetch table") === null);
  await close(opened);
});

test("weights between texels are measured for each sampler, the difference for each picture", async () => {
  const opened = await openPanel();
  const { page } = opened;
  const counted = () => page.evaluate(() => ({ ...called }));
  await page.click("#gpu-open");
  assert.deepEqual(await counted(), { gpu: 1, gpu_weights: 1, gpu_levels: 1, gpu_fetch_weights: 0 });
  await page.evaluate(() => panel.update());
  assert.deepEqual(await counted(), { gpu: 2, gpu_weights: 1, gpu_levels: 1, gpu_fetch_weights: 0 });
  await page.evaluate(() => {
    state.sampler = { ...state.sampler, filter: "point", mipFilter: "point" };
    panel.update();
  });
  const found = await captions(page);
  assert.equal(found.weights, "", "point filtering has no weights between texels");
  assert.match(found.mix, /^Your GPU reads one level at a time\./);
  assert.equal(found.difference, "All 8 values are equal.");
  await close(opened);
});

test("a reason stands in place of the figures, and goes with its cause", async () => {
  const opened = await openPanel();
  const { page } = opened;
  await page.click("#gpu-open");
  await page.evaluate(() => {
    state.why = "The model's own reason.";
    panel.update();
  });
  assert.deepEqual(await captions(page), { reason: "The model's own reason.", ...none });
  await page.evaluate(() => {
    state.why = "";
    panel.update();
  });
  assert.notEqual((await captions(page)).weights, "", "the same texture's figures are back");
  await page.evaluate(() => {
    Object.assign(state, { why: "", sampler: { ...state.sampler, address: ["border", "clamp", "clamp"] } });
    panel.update();
  });
  assert.deepEqual(await captions(page), {
    reason: "WebGL2 has no border mode. Choose wrap, clamp or mirror.",
    ...none,
  });
  await page.evaluate(() => {
    state.sampler = { ...state.sampler, address: ["clamp", "clamp", "clamp"] };
    panel.update();
  });
  const found = await captions(page);
  assert.equal(found.reason, "");
  assert.equal(found.difference, "All 8 values are equal.");
  assert.notEqual(found.weights, "");
  await close(opened);
});

test("what would tell a lesson's answer is hidden, also from a panel that is opened then", async () => {
  const opened = await openPanel();
  const { page } = opened;
  await page.evaluate(() => (panel.hides = true));
  await page.click("#gpu-open");
  assert.deepEqual(await captions(page), { reason: "", ...none });
  await page.evaluate(() => panel.look({ x: 1, y: 0 }));
  await page.waitForTimeout(150);
  assert.deepEqual(await captions(page), { reason: "", ...none });
  await page.evaluate(() => {
    panel.hides = false;
    panel.update();
  });
  assert.equal((await captions(page)).difference, "All 8 values are equal.");
  assert.notEqual((await captions(page)).fetch, "");
  await close(opened);
});

test("a lost context is said, and measured again at a press of the button", async () => {
  const opened = await openPanel();
  const { page } = opened;
  await page.click("#gpu-open");
  await page.evaluate(async () => {
    panel.machine.gl.getExtension("WEBGL_lose_context").loseContext();
    await new Promise((done) => setTimeout(done, 50));
    panel.pixel = { x: 0, y: 0 };
    panel.attempt(() => panel.showFetch());
  });
  assert.deepEqual(await captions(page), {
    reason: "The browser took the GPU away from this page. Measure again",
    ...none,
  });
  await page.click("#gpu-again");
  assert.equal((await captions(page)).difference, "All 8 values are equal.");
  await close(opened);
});

test("closing frees the context; Escape closes; the keyboard's focus returns to the button", async () => {
  const opened = await openPanel();
  const { page } = opened;
  const focus = () => page.evaluate(() => document.activeElement.id);
  await page.focus("#gpu-open");
  await page.keyboard.press("Enter");
  assert.equal(await focus(), "gpu-close");
  assert.equal(await page.getAttribute("#gpu-open", "aria-expanded"), "true");
  const lost = await page.evaluateHandle(() => panel.machine.gl);
  await page.keyboard.press("Escape");
  assert.equal(await focus(), "gpu-open");
  assert.equal(await page.getAttribute("#gpu-open", "aria-expanded"), "false");
  assert.ok(await page.evaluate((gl) => gl.isContextLost() && panel.machine === null, lost));
  assert.ok(await page.isHidden("#gpu-panel"));
  // Contexts are few: twenty times open and closed is no problem.
  for (let i = 0; i < 20; ++i) {
    await page.click("#gpu-open");
    assert.equal((await captions(page)).difference, "All 8 values are equal.");
    await page.click("#gpu-close");
  }
  await close(opened);
});

test("another language is spoken at the next update, on a phone too", async () => {
  const opened = await openPanel({ viewport: { width: 390, height: 844 } }, "zh");
  const { page } = opened;
  await page.click("#gpu-open");
  assert.equal((await captions(page)).difference, "全部 8 个值都相等。");
  assert.match((await captions(page)).mix, /级别/);
  await page.evaluate(() => {
    speak("en");
    panel.update();
  });
  assert.match((await captions(page)).mix, /^Your GPU's mix/);
  const overflow = await page.evaluate(
    () => document.getElementById("gpu-panel").scrollWidth - document.getElementById("gpu-panel").clientWidth,
  );
  assert.ok(overflow <= 0, `${overflow} pixels too wide`);
  await close(opened);
});
