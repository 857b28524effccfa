// Debian's Chromium without a window, for tests of pages: it opens a page from a disk and collects all that the page complains about.
import { access } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

// WebGL2 is drawn by SwiftShader, on the processor, so that every machine returns the same values. The page around it is put together
// by Chromium's own software, as on every machine without a GPU: by SwiftShader a single frame would take up to 300 ms.
const flags = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--disable-gpu-compositing"];

/**
 * Starts a browser of its own; close() ends this one and no other. CHROMIUM names another program than the one on PATH.
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function startBrowser() {
  return chromium.launch({ executablePath: await program(), headless: true, chromiumSandbox: false, args: flags });
}

async function program() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const folder of (process.env.PATH ?? "").split(path.delimiter)) {
    const file = path.join(folder, "chromium");
    if (await access(file).then(() => true, () => false)) return file;
  }
  throw new Error("Chromium is missing: apt-get install chromium");
}

/**
 * Opens a file, or an address, in a context of its own. What the page complains about stands in `errors`: errors on the
 * console, exceptions, failed requests, and every request that leaves the disk, for a page needs no network.
 * @param {import("playwright-core").Browser} browser
 * @param {string | URL} place a path or an address; it may end with "?query" or "#fragment"
 * @param {import("playwright-core").BrowserContextOptions} [options] such as viewport, hasTouch, locale, colorScheme
 */
export async function openPage(browser, place, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  /** @type {{ type: string, text: string }[]} */
  const messages = [];
  /** @type {string[]} */
  const errors = [];
  page.on("console", (message) => {
    messages.push({ type: message.type(), text: message.text() });
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error.stack ?? error)));
  page.on("crash", () => errors.push("the page crashed"));
  page.on("requestfailed", (request) => errors.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on("request", (request) => {
    if (/^(https?|wss?|ftp):/.test(request.url())) errors.push(`the page asked the network for ${request.url()}`);
  });
  await page.goto(address(place));
  return { page, messages, errors, close: () => context.close() };
}

/** @param {string | URL} place */
function address(place) {
  if (place instanceof URL || /^[a-z]+:/.test(place)) return String(place);
  const [, file, rest] = /^([^?#]*)(.*)$/s.exec(place) ?? [];
  return pathToFileURL(file) + rest;
}
