// Every lesson and bug as a student takes it: nothing tells the answer before there is a prediction, the program's answer is right
// and another is wrong, and the page then explains.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openPage, startBrowser } from "./browser.mjs";
import { root } from "./module.mjs";

const program = process.env.TEXELSCOPE_PROGRAM ?? path.join(root, "build/release/texelscope");
const folder = path.join(root, "assets/lessons");
const lessons = readdirSync(folder).filter((name) => /^\d.*\.json$/.test(name));
const order = JSON.parse(readFileSync(path.join(folder, "order.json"), "utf8")).groups.flatMap((group) => group.lessons);
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
      [...document.querySelectorAll(selector)].some((element) => element.checkVisibility({ visibilityProperty: true })),
    ),
  );

test("every lesson has a page", () => {
  const pages = readdirSync(path.join(root, "dist/web")).filter((name) => name.startsWith("lesson-"));
  assert.deepEqual(pages.map((name) => name.replace(/^lesson-|\.html$/g, "")), lessons.map((name) => name.replace(".json", "")));
});

// What of its buttons only the program has: all labs, and these tabs.
const programHas = ["amp", "profile"];

/** Presses the buttons of an answered step: each does what it says, or the page says where that is done. */
async function pressTries(page, lesson, i) {
  const { try: tries = [] } = lesson.steps[i];
  const buttons = page.locator(".tries button");
  assert.deepEqual(await buttons.allInnerTexts(), tries.map(({ en }) => en));
  for (const [k, { fields, tab, lab }] of tries.entries()) {
    await buttons.nth(k).click();
    const said = await page.locator(".elsewhere").textContent();
    const here = tab === undefined && lab === undefined;
    if (here) assert.equal(said, "");
    else if (lab !== undefined || programHas.includes(tab)) assert.equal(said, `Only the program has this: ${tries[k].en}. Open the lesson there: texelscope --lesson ${lesson.id}:${i + 1}`);
    else assert.ok(said.includes(`texelscope --lesson ${lesson.id}:${i + 1}`), said);
    if (fields !== undefined) assert.equal(await page.locator("#toast.bad").isVisible(), false);
  }
}

const fileOf = (id) => lessons.map((name) => ({ name, id: JSON.parse(readFileSync(path.join(folder, name), "utf8")).id })).find((lesson) => lesson.id === id).name;

/** From the last step of a lesson: to the next one and to all of them. @param {string | undefined} next */
async function leadsOn(page, next) {
  assert.equal(await page.locator("#all-pages").getAttribute("href"), "index.html?lang=en");
  assert.equal(await page.locator("#index-link").getAttribute("href"), "index.html?lang=en");
  if (next === undefined) {
    assert.equal(await page.locator("#next-page").count(), 0);
    assert.equal(await page.locator("#lesson-next").isDisabled(), true);
    return;
  }
  const { title } = JSON.parse(readFileSync(path.join(folder, fileOf(next)), "utf8"));
  const href = `lesson-${fileOf(next).replace(".json", ".html")}?lang=en`;
  assert.equal(await page.locator("#next-page").innerText(), `Next lesson: ${order.indexOf(next) + 1}. ${title.en}`);
  for (const link of ["#next-page", "#lesson-next"]) assert.equal(await page.locator(link).getAttribute("href"), href);
}

test("the last step's button opens the next lesson, in the same language", async () => {
  const { page, errors, close } = await open("lesson-01-half-a-texel.html", "zh-Hans");
  await page.locator("#lesson-next").click();
  await page.locator("#lesson-next").click();
  await page.waitForFunction(() => document.querySelector("#lesson-title")?.textContent === "4. 钳位与循环下的 1.25");
  assert.match(page.url(), /lesson-02-clamp-and-wrap\.html\?lang=zh-Hans$/);
  await page.locator("#index-link").click();
  await page.waitForFunction(() => document.documentElement.lang === "zh-Hans" && document.querySelector("#lessons") !== null);
  assert.deepEqual(errors, []);
  await close();
});

