// Makes the pages of ui/web: node scripts/pages.mjs MODULE OUT [--alone PAGE...], where MODULE is the .js file of the WebAssembly module.
// The pages of lessons and bugs share texelscope.js and texelscope.css, which lie beside them. explorer.html is one file that needs no
// other, for texelscope export --as html fills it. With --alone each named page, lesson-01-half-a-texel, is written to OUT/alone as one
// file, and nothing else is. scripts/web.sh runs this.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Model } from "../ui/web/model.js";
import { readPng, writePng } from "./png.mjs";

const [moduleName, outName, option, ...wanted] = process.argv.slice(2);
if (option !== undefined && (option !== "--alone" || wanted.length === 0)) throw new Error("usage: node scripts/pages.mjs MODULE OUT [--alone PAGE...]");
const moduleFile = path.resolve(moduleName), isAlone = option !== undefined, out = isAlone ? path.join(path.resolve(outName), "alone") : path.resolve(outName);
const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), "../ui/web");
const source = (name) => readFile(path.join(folder, name), "utf8");

/** The modules from `name` on as one script: each is a function whose result is what it exports. */
async function bundle(name, seen = new Map()) {
  if (seen.has(name)) return seen;
  seen.set(name, null); // a circle would find this
  let text = await source(name);
  const exports = [];
  const imports = [...text.matchAll(/^import \{([^}]*)\} from "\.\/([\w]+\.js)";$/gm)];
  for (const [, , other] of imports) {
    await bundle(other, seen);
    if (seen.get(other) === null) throw new Error(`${name} and ${other} import each other`);
  }
  text = text.replace(/^import \{([^}]*)\} from "\.\/(\w+)\.js";$/gm, "const {$1} = module_$2;");
  text = text.replace(/^export (async function|function|class|const|let) (\w+)/gm, (_, kind, id) => {
    exports.push(id);
    return `${kind} ${id}`;
  });
  if (/^(import|export)\b/m.test(text)) throw new Error(`${name}: an import or export in a form that is not bundled`);
  seen.delete(name); // after those that it imports
  seen.set(name, `const module_${path.basename(name, ".js")} = (() => {\n${text}\nreturn { ${exports.join(", ")} };\n})();`);
  return seen;
}

async function script(name, then) {
  return [...(await bundle(name)).values(), then].join("\n");
}

/** Replaces "<!-- NAME -->". */
function filled(template, parts) {
  return template.replace(/<!-- ([\w-]+) -->/g, (place, name) => {
    if (parts[name] === undefined) throw new Error(`nothing is to replace ${place}`);
    return parts[name];
  });
}

/** What would end a script element cannot stand in one. */
function scriptElement(attributes, text) {
  if (/<\/script/i.test(text)) throw new Error("a script would end its element");
  return `<script${attributes}>${text}</script>`;
}

const escaped = (text) => text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);

const languages = ["en", "zh-Hans"];
const wasmBinary = await readFile(moduleFile.replace(/js$/, "wasm"));
const module = await createRequire(import.meta.url)(moduleFile)({ wasmBinary });
const model = new Model(module);
const texts = Object.fromEntries(
  [...languages].reverse().map((code) => {
    model.speak(code);
    return [code, model.texts];
  }),
);
function textOf(code, name) {
  const found = texts[code][name];
  if (found === undefined) throw new Error(`the pages have no text ${name}`);
  return found;
}
const inBoth = (name) => languages.map((code) => textOf(code, name)).join(" ");

const style = (await Promise.all(["style.css", "lesson.css", "your_gpu.css", "embed.css"].map(source))).join("\n");
const moduleScript = await readFile(moduleFile, "utf8");
const wasm = gzipSync(wasmBinary, { level: 9 }).toString("base64");
const load = "(wasmBinary) => loadTexelscope({ wasmBinary })";
/** The explorer's page with its style and its scripts. */
const explorerPage = async (parts) =>
  filled(await source("explorer.html"), { loading: escaped(inBoth("web_loading")), failed: escaped(inBoth("web_failed")), "no-script": escaped(inBoth("web_no_script")), ...parts });

