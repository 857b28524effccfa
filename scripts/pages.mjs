// Makes the pages of ui/web: node scripts/pages.mjs MODULE OUT, where MODULE is the .js file of the WebAssembly module. Each page
// is one file with all that it needs. scripts/web.sh runs this.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { readPng } from "./png.mjs";

const [moduleFile, out] = process.argv.slice(2).map((name) => path.resolve(name));
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

/** Replaces "<!-- NAME -->"; what would end a script element cannot stand in one. */
function filled(template, parts) {
  return template.replace(/<!-- ([\w-]+) -->/g, (place, name) => {
    if (parts[name] === undefined) throw new Error(`nothing is to replace ${place}`);
    if (/<\/script/i.test(parts[name])) throw new Error(`${name} would end its script element`);
    return parts[name];
  });
}

const escaped = (text) => text.replace(/[&<>"]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[character]);

const languages = ["en", "zh-Hans"];
const wasmBinary = await readFile(moduleFile.replace(/js$/, "wasm"));
const module = await createRequire(import.meta.url)(moduleFile)({ wasmBinary });
const texts = Object.fromEntries(
  languages.map((code) => {
    module.ccall("web_language", null, ["string"], [code]);
    return [code, JSON.parse(module.ccall("web_texts", "string", [], []))];
  }),
);
const inBoth = (name) => languages.map((code) => texts[code][name]).join(" ");

const parts = {
  style: (await Promise.all(["style.css", "your_gpu.css"].map(source))).join("\n"),
  module: await readFile(moduleFile, "utf8"),
  wasm: gzipSync(wasmBinary, { level: 9 }).toString("base64"),
  loading: escaped(inBoth("web_loading")),
  failed: escaped(inBoth("web_failed")),
  "no-script": escaped(inBoth("web_no_script")),
};
/** The examples of assets/sessions that need no file, with their share lines. */
async function examples() {
  const found = [];
  const sessions = path.join(folder, "../../assets/sessions");
  for (const file of (await readdir(sessions)).filter((name) => name.endsWith(".json")).sort()) {
    const state = JSON.parse(module.ccall("web_open", "string", ["string"], [await readFile(path.join(sessions, file), "utf8")]));
    if (state.error !== undefined) throw new Error(`${file}: ${state.error}`);
    if (state.session.texture.source === "file" || state.line === "") continue;
    found.push({ name: file.replace(/^\d+-|\.json$/g, "").replaceAll("-", " "), line: state.line });
  }
  return found;
}

/** A text of the index in each language; its script shows one of them. */
function spoken(tag, name) {
  return languages.map((code) => `<${tag} lang="${code}">${escaped(texts[code][name])}</${tag}>`).join("");
}

const links = (await examples()).map(({ name, line }) => `<li><a href="explorer.html#${line}">${escaped(name)}</a></li>`);

await mkdir(out, { recursive: true });
const explorer = filled(await source("explorer.html"), { ...parts, script: await script("explorer.js", "module_explorer.start((wasmBinary) => loadTexelscope({ wasmBinary }));") });
await writeFile(path.join(out, "explorer.html"), explorer);
/** A page of a lesson or of a bug: the explorer with it in its place for a state. */
const emptyState = '<script id="state" type="application/json">null</script>';
if (!explorer.includes(emptyState)) throw new Error("the explorer has no place for a state");
async function lessonPage(file, name, lesson, next) {
  const text = JSON.stringify(lesson);
  const assets = {};
  for (const [, session] of text.matchAll(/"session":"([^"]+\.json)"/g)) assets[`sessions/${session}`] = await asset(`sessions/${session}`);
  if (text.includes('"legality":')) assets["legality/h200-cuda13.0.csv"] = await asset("legality/h200-cuda13.0.csv");
  const pictures = {};
  for (const [, picture] of text.matchAll(/"path":"([^"]+)"/g)) pictures[path.basename(picture)] ??= await embedded(path.join("lessons", picture));
  const state = JSON.stringify({ name, lesson, assets, pictures, index: "index.html", next }).replaceAll("<", "\\u003c");
  await writeFile(path.join(out, file), explorer.replace(emptyState, () => emptyState.replace("null", () => state)));
  return { file, title: lesson.title ?? lesson.bugs[0].title };
}

const asset = (name, encoding = "utf8") => readFile(path.join(folder, "../../assets", name), encoding);
/** A picture as texelscope export --as html has it. */
async function embedded(name) {
  const { width, height, texels } = readPng(await asset(name, null), name);
  return { width, height, kind: 0, bits: 8, channels: 4, dimension: 1, planes: 1, texels: Buffer.from(texels).toString("base64") };
}
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
for (const [id, { file, lesson }] of read) lessons.set(id, await lessonPage(file, lesson.title.en, lesson, following(id)));
const { version, bugs: all } = JSON.parse(await asset("lessons/bugs.json"));
const bugFile = ({ id }) => `bug-${id}.html`;
for (const [i, bug] of all.entries()) {
  const next = all[i + 1] && { file: bugFile(all[i + 1]), title: all[i + 1].title };
  bugs.push(await lessonPage(bugFile(bug), bug.title.en, { version, bugs: [bug] }, next));
}
const inLanguages = (tag, titles) => languages.map((code) => `<${tag} lang="${code}">${escaped(titles[code] ?? titles.en)}</${tag}>`).join("");
const linksTo = (pages) => pages.map(({ file, title, number }) => `<li><a href="${file}">${number === undefined ? "" : `${number}. `}${inLanguages("span", title)}</a></li>`).join("\n");
const numbered = (id) => ({ ...lessons.get(id), number: listed.indexOf(id) + 1 });
const groupOf = (group) => `${inLanguages("h3", group.title)}\n<ul>${linksTo(group.lessons.map(numbered))}</ul>`;

const index = filled(await source("index.html"), {
  style: parts.style,
  intro: spoken("p", "web_index_intro"),
  explorer: spoken("strong", "web_index_explorer"),
  about: spoken("span", "web_index_explorer_about"),
  examples: spoken("h2", "web_index_examples"),
  links: links.join("\n"),
  lessons: spoken("h2", "menu_lessons"),
  "lesson-groups": groups.map(groupOf).join("\n"),
  bugs: spoken("h2", "menu_bugs"),
  "bug-links": linksTo(bugs),
});
await writeFile(path.join(out, "index.html"), index);
console.log(`explorer.html: ${(explorer.length / 1e6).toFixed(2)} MB`);