for (const file of lessons)
  test(`lesson ${file}: its answers are the program's`, { timeout: 120_000 }, async () => {
    const answers = JSON.parse(execFileSync(program, ["lesson", path.join(folder, file), "--answers", "--json"], { encoding: "utf8", env: { ...process.env, LC_ALL: "C" } }));
    const lesson = JSON.parse(readFileSync(path.join(folder, file), "utf8"));
    const { page, errors, close } = await open(`lesson-${file.replace(".json", ".html")}`);
    for (const [i, step] of lesson.steps.entries()) {
      assert.deepEqual(await telling(page), [], `step ${i + 1} tells its answer`);
      assert.equal(await page.locator("#announcement").textContent(), "");
      await page.locator("#reveal").click();
      assert.equal(await page.locator(".verdict").count(), 0);
      assert.match(await page.locator("#lesson .altered").innerText(), /(Enter a number|Choose an answer) first/);
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
      await pressTries(page, lesson, i);
      if (i + 1 < lesson.steps.length) await page.locator("#lesson-next").click();
    }
    await leadsOn(page, order[order.indexOf(lesson.id) + 1]);
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

test("the answer moves neither the picture nor the pin, which is labelled with the coordinate", async () => {
  const { page, errors, close } = await open("lesson-22-coordinates-from-zero.html");
  assert.equal(await page.locator("#lesson-title").innerText(), "2. Coordinates from zero");
  assert.match(await page.title(), /^2\. Coordinates from zero/);
  const place = () =>
    page.evaluate(() => {
      const overlay = /** @type {HTMLCanvasElement} */ (document.querySelector("#overlay")), { left, top, width, height } = overlay.getBoundingClientRect();
      return { left, top, width, height };
    });
  /** Where the pin is, as a share of the width: the mean of what has its color below its label. */
  const pin = async () =>
    (
      await page.waitForFunction(() => {
        const overlay = /** @type {HTMLCanvasElement} */ (document.querySelector("#overlay")), { width, height } = overlay;
        const { data } = overlay.getContext("2d").getImageData(0, Math.round(height / 2), width, Math.round(height / 2));
        let count = 0, x = 0;
        for (let i = 0; i < data.length; i += 4)
          if (data[i + 3] > 200 && Math.abs(data[i] - 156) < 30 && Math.abs(data[i + 1] - 143) < 30 && data[i + 2] > 225) {
            ++count;
            x += (i / 4) % width;
          }
        return count > 4 && x / count / width;
      })
    ).jsonValue();
  await page.locator("#lesson-next").click();
  const before = { place: await place(), pin: await pin() };
  assert.ok(Math.abs(before.pin - (0.5 + (0.2 / 1.1) * (before.place.height / before.place.width))) < 0.01, JSON.stringify(before));
  await page.keyboard.type("5");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelector("#unpin") !== null);
  assert.deepEqual({ place: await place(), pin: await pin() }, before);
  assert.equal(await page.locator(".call").textContent(), "tex2D(0.7, 0.5)");
  assert.deepEqual(errors, []);
  await close();
});

test("a lesson offers the settings that its step is about, and all of them on request", async () => {
  const { page, errors, close } = await open("lesson-02-clamp-and-wrap.html");
  const offered = () => page.locator("#settings [data-field]:visible").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-field")));
  const first = ["sampler.address_x", "sampler.address_y", "sampler.filter", "sampler.read_mode"];
  assert.deepEqual(await offered(), first);
  assert.equal(await page.locator("#picture-file").isVisible(), false);
  await page.locator("#more").click();
  assert.ok((await offered()).length > 15);
  assert.equal(await page.locator(".own .button").isVisible(), true);
  await page.locator("#lesson-next").click();
  assert.deepEqual(await offered(), ["sampler.address_x", "sampler.address_y"]); // it differs from the step before in these
  assert.deepEqual(errors, []);
  await close();
});

test("dots lead to the steps and keep what was answered; at the end the first predictions are counted", async () => {
  const { page, errors, close } = await open("lesson-22-coordinates-from-zero.html");
  for (const [i, prediction] of ["3", "4", "1", "0"].entries()) {
    assert.match(await page.locator("#lesson-step").innerText(), new RegExp(`^Step ${i + 1} of 4$`));
    assert.equal(await page.evaluate(() => document.activeElement?.id), "prediction");
    await page.keyboard.type(prediction);
    await page.keyboard.press("Enter"); // reveals
    await page.waitForFunction(() => document.activeElement?.className === "verdict");
    if (i === 1) {
      await page.locator("#prediction").fill("5"); // is right, and does not count
      await page.keyboard.press("Enter");
      assert.match(await page.locator(".verdict").innerText(), /^✓/);
      await page.waitForFunction(() => document.activeElement?.className === "verdict");
    }
    if (i < 3) await page.keyboard.press("Enter"); // goes on
  }
  assert.deepEqual(await page.locator(".dots button").evaluateAll((dots) => dots.map((dot) => dot.className)), ["right", "wrong", "right", "right"]);
  assert.equal(await page.locator("#score").innerText(), "3 of 4 right.");
  await page.locator(".dots button").nth(1).click();
  assert.match(await page.locator("#lesson-step").innerText(), /^Step 2/);
  assert.match(await page.locator(".verdict").innerText(), /^✓/);
  await page.locator(".dots button").nth(3).click();
  await page.locator(".verdict").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/lesson-01-half-a-texel\.html\?lang=en$/);
  assert.deepEqual(errors, []);
  await close();
});