const alone = await explorerPage({
  style: `<style>${style}</style>`,
  scripts: [
    scriptElement(' id="wasm" type="text/plain"', wasm),
    scriptElement("", moduleScript),
    scriptElement(' type="module"', await script("explorer.js", `module_explorer.start(document.getElementById("wasm").textContent, ${load});`)),
  ].join("\n"),
});
const shared = await explorerPage({ style: '<link rel="stylesheet" href="texelscope.css">', scripts: '<script src="texelscope.js"></script>' });
const framed = await explorerPage({ style: `<style>${style}</style>`, scripts: '<script src="texelscope.js"></script>' });
/** In ASCII, for a page that has the script may be in another encoding. */
const inAscii = (text) => text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
/** The one script of pages that share it; a page of a course that has it gets the element <texel-scope>. */
const sharedScript = inAscii(`// Texelscope, under the MIT license. docs/web.md says how a page uses it.
(() => {
const own = document.currentScript.src;
${moduleScript}
(() => {
"use strict";
${await script("scope_element.js", `module_scope_element.begin(${JSON.stringify(wasm)}, ${load}, { own, page: ${JSON.stringify(framed)} });`)}
})();
})();
`);

/**
 * The panel of notebooks: `texelscopeNotebook`, by which every frame of a notebook fills itself, so that the notebook holds it once. What
 * ends a script element or begins a comment in one is escaped. app/python/texelscope/_explorer.py writes the frames.
 */
const inScript = (value) => inAscii(JSON.stringify(value)).replaceAll("<", "\\u003c");
const notebookPage = await explorerPage({
  style: `<style>${style}</style>`,
  scripts: '<script>const part = document.createElement("script"); part.textContent = parent.texelscopeNotebook.script; document.body.append(part);</script>',
});
const notebookScript = `(() => {
${moduleScript}
(() => {
"use strict";
${await script("explorer.js", `module_explorer.start(parent.texelscopeNotebook.wasm, ${load});`)}
})();
})();`;
const notebook = `window.texelscopeNotebook = { wasm: ${inScript(wasm)}, script: ${inScript(notebookScript)}, page: ${inScript(notebookPage)} };\n`;

await mkdir(isAlone ? out : path.join(out, "pictures"), { recursive: true });
if (!isAlone) {
  await writeFile(path.join(out, "explorer.html"), alone);
  await writeFile(path.join(out, "texelscope.js"), sharedScript);
  await writeFile(path.join(out, "texelscope.css"), style);
  await writeFile(path.join(out, "notebook.js"), notebook);
}

const asset = (name, encoding = "utf8") => readFile(path.join(folder, "../../assets", name), encoding);

/** Draws the present session's picture for the index. */
async function drawPicture(name) {
  const [width, height] = [192, 120];
  let drawn = model.draw(width, height, "model");
  while (drawn.steps_left > 0) drawn = model.draw(width, height, "model");
  await writeFile(path.join(out, "pictures", `${name}.png`), writePng(drawn.width, drawn.height, drawn.pixels));
  return `pictures/${name}.png`;
}

/** The groups of assets/examples.json: those of their sessions that need no file, with their share lines. */
async function examples() {
  const { groups } = JSON.parse(await asset("examples.json"));
  for (const group of groups) {
    group.pages = [];
    for (const { session, title, text } of group.examples) {
      const state = model.open(await asset(`sessions/${session}`));
      if (state.session.texture.source === "file" || state.line === "") continue;
      const name = session.replace(/\.json$/g, "");
      group.pages.push({ href: `explorer.html#${state.line}`, title, about: text, picture: await drawPicture(`example-${name}`) });
    }
  }
  return groups.filter((group) => group.pages.length > 0);
}

