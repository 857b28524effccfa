// A panel with a state, for frames in other pages: no header, one part at a time where there is little room.
import { fill, find, make } from "./dom.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {"result" | "lesson" | "why" | "settings"} Part */

const titles = { result: "title_result", lesson: "title_lesson", why: "title_why", settings: "web_settings" };

/** Shows the row of parts, in the present language. @param {Model} model @param {boolean} hasLesson */
export function showParts(model, hasLesson) {
  const row = find("parts"), { body } = document;
  row.hidden = false;
  body.dataset.part ??= hasLesson ? "lesson" : matchMedia("(max-width: 719px)").matches ? "result" : "why";
  row.setAttribute("aria-label", model.text("web_panel_shows"));
  const parts = /** @type {Part[]} */ (hasLesson ? ["result", "lesson", "why", "settings"] : ["result", "why", "settings"]);
  fill(
    row,
    ...parts.map((part) => {
      const input = make("input", { type: "radio", name: "part", id: `part-${part}`, onchange: () => (body.dataset.part = part) });
      input.checked = body.dataset.part === part;
      return make("label", { class: `part-${part}` }, input, make("span", {}, model.text(titles[part])));
    }),
  );
}

/** The whole page with the present state. @param {Model} model @param {string} address without a state @param {string} line */
export function showWhole(model, address, line) {
  const link = /** @type {HTMLAnchorElement} */ (find("whole"));
  link.hidden = false;
  link.href = line === "" ? address : `${address}#${line}`;
  link.title = model.text("web_open_full");
  link.setAttribute("aria-label", link.title);
}