/** Answers the open step, right or wrong. */
async function answer(page) {
  const choices = page.locator(".choices input");
  if ((await choices.count()) > 0) await choices.first().check();
  else await page.locator("#prediction").fill("1");
  await page.locator("#reveal").click();
  await page.waitForFunction(() => document.querySelector(".verdict") !== null && document.querySelector("#unpin") !== null);
}

for (const viewport of [{ width: 390, height: 844 }, { width: 1280, height: 800 }])
  test(`WHY explains the coordinate that is asked about, at ${viewport.width} x ${viewport.height}`, async () => {
    for (const [name, step, call, texel] of [
      ["lesson-01-half-a-texel.html", 2, "tex2D(1.999, 2.5)", "1, 2"],
      ["lesson-05-weight-staircase.html", 2, "tex2D(1.8, 0.5)", "1, 0"],
      ["lesson-21-what-is-a-texel.html", 4, "tex2D(2.2, 3.3)", "1, 2"],
    ]) {
      const { page, errors, close } = await open(name, "en", { viewport });
      for (let i = 1; i < step; ++i) await page.locator("#lesson-next").click();
      await answer(page);
      await page.locator("#every-step > summary").click();
      assert.equal(await page.locator(".call").innerText(), call);
      assert.equal(await page.locator("table.texels tbody tr td").first().innerText(), texel);
      if (name.includes("staircase")) assert.match(await page.locator("#why .value").first().innerText(), /^0\.30078125$/);
      await page.locator("#all-steps summary").click();
      await page.waitForFunction((x) => document.querySelector("#all-steps pre")?.textContent?.includes(x), call.slice(6, -1).split(",")[0]);
      const [beside, below] = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth - innerWidth, scrollHeight - innerHeight];
      });
      assert.equal(beside, 0); // long lines scroll within their panel
      if (viewport.width > 1100) assert.equal(below, 0);
      await page.locator("#overlay").focus();
      await page.keyboard.press("ArrowRight"); // another pixel is explained as a pixel
      await page.waitForFunction(() => /^pixel \d/.test(document.querySelector("#why-pixel")?.textContent ?? ""));
      assert.deepEqual(errors, []);
      await close();
    }
  });

test("the grid's buttons draw and remove the edges of the texels", async () => {
  const { page, errors, close } = await open("lesson-21-what-is-a-texel.html");
  await answer(page);
  // Across the middle of the picture: how many pixels of the overlay have a line, away from the pin.
  const lines = () =>
    page.evaluate(() => {
      const overlay = /** @type {HTMLCanvasElement} */ (document.querySelector("#overlay"));
      const row = overlay.getContext("2d").getImageData(0, Math.round(overlay.height * 0.15), overlay.width, 1).data;
      let found = 0;
      const white = (/** @type {number} */ i) => row[i] > 0 && row[i + 1] > 200 && row[i + 1] === row[i + 2]; // the texture's frame is not
      for (let i = 0; i < row.length; i += 4) found += white(i) && !white(i - 4) ? 1 : 0;
      return found;
    });
  assert.ok((await lines()) >= 4, String(await lines())); // between five texels
  await page.locator(".tries button", { hasText: "grid off" }).click();
  await page.waitForFunction(() => document.documentElement.dataset.drawn);
  await page.waitForTimeout(200);
  assert.equal(await lines(), 0);
  await page.locator(".tries button", { hasText: "grid on" }).click();
  await page.waitForTimeout(200);
  assert.ok((await lines()) >= 4);
  assert.deepEqual(errors, []);
  await close();
});

