// The figures of the reader's GPU: what is drawn, what their captions say, and that both languages have it.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { startBrowser } from "./browser.mjs";
import { openGpuPage } from "./gpu_page.mjs";
import { textsOf } from "./texts.mjs";

let browser, opened, page;
const texts = {};
before(async () => {
  browser = await startBrowser();
  opened = await openGpuPage(browser);
  page = opened.page;
  for (const language of ["en", "zh"]) texts[language] = await textsOf(language, "app_web_gpu");
  await page.evaluate((texts) => {
    window.texts = texts;
    window.text = (language) => (id) => texts[language][id] ?? id;
    // Shows one figure alone and returns it.
    window.show = (figure) => {
      document.querySelector("main").replaceChildren(figure);
      return figure;
    };
    window.steps = (weight, count = 4097) =>
      Float32Array.from({ length: count }, (_, i) => weight(i / (count - 1)));
    window.to_nearest = (f) => Math.floor(f * 256 + 0.5) / 256;
    window.caption = (figure) => figure.querySelector("figcaption").textContent;
  }, texts);
});
after(async () => {
  assert.deepEqual(opened.errors, []);
  await browser?.close();
});

const drawn = () => page.waitForFunction(() => document.querySelectorAll("main polyline").length > 0);
const points = (kind) =>
  page.evaluate(
    (kind) =>
      [...document.querySelectorAll(`polyline.${kind}`)].map((line) =>
        line
          .getAttribute("points")
          .split(" ")
          .map((at) => at.split(",").map(Number)),
      ),
    kind,
  );