/** A page of a lesson or of a bug: the explorer with it in its place for a state. */
const template = isAlone ? alone : shared;
const emptyState = '<script id="state" type="application/json">null</script>';
if (!template.includes(emptyState)) throw new Error("the explorer has no place for a state");
async function lessonPage(file, { name, lesson, number, next }) {
  if (isAlone && !wanted.includes(file.replace(".html", ""))) return undefined;
  const text = JSON.stringify(lesson);
  const assets = {};
  for (const [, session] of text.matchAll(/"session":"([^"]+\.json)"/g)) assets[`sessions/${session}`] = await asset(`sessions/${session}`);
  if (text.includes('"legality":')) assets["legality/h200-cuda13.0.csv"] = await asset("legality/h200-cuda13.0.csv");
  const pictures = {};
  for (const [, picture] of text.matchAll(/"path":"([^"]+)"/g)) pictures[path.basename(picture)] ??= await embedded(path.join("lessons", picture));
  const beside = isAlone ? {} : { index: "index.html", next };
  const state = JSON.stringify({ name, lesson, number, assets, pictures, ...beside }).replaceAll("<", "\\u003c");
  await writeFile(path.join(out, file), template.replace(emptyState, () => emptyState.replace("null", () => state)));
  if (isAlone) return wanted.splice(wanted.indexOf(file.replace(".html", "")), 1);
  for (const [asset, content] of Object.entries(assets)) model.addAsset(asset, content);
  for (const [picture, packed] of Object.entries(pictures)) model.givePicture(picture, { ...packed, texels: Buffer.from(packed.texels, "base64") });
  const words = model.openLesson(text);
  model.set(words.bug?.session ?? words.lesson.steps[0].session);
  return { href: file, title: lesson.title ?? lesson.bugs[0].title, picture: await drawPicture(file.replace(".html", "")) };
}

/** A picture as texelscope export --as html has it. */
async function embedded(name) {
  const { width, height, texels } = readPng(await asset(name, null), name);
  return { width, height, kind: 0, bits: 8, channels: 4, dimension: 1, planes: 1, texels: Buffer.from(texels).toString("base64") };
}

const allExamples = isAlone ? [] : await examples();
model.addAsset("sessions/README", ""); // what is beside it is found

/** Lesson pages by the ids of their lessons, with the titles that their place in the order numbers. */
const lessons = new Map(), bugs = [];
const { groups } = JSON.parse(await asset("lessons/order.json"));
const listed = groups.flatMap((group) => group.lessons);
const read = new Map();
for (const name of (await readdir(path.join(folder, "../../assets/lessons"))).filter((file) => /^\d.*\.json$/.test(file)).sort()) {
  const lesson = JSON.parse(await asset(`lessons/${name}`));
  if (!listed.includes(lesson.id)) throw new Error(`order.json lists no lesson ${lesson.id}`);
  read.set(lesson.id, { file: `lesson-${name.replace(".json", ".html")}`, lesson });
}
/** The page that follows a lesson's, in the order of the numbers. */
function following(id) {
  const number = listed.indexOf(id) + 2, next = read.get(listed[number - 1]);
  return next && { file: next.file, number, title: next.lesson.title };
}
for (const [id, { file, lesson }] of read) {
  const number = listed.indexOf(id) + 1;
  lessons.set(id, { kept: `lesson.${id}`, number, ...(await lessonPage(file, { name: `${number}. ${lesson.title.en}`, lesson, number, next: following(id) })) });
}
const { version, bugs: all } = JSON.parse(await asset("lessons/bugs.json"));
const bugFile = ({ id }) => `bug-${id}.html`;
for (const [i, bug] of all.entries()) {
  const next = all[i + 1] && { file: bugFile(all[i + 1]), title: all[i + 1].title };
  bugs.push({ kept: `bug.${bug.id}`, ...(await lessonPage(bugFile(bug), { name: bug.title.en, lesson: { version, bugs: [bug] }, next })) });
}