for (const lang of ["en", "zh-Hans"])
  test(`after an answer a laptop shows the whole step and the weights without scrolling, ${lang}`, { timeout: 120_000 }, async () => {
    for (const id of order.slice(0, 5)) {
      const { page, errors, close } = await open(`lesson-${fileOf(id).replace(".json", ".html")}`, lang);
      const { steps } = JSON.parse(readFileSync(path.join(folder, fileOf(id)), "utf8"));
      for (let i = 0; i < steps.length; ++i) {
        await answer(page);
        const hidden = await page.evaluate(() => {
          const within = (/** @type {string} */ panel, /** @type {string} */ selector) => {
            const area = document.querySelector(panel).getBoundingClientRect();
            return [...document.querySelectorAll(`${panel} ${selector}`)].filter((element) => {
              const box = element.getBoundingClientRect();
              return box.height === 0 || box.top < area.top || box.bottom > area.bottom || box.bottom > window.innerHeight;
            });
          };
          const ends = document.querySelector("#lesson .ends").getBoundingClientRect();
          return [
            ...within("#lesson-panel", "#lesson > *, #lesson-title, .tries button").filter((element) => element.className !== "elsewhere"),
            ...[...document.querySelectorAll(".tries button")].filter((button) => button.getBoundingClientRect().bottom > ends.top),
            ...within("#why-panel", ".cells li"),
          ].map((element) => element.outerHTML.slice(0, 60));
        });
        assert.deepEqual(hidden, [], `${id} ${i + 1}`);
        if (i + 1 < steps.length) await page.locator("#lesson-next").click();
      }
      assert.deepEqual(errors, []);
      await close();
    }
  });

test("a right answer is not reproached", async () => {
  const { page, errors, close } = await open("lesson-21-what-is-a-texel.html");
  await page.locator("#lesson-next").click();
  await page.locator("#lesson-next").click();
  await page.locator("#prediction").fill("0.6"); // 0.600000024 as a float
  await page.locator("#reveal").click();
  assert.equal(await page.locator(".verdict strong").innerText(), "✓ Right. The answer: 0.6");
  await page.locator(".tries button", { hasText: "read: element" }).click();
  const swatch = () => page.locator("table.texels .swatch").first().evaluate((element) => getComputedStyle(element).backgroundColor);
  await page.waitForFunction(() => document.querySelector("#why .value")?.textContent === "153");
  assert.equal(await swatch(), "rgb(153, 153, 153)"); // as the picture shows it
  assert.deepEqual(errors, []);
  await close();
});

test("a lesson by keyboard alone: the focus goes from the prediction to the verdict and to the next step", async () => {
  const { page, errors, close } = await open("lesson-06-linear-on-integers.html");
  const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className);
  const tabTo = async (id) => {
    for (let i = 0; i < 30 && (await focused()) !== id; ++i) await page.keyboard.press("Tab");
    assert.equal(await focused(), id);
  };
  assert.equal(await focused(), "choice-0");
  await page.keyboard.press("Enter"); // nothing is predicted
  assert.match(await page.locator("#lesson .altered").innerText(), /(Enter a number|Choose an answer) first/);
  assert.equal(await focused(), "choice-0");
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(), "choice-1");
  await page.keyboard.press("Enter");
  assert.equal(await focused(), "verdict");
  await tabTo("lesson-reset");
  await page.keyboard.press("Enter");
  assert.equal(await focused(), "lesson-reset");
  await tabTo("lesson-next");
  await page.keyboard.press("Enter");
  assert.equal(await focused(), "choice-0");
  assert.match(await page.locator("#lesson-step").innerText(), /Step 2/);
  assert.deepEqual(errors, []);
  await close();
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
    const following = bugs[bugs.indexOf(bug) + 1];
    assert.equal(await page.locator("#next-page").count(), following === undefined ? 0 : 1);
    if (following !== undefined) assert.equal(await page.locator("#next-page").getAttribute("href"), `bug-${following.id}.html?lang=en`);
    await page.locator("#cure").click(); // the broken state's line becomes another
    assert.equal(await page.evaluate(() => document.querySelector("#cure") !== null), true);
    await page.waitForFunction((line) => /** @type {HTMLTextAreaElement} */ (document.querySelector("#share-line")).value !== line, line, { timeout: 10_000 });
    assert.deepEqual(errors, []);
    await close();
  });

