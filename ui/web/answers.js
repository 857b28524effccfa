// The page of answers: those that fit the typed words, by the search of texelscope answers, or all of them by their chapters.
import { fill, find, make } from "./dom.js";
import { firstLanguage, loadModel } from "./explorer.js";
import { kept } from "./kept.js";

/** @typedef {import("./model.js").Answer} Answer */

/** Words with code between backticks. @param {string} words @returns {(Node | string)[]} */
const inline = (words) => words.split("`").map((part, i) => (i % 2 === 1 ? make("code", {}, part) : part));

/** "| a | b |", with a line of dashes below the first. @param {string[]} lines */
function tableOf(lines) {
  const rows = lines.filter((line) => /[^|\-: ]/.test(line)).map((line) => line.replace(/^\|\s*|\s*\|$/g, "").split(" | "));
  const row = (/** @type {string[]} */ cells, /** @type {"th" | "td"} */ kind) => make("tr", {}, ...cells.map((cell) => make(kind, {}, ...inline(cell))));
  return make("div", { class: "table", tabindex: 0 }, make("table", {}, ...rows.map((cells, i) => row(cells, i === 0 ? "th" : "td"))));
}

/** The paragraphs, lists and tables of a text. @param {string} text */
export function parts(text) {
  const kindOf = (/** @type {string} */ line) => (line.startsWith("|") ? "table" : line.startsWith("- ") ? "list" : "paragraph");
  /** @type {{ kind: string, lines: string[] }[]} */
  const blocks = [];
  for (const line of text.split("\n")) {
    const kind = kindOf(line), last = blocks.at(-1);
    if (last?.kind === kind && kind !== "paragraph") last.lines.push(line);
    else if (line !== "") blocks.push({ kind, lines: [line] });
  }
  return blocks;
}

/** @param {string} text */
const bodyOf = (text) =>
  parts(text).map(({ kind, lines }) => {
    if (kind === "table") return tableOf(lines);
    if (kind === "list") return make("ul", {}, ...lines.map((line) => make("li", {}, ...inline(line.slice(2)))));
    return make("p", {}, ...inline(lines[0]));
  });

class Answers {
  /** @param {import("./model.js").Model} model @param {Answer[]} answers */
  constructor(model, answers) {
    this.model = model;
    this.answers = answers;
    this.field = /** @type {HTMLInputElement} */ (find("words"));
    this.field.addEventListener("input", () => this.show());
  }

  /** @param {string} command */
  async copy(command) {
    try {
      await navigator.clipboard.writeText(command);
      find("announcement").textContent = this.model.text("web_copied");
    } catch {
      find("announcement").textContent = this.model.text("web_copy_by_hand");
    }
  }

  /** @param {string} command */
  commandOf(command) {
    const copy = make("button", { type: "button", lang: document.documentElement.lang, onclick: () => this.copy(command) }, this.model.text("web_answer_copy"));
    return make("div", { class: "command" }, make("code", {}, command), copy);
  }

  /** @param {Answer} answer */
  cardOf({ heading, chapter, text, commands }) {
    const above = chapter === heading ? null : make("p", { class: "chapter-name" }, chapter);
    return make("article", { class: "answer" }, above, make("h3", {}, ...inline(heading)), ...bodyOf(text), ...commands.map((command) => this.commandOf(command)));
  }

  /** @param {string} chapter */
  chapterOf(chapter) {
    const own = this.answers.filter((answer) => answer.chapter === chapter);
    const link = (/** @type {Answer} */ answer) => make("button", { type: "button", class: "link", onclick: () => this.showOne(answer) }, ...inline(answer.heading));
    return make("details", { class: "chapter" }, make("summary", {}, `${chapter} (${own.length})`), make("ul", {}, ...own.map((answer) => make("li", {}, link(answer)))));
  }

  /** @param {Answer} answer */
  showOne(answer) {
    this.field.value = answer.heading;
    fill(find("found"), this.cardOf(answer));
    find("none").hidden = true;
    window.scrollTo(0, 0);
  }

  /** What fits the words in the field. */
  show() {
    const words = this.field.value.trim(), found = words === "" ? [] : this.model.findAnswers(words);
    fill(find("found"), ...found.map((number) => this.cardOf(this.answers[number])));
    find("none").hidden = words === "" || found.length > 0;
  }

  /** @param {"en" | "zh-Hans"} language */
  speak(language) {
    this.model.speak(language);
    document.documentElement.lang = language;
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-text]"))) element.textContent = this.model.text(element.dataset.text ?? "");
    document.title = `${this.model.text("web_answers")} – Texelscope`;
    find("index-link").setAttribute("href", `index.html?lang=${language}`);
    this.show();
  }
}

/** @param {string} wasm the module, in base64 @param {(wasm: ArrayBuffer) => Promise<import("./model.js").Module>} load */
export async function startAnswers(wasm, load) {
  document.documentElement.dataset.theme = kept.get("theme") ?? "system";
  const model = await loadModel(wasm, load);
  if (model === null) return;
  const answers = new Answers(model, model.openAnswers(JSON.parse(find("answers").textContent ?? '""')));
  answers.field.value = new URLSearchParams(location.search).get("q") ?? "";
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("nav button"))) button.addEventListener("click", () => answers.speak(button.lang === "en" ? "en" : "zh-Hans"));
  answers.speak(firstLanguage(undefined));
  fill(find("chapters"), ...[...new Set(answers.answers.map(({ chapter }) => chapter))].map((chapter) => answers.chapterOf(chapter)));
  find("loading").remove();
  answers.field.focus();
  document.documentElement.dataset.ready = "true";
}
