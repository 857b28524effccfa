// The tests' own browser: it draws by WebGL2, and what a page complains about is seen.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { openPage, startBrowser } from "./browser.mjs";

let browser, folder;
before(async () => {
  browser = await startBrowser();
  folder = await mkdtemp(path.join(tmpdir(), "texelscope-web-"));
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true });
});

async function open(html, suffix = "", options = {}) {
  const file = path.join(folder, "a page.html");
  await writeFile(file, `<!doctype html><title>A page</title>${html}`);
  return openPage(browser, file + suffix, options);
}

test("a sound page has no errors, its address and its size", async () => {
  const opened = await open("<script>console.log('hello')</script>", "?a=1#b", { viewport: { width: 390, height: 844 } });
  assert.deepEqual(opened.messages, [{ type: "log", text: "hello" }]);
  assert.deepEqual(opened.errors, []);
  assert.deepEqual(await opened.page.evaluate(() => [location.search, location.hash, innerWidth, innerHeight]), ["?a=1", "#b", 390, 844]);
  await opened.close();
});

test("errors on the console, exceptions and requests to a network are seen", async () => {
  const opened = await open(`<script>
    console.error("on the console");
    setTimeout(() => { throw new Error("thrown"); });
    setTimeout(() => fetch("http://127.0.0.1:9/").catch(() => (document.title = "done")), 10);
  </script>`);
  await opened.page.waitForFunction(() => document.title === "done");
  const errors = opened.errors.join("\n");
  for (const part of ["on the console", "Error: thrown", "asked the network for http://127.0.0.1:9/"]) assert.ok(errors.includes(part), errors);
  await opened.close();
});

test("WebGL2 is there and draws to floats", async () => {
  const opened = await open("");
  assert.ok(await opened.page.evaluate(() => document.createElement("canvas").getContext("webgl2")?.getExtension("EXT_color_buffer_float") != null));
  await opened.close();
});