/** A page of the lesson, with other buttons in its first step. */
async function openWithTries(name, tries) {
  const marker = '<script id="state" type="application/json">';
  const [head, rest] = readFileSync(path.join(root, "dist/web", name), "utf8").split(marker);
  const end = rest.indexOf("</script>");
  const state = JSON.parse(rest.slice(0, end));
  state.lesson.steps[0].try = tries;
  const file = path.join(mkdtempSync(path.join(tmpdir(), "texelscope-")), name);
  const beside = (/** @type {string} */ shared) => shared.replace(/"(texelscope\.\w+)"/g, (_, shares) => `"${pathToFileURL(path.join(root, "dist/web", shares))}"`);
  writeFileSync(file, beside(head) + marker + JSON.stringify(state).replaceAll("<", "\\u003c") + beside(rest.slice(end)));
  const opened = await openPage(browser, `${file}?lang=en`);
  const { page } = opened;
  await page.waitForFunction(() => document.documentElement.dataset.ready && document.documentElement.dataset.drawn);
  const choices = page.locator(".choices input");
  if ((await choices.count()) > 0) await choices.first().check();
  else await page.locator("#prediction").fill("1");
  await page.locator("#reveal").click();
  await page.waitForFunction(() => document.querySelector(".verdict") !== null);
  return opened;
}

test("a button opens what the page has of a tab", async () => {
  const tabs = { why: "why-panel", effective: "effect-panel", scope: "scope-panel", compare: "result-panel" };
  const { page, errors, close } = await openWithTries("lesson-05-weight-staircase.html", Object.keys(tabs).map((tab) => ({ en: tab, tab })));
  for (const [tab, panel] of Object.entries(tabs)) {
    await page.locator(".tries button", { hasText: tab }).click();
    assert.equal(await page.evaluate(() => document.activeElement?.id), panel);
    assert.equal(await page.locator(".elsewhere").textContent(), "");
  }
  assert.equal(await page.locator("#shown-difference").isChecked(), true);
  await page.locator("#overlay").focus();
  assert.equal(await page.locator("section.opened, section[tabindex='-1']").count(), 0);
  assert.deepEqual(errors, []);
  await close();
});

test("the LOD scope's button shows the mix of levels where a GPU can measure it", async () => {
  const { page, errors, close } = await openWithTries("lesson-11-level-of-detail.html", [
    { en: "LOD", tab: "lod" },
    { en: "LOD at a border", fields: { "sampler.address_x": "border" }, tab: "lod" },
    { en: "a lab", fields: { "sampler.filter": "point" }, lab: "writes" },
  ]);
  await page.locator(".tries button").first().click();
  assert.equal(await page.locator("#gpu-mix").isVisible(), true);
  assert.match(await page.locator(".elsewhere").textContent(), /^Your GPU shows how levels mix over LOD\./);
  await page.keyboard.press("Escape");
  await page.locator(".tries button").nth(1).click(); // WebGL2 has no border colors
  assert.equal(await page.locator("#gpu-panel").isVisible(), false);
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "LOD at a border");
  assert.match(await page.locator(".elsewhere").textContent(), /^Only the program has this: LOD at a border\./);
  await page.locator(".tries button").nth(2).click();
  assert.equal(await page.locator("#sampler-filter-point").isChecked(), true);
  assert.match(await page.locator(".elsewhere").textContent(), /^Only the program has this: a lab\./);
  assert.deepEqual(errors, []);
  await close();
});