test("every sentence is used, and each that is used is there in both languages", async () => {
  const read = (name) => readFile(new URL(`../../${name}`, import.meta.url), "utf8");
  const names = [
    "ui/web/your_gpu_view.js",
    "ui/web/gpu_panel.js",
    "ui/web/explorer.html",
    "app/web/page_gpu.cpp",
  ];
  const sources = (await Promise.all(names.map(read))).join("\n");
  const used = new Set([...sources.matchAll(/["':.](web_gpu_\w+)/g)].map(([, id]) => id));
  assert.deepEqual([...used].sort(), Object.keys(texts.en).sort());
  assert.deepEqual(Object.keys(texts.zh).sort(), Object.keys(texts.en).sort());
  const [, table] = /constexpr Named texts\[\] = \{(.*?)\};/s.exec(await read("app/web/page_texts.cpp"));
  const page_ids = [...used].filter((id) => !sources.includes(`Text::${id}`));
  for (const id of page_ids) assert.ok(table.includes(`{"${id}", Text::${id}}`), `the pages have no ${id}`);
});

test("each reason has its sentence with its numbers, in both languages", async () => {
  const source = await readFile(new URL("../../ui/web/your_gpu.js", import.meta.url), "utf8");
  const [, union] = /@typedef \{([^}]*)\} Reason/.exec(source);
  const reasons = [...union.matchAll(/"(\w+)"/g)].map(([, reason]) => reason);
  assert.equal(reasons.length, 15);
  for (const language of ["en", "zh"])
    for (const reason of reasons) {
      const sentence = await page.evaluate(
        ({ reason, language }) => view.reasonSentence({ reason, values: [8192, 2048] }, text(language)),
        { reason, language },
      );
      assert.ok(
        sentence.length > 8 && !sentence.includes("{") && !sentence.startsWith("web_gpu_"),
        `${language} ${reason}: ${sentence}`,
      );
    }
  const sentence = (error) => page.evaluate((error) => view.reasonSentence(error, text("en")), error);
  assert.equal(
    await sentence({ reason: "too_large", values: [8192, 2048] }),
    "The texture is too large for this GPU: sides up to 8192, slices, layers or faces up to 2048.",
  );
  assert.equal(
    await sentence({ reason: "border", values: [] }),
    "WebGL2 has no border mode. Choose wrap, clamp or mirror.",
  );
});

test("software is not called a GPU", async () => {
  const found = await page.evaluate(() => [
    view.rendererSentence({ renderer: "A Card", software: false }, text("en")),
    view.rendererSentence({ renderer: "SwiftShader", software: true }, text("en")),
  ]);
  assert.deepEqual(found, [
    "Measured on A Card.",
    "This browser draws in software, by SwiftShader: what follows does not belong to a GPU.",
  ]);
});

test("the largest difference counts numbers against none, and equal ones as none", async () => {
  const found = await page.evaluate(() => [
    view.largestDifference([1, 2, 3], [1, 2.5, 2.75]),
    view.largestDifference([NaN, Infinity], [NaN, Infinity]),
    view.largestDifference([0, NaN, 9], [0, 1, 1]),
    view.largestDifference([], []),
  ]);
  assert.deepEqual(found, [
    { largest: 0.5, at: 1 },
    { largest: 0, at: 0 },
    { largest: Infinity, at: 1 },
    { largest: 0, at: 0 },
  ]);
});

test("a staircase of 8 bits is drawn step by step, and its caption says so", async () => {
  const said = await page.evaluate(() => {
    const model = steps(to_nearest);
    return caption(
      show(view.staircaseFigure({ fractions: steps((f) => f), weights: model, model }, text("en"))),
    );
  });
  assert.equal(
    said,
    "Your GPU has 257 different weights between two texels: its fraction has 8 bits. " +
      "Every weight equals the exact model's. Shown are 8 of the model's 256 steps.",
  );
  await drawn();
  const [[model], [measured]] = [await points("your-gpu-model"), await points("your-gpu-measured")];
  assert.deepEqual(measured, model);
  assert.equal(new Set(model.map(([, y]) => y)).size, 9, "from 128/256 to 136/256");
  const heights = model.map(([, y]) => y);
  heights.forEach((y, i) => assert.ok(i === 0 || y <= heights[i - 1], "it rises"));
});

test("a straight line against the staircase is half a step off, and both are inside the plot", async () => {
  const said = await page.evaluate(() => {
    const fractions = steps((f) => f);
    return caption(
      show(view.staircaseFigure({ fractions, weights: fractions, model: steps(to_nearest) }, text("en"))),
    );
  });
  assert.equal(
    said,
    "Your GPU's weight changes with each of the 4097 positions that were measured: " +
      "its steps are too fine to count. " +
      "Its weights differ from the exact model's by at most 0.5/256. Shown are 8 of the model's 256 steps.",
  );
  await drawn();
  const [, , width, height] = await page.evaluate(() =>
    document.querySelector("main svg").getAttribute("viewBox").split(" ").map(Number),
  );
  for (const kind of ["your-gpu-model", "your-gpu-measured"])
    for (const [x, y] of (await points(kind))[0])
      assert.ok(x >= 40 && x <= width && y >= 0 && y <= height - 40, `${x}, ${y}`);
  const [line] = await points("your-gpu-measured");
  assert.deepEqual(
    [line[0], line[line.length - 1]].map(([x]) => x),
    [64, width - 28],
    "from 128/256 to 136/256",
  );
});

test("steps that are no power of two are counted", async () => {
  const said = await page.evaluate(() => {
    const [fractions, model] = [steps((f) => f), steps(to_nearest)];
    return caption(
      show(
        view.staircaseFigure(
          { fractions, weights: steps((f) => Math.floor(f * 100) / 100), model },
          text("en"),
        ),
      ),
    );
  });
  assert.match(said, /^Your GPU has 101 different weights between two texels\. Its weights differ/);
});

// Shares of three levels, one step of 1/256 at a time or as they come.
const mix = (options) =>
  page.evaluate(({ bits, language, point = false, top = 2 }) => {
    const lods = view.mixLods(3);
    const rounded = (lod, bits) => (bits ? Math.floor(lod * 2 ** bits + 0.5) / 2 ** bits : lod);
    const share = (lod, level) => Math.max(0, 1 - Math.abs(lod - level));
    const inside = (lod) => Math.min(Math.max(lod, 0), top);
    const shares = (round) => [0, 1, 2].map((level) => lods.map((lod) => share(round(inside(lod)), level)));
    const measured = shares(point ? Math.round : (lod) => rounded(lod, bits));
    const model = shares((lod) => rounded(lod, 8));
    return caption(show(view.levelMixFigure({ lods, shares: measured, model }, text(language ?? "en"))));
  }, options);

test("the level mix counts the steps between two levels", async () => {
  assert.equal(
    await mix({ bits: 8 }),
    "Your GPU has 257 different mixes between two levels: the fraction of its LOD has 8 bits. " +
      "Every share equals the exact model's.",
  );
  assert.match(
    await mix({ bits: 6 }),
    /^Your GPU has 65 different mixes .* 6 bits\. Its shares differ .* at most 2\/256, at LOD /,
  );
  assert.match(
    await mix({ bits: 0 }),
    /^Your GPU's mix changes with each of the 1025 LODs .* at most 0\.5\/256, at LOD /,
  );
  assert.match(await mix({ bits: 6, top: 0.25 }), /^Its shares differ/, "no level but the first has all");
  assert.match(await mix({ point: true }), /^Your GPU reads one level at a time\. Its shares differ/);
  await drawn();
  const curves = await points("your-gpu-measured");
  assert.equal(curves.length, 3);
  const floor = Math.max(...curves.flat().map(([, y]) => y));
  for (const curve of curves) assert.ok(curve.filter(([, y]) => y === floor).length <= 2, "zero is not drawn");
  const names = await page.evaluate(() =>
    [...document.querySelectorAll("main svg text")].map((label) => label.textContent),
  );
  for (const name of ["level 0", "level 1", "level 2", "level of detail (LOD)"])
    assert.ok(names.includes(name), name);
});

test("the difference is colored by its sign and size, and its caption counts", async () => {
  const found = await page.evaluate(() => {
    const model = Float32Array.of(0.5, 1, 1, 1, 0.5, 1, 1, 1, 0.5, 1, 1, 1, NaN, 1, 1, 1);
    const gpu = Float32Array.of(0.5, 1, 1, 1, 0.25, 1, 1, 1, 0.5, 1.125, 1, 1, 0, 1, 1, 7);
    const figure = show(view.differenceFigure({ width: 2, height: 2, model, gpu, channels: 3 }, text("en")));
    const canvas = figure.querySelector("canvas");
    return {
      caption: caption(figure),
      pixels: Array.from(canvas.getContext("2d").getImageData(0, 0, 2, 2).data),
    };
  });
  assert.equal(
    found.caption,
    "3 of 12 values differ, by at most 0.25, at pixel 1, 0. Orange: the model's value is larger; " +
      "blue: your GPU's is; " +
      "white: equal. Full color at 0.25. Magenta: only one of the two is a finite number. Pixels: 1.",
  );
  const [equal, larger, smaller, odd] = [0, 4, 8, 12].map((at) => found.pixels.slice(at, at + 3));
  assert.deepEqual(equal, [255, 255, 255]);
  assert.deepEqual(larger, [224, 104, 12]);
  const half = [255 - 231 / 2, 255 - 159 / 2, 255 - 41 / 2];
  smaller.forEach((value, i) => assert.ok(Math.abs(value - half[i]) <= 0.5, "half of the largest"));
  assert.deepEqual(odd, [255, 0, 255]);
});

test("equal pictures have nothing but equal values; channels that do not count are left out", async () => {
  const found = await page.evaluate(() => {
    const model = Float32Array.of(NaN, Infinity, 0, 5),
      gpu = Float32Array.of(NaN, Infinity, -0, 1);
    const of = (channels) =>
      caption(show(view.differenceFigure({ width: 1, height: 1, model, gpu, channels }, text("en"))));
    return [
      of(3),
      of(4),
      caption(
        show(
          view.differenceFigure(
            { width: 1, height: 1, model: [NaN, 0, 0, 0], gpu: [1, 0, 0, 0], channels: 1 },
            text("en"),
          ),
        ),
      ),
    ];
  });
  assert.equal(found[0], "All 3 values are equal.");
  assert.match(found[1], /^1 of 4 values differ, by at most 4, at pixel 0, 0\./);
  assert.equal(found[2], "Magenta: only one of the two is a finite number. Pixels: 1.");
});

test("the largest difference of a pixel is kept, and none is larger than a missing number", async () => {
  const found = await page.evaluate(() =>
    Array.from(view.differences([NaN, 9, 0, 0, 1, -5, 2, 0], [1, 1, 0, 0, 0, 0, 0, 0], 4).map),
  );
  assert.deepEqual(found, [NaN, -5]);
});

const table = (measured, model) =>
  page.evaluate(
    ({ measured, model }) => {
      const figure = show(view.weightsFigure({ measured, model }, text("en")));
      const rows = [...figure.querySelectorAll("tr")].map((row) =>
        [...row.cells].map((cell) => cell.textContent),
      );
      return { rows, caption: caption(figure) };
    },
    { measured, model },
  );
const texel = (x, y, weight, z = 0, level = 0) => ({ level, x, y, z, weight });

test("the weights of a fetch are a table with each texel that either of the two reads", async () => {
  const found = await table(
    { texels: [texel(1, 2, 0.75), texel(2, 2, 0.125), texel(3, 2, 0.125)], sum: 1, total: 1, complete: true },
    [texel(1, 2, 0.5), texel(1, 2, 0.25), texel(2, 2, 0.25)],
  );
  assert.deepEqual(found.rows, [
    ["texel", "exact model", "your GPU", "difference"],
    ["1, 2", "0.750000", "0.750000", "="],
    ["2, 2", "0.250000", "0.125000", "−0.125000"],
    ["3, 2", "0.000000", "0.125000", "+0.125000"],
  ]);
  assert.equal(found.caption, "Your GPU's weights add up to 1.000000; a texture of ones returns 1.000000.");
});

test("levels and planes are named where there are several, and an incomplete list says so", async () => {
  const found = await table({ texels: [texel(0, 0, 1, 3)], sum: 1, total: 1, complete: false }, [
    texel(0, 0, 1, 3),
    texel(0, 0, 0, 1, 1),
  ]);
  assert.deepEqual(found.rows, [
    ["level", "texel", "exact model", "your GPU", "difference"],
    ["0", "0, 0, 3", "1.000000", "1.000000", "="],
    ["1", "0, 0, 1", "0.000000", "0.000000", "="],
  ]);
  assert.match(found.caption, /More texels contribute than are listed\.$/);
});

test("a screen reader gets title and caption, and a text is never taken as HTML", async () => {
  const found = await page.evaluate(() => {
    const hostile = (id) => (id === "web_gpu_weights" ? "<img src=x onerror=document.title=1>" : texts.en[id]);
    const fractions = steps((f) => f);
    const figure = show(view.staircaseFigure({ fractions, weights: fractions, model: fractions }, hostile));
    const picture = figure.querySelector("svg");
    const of = (name) => document.getElementById(picture.getAttribute(name))?.textContent;
    return {
      role: picture.getAttribute("role"),
      label: of("aria-labelledby"),
      text: of("aria-describedby"),
      images: figure.querySelectorAll("img").length,
    };
  });
  assert.equal(found.role, "img");
  assert.equal(found.label, "<img src=x onerror=document.title=1>");
  assert.match(found.text, /too fine to count/);
  assert.equal(found.images, 0);
});

test("a plot fits a phone and is drawn anew for another width, with letters of the same size", async () => {
  await mix({ bits: 8, language: "zh" });
  await drawn();
  const size = () =>
    page.evaluate(() => {
      const letter = document.querySelector("main svg text").getBoundingClientRect().height;
      return {
        letter,
        box: document.querySelector("main svg").getAttribute("viewBox"),
        overflow: document.documentElement.scrollWidth - innerWidth,
      };
    });
  const wide = await size();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.waitForFunction(
    (box) => document.querySelector("main svg").getAttribute("viewBox") !== box,
    wide.box,
  );
  const narrow = await size();
  assert.ok(Math.abs(narrow.letter - wide.letter) < 0.5, `${narrow.letter} and ${wide.letter}`);
  assert.ok(narrow.overflow <= 0 && wide.overflow <= 0);
  assert.match(
    await page.evaluate(() => caption(document.querySelector("figure"))),
    /^你的 GPU 在两个级别之间有 257 种不同的混合/,
  );
});
