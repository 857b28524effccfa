// Pages that have modules of ui/web as they are, without a network and without the explorer around them.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { openPage } from "./browser.mjs";

const source = (name) => readFile(new URL(`../../ui/web/${name}`, import.meta.url), "utf8");

/** A module after all that it imports: their names and texts. */
async function modulesOf(name, found = new Map()) {
  const text = await source(name);
  for (const [, other] of text.matchAll(/from "\.\/(\w+\.js)"/g))
    if (!found.has(other)) await modulesOf(other, found);
  return found.set(name, text);
}

/** Imports a module in the page into the variable `as`. */
async function importModule(page, name, as) {
  const modules = [...(await modulesOf(name))];
  await page.evaluate(
    async ({ modules, as }) => {
      const urls = (window.urls ??= {}); // a module that two others import is one
      for (const [name, text] of modules) {
        const linked = text.replace(/(?<=from ")\.\/(\w+\.js)(?=")/g, (_, other) => urls[other]);
        urls[name] ??= URL.createObjectURL(new Blob([linked], { type: "text/javascript" }));
      }
      window[as] = await import(urls[modules.at(-1)[0]]);
    },
    { modules, as },
  );
}

/** The page has the modules in the variables `gpu` and `view`. */
export async function openGpuPage(browser, options = {}) {
  const opened = await openPage(browser, fileURLToPath(new URL("gpu_page.html", import.meta.url)), options);
  await opened.page.addStyleTag({ content: await source("your_gpu.css") });
  await importModule(opened.page, "your_gpu.js", "gpu");
  await importModule(opened.page, "your_gpu_view.js", "view");
  return opened;
}

/**
 * The explorer's panel alone, with its style and the button that opens it; GpuPanel is in the variable
 * `panels`.
 */
export async function openPanelPage(browser, options = {}) {
  const opened = await openPage(browser, fileURLToPath(new URL("gpu_page.html", import.meta.url)), options);
  const html = await source("explorer.html");
  const [panel] = /<aside id="gpu-panel".*?<\/aside>/s.exec(html);
  const [button] = /<button[^>]* id="gpu-open".*?<\/button>/s.exec(html);
  await opened.page.addStyleTag({ content: (await source("style.css")) + (await source("your_gpu.css")) });
  await opened.page.evaluate((markup) => {
    document.querySelector("main").outerHTML = markup;
  }, `<header>${button}</header>${panel}`);
  await importModule(opened.page, "gpu_panel.js", "panels");
  return opened;
}