/** A text of the index in each language; its style shows one of them. */
const inLanguages = (tag, sentences) => languages.map((code) => `<${tag} lang="${code}">${escaped(sentences[code] ?? sentences.en)}</${tag}>`).join("");
const spoken = (tag, name) => inLanguages(tag, Object.fromEntries(languages.map((code) => [code, textOf(code, name)])));
/** A page with its picture; what the browser keeps about it is shown at `.state`. */
function card({ href, title, about, picture, number, kept }) {
  const name = Object.fromEntries(Object.entries(title).map(([code, words]) => [code, number === undefined ? words : `${number}. ${words}`]));
  const state = kept === undefined ? "" : `<span class="state" data-kept="${kept}"></span>`;
  return `<li><a class="card" href="${href}"><img src="${picture}" alt="" width="192" height="120" loading="lazy"><span class="title">${inLanguages("span", name)}</span>${about === undefined ? "" : `<span class="about">${inLanguages("span", about)}</span>`}${state}</a></li>`;
}
const cards = (pages) => pages.map(card).join("\n");
const groupOf = (title, pages) => `${inLanguages("h3", title)}\n<ul class="cards">${cards(pages)}</ul>`;
/** Links to all pages, with their pictures. */
async function indexPage() {
  const first = lessons.get(listed[0]), beginning = allExamples[0].pages[0];
  const said = Object.fromEntries(languages.map((code) => [code, Object.fromEntries(["lesson_progress", "lesson_step_title", "web_index_start", "web_index_continue", "web_index_right"].map((name) => [name, textOf(code, name)]))]));
  return filled(await source("index.html"), {
    style: `<style>${style}\n${await source("index.css")}</style>`,
    intro: spoken("p", "web_index_about"),
    start: `<a class="card wide" id="start" href="${first.href}"><img src="${first.picture}" alt="" width="192" height="120"><span><strong id="start-word"></strong><span class="title" id="start-title">${inLanguages("span", first.title)}</span></span></a>`,
    "explorer-card": `<a class="card wide" href="${beginning.href}"><img src="${beginning.picture}" alt="" width="192" height="120"><span>${spoken("strong", "web_index_explorer")}${spoken("span", "web_index_explorer_about")}</span></a>`,
    answers: spoken("h2", "web_answers"),
    "answers-about": spoken("span", "web_answers_about"),
    examples: spoken("h2", "web_index_examples"),
    "example-groups": allExamples.map((group) => groupOf(group.title, group.pages)).join("\n"),
    lessons: spoken("h2", "menu_lessons"),
    again: spoken("span", "web_index_again"),
    "lesson-groups": groups.map((group) => groupOf(group.title, group.lessons.map((id) => lessons.get(id)))).join("\n"),
    bugs: spoken("h2", "menu_bugs"),
    "bug-links": cards(bugs),
    script: scriptElement(' type="module"', await script("index.js", `module_index.start(${JSON.stringify(said).replaceAll("<", "\\u003c")});`)),
  });
}

/** docs/answers.md with the field that searches it. */
async function answersPage() {
  const answers = await readFile(path.join(folder, "../../docs/answers.md"), "utf8");
  return filled(await source("answers.html"), {
    style: await source("answers.css"),
    loading: escaped(inBoth("web_loading")),
    failed: escaped(inBoth("web_failed")),
    "no-script": escaped(inBoth("web_no_script")),
    answers: JSON.stringify(answers).replaceAll("<", "\\u003c"),
  });
}

if (isAlone && wanted.length > 0) throw new Error(`there is no page ${wanted.join(", ")}`);
if (!isAlone) await writeFile(path.join(out, "index.html"), await indexPage());
if (!isAlone) await writeFile(path.join(out, "answers.html"), await answersPage());
console.log(`explorer.html: ${(alone.length / 1e6).toFixed(2)} MB, texelscope.js: ${(sharedScript.length / 1e6).toFixed(2)} MB`);
