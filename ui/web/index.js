// The index: its language, and what the browser keeps about the lessons that were taken.
import { find } from "./dom.js";
import { kept } from "./kept.js";

/** @typedef {{ answered: number, right: number, steps: number }} Taken of a lesson, as its page keeps it */

/** @param {string} name @returns {Taken | null} */
function takenOf(name) {
  try {
    const taken = JSON.parse(kept.get(name) ?? "null");
    return Number.isInteger(taken?.answered) && Number.isInteger(taken.right) && Number.isInteger(taken.steps) ? taken : null;
  } catch {
    return null;
  }
}

/** @param {Taken | null} taken */
const isDone = (taken) => taken !== null && taken.answered >= taken.steps;

/** @param {Record<string, Record<string, string>>} texts by language */
export function start(texts) {
  document.documentElement.dataset.theme = kept.get("theme") ?? "system";
  const places = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".state")]);
  const lessons = places.filter((place) => place.dataset.kept?.startsWith("lesson."));
  const say = (/** @type {string} */ name, /** @type {number[]} */ ...values) =>
    texts[document.documentElement.lang][name].replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)]));

  /** At each page what was done there. @param {HTMLElement} place */
  function showState(place) {
    const taken = takenOf(place.dataset.kept ?? "");
    place.classList.toggle("done", isDone(taken));
    if (taken === null) place.textContent = "";
    else if (!isDone(taken)) place.textContent = say("lesson_step_title", taken.answered + 1, taken.steps);
    else place.textContent = taken.steps === 1 ? "✓" : `✓ ${say("web_index_right", taken.right, taken.steps)}`;
  }

  /** Where to begin: at the first lesson that is not done. */
  function showStart() {
    const ordered = lessons.map((place) => ({ place, taken: takenOf(place.dataset.kept ?? "") }));
    const done = ordered.filter(({ taken }) => isDone(taken)).length, begun = ordered.some(({ taken }) => taken !== null);
    const next = (ordered.find(({ taken }) => !isDone(taken)) ?? ordered[0]).place.closest("a");
    find("start-word").textContent = say(begun ? "web_index_continue" : "web_index_start");
    find("progress").textContent = begun ? say("lesson_progress", done, ordered.length) : "";
    find("again").hidden = !places.some((place) => takenOf(place.dataset.kept ?? "") !== null);
    if (next === null) return;
    find("start").setAttribute("href", next.getAttribute("href") ?? "");
    find("start-title").replaceChildren(...[...(next.querySelector(".title")?.childNodes ?? [])].map((node) => node.cloneNode(true)));
    find("start").querySelector("img")?.setAttribute("src", next.querySelector("img")?.getAttribute("src") ?? "");
  }

  function show() {
    places.forEach(showState);
    showStart();
  }

  /** Both languages are on the page; the style shows the document's. @param {string} language */
  function speak(language) {
    document.documentElement.lang = language;
    for (const link of document.querySelectorAll("a")) {
      const [, file, line] = /^([^?#]*)[^#]*(#.*)?$/.exec(link.getAttribute("href") ?? "") ?? [];
      link.setAttribute("href", `${file}?lang=${language}${line ?? ""}`);
    }
    find("ask").querySelector("[name=lang]")?.setAttribute("value", language);
    show();
  }

  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("nav button"))) button.addEventListener("click", () => speak(button.lang));
  find("again").addEventListener("click", () => {
    for (const place of places) kept.set(place.dataset.kept ?? "", "");
    show();
    find("start").focus();
  });
  window.addEventListener("pageshow", show); // also where the browser goes back to it
  const wanted = new URLSearchParams(location.search).get("lang") || kept.get("language") || navigator.language;
  speak(wanted.toLowerCase().startsWith("zh") ? "zh-Hans" : "en");
}
