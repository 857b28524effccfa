// EFFECT: what was requested of the sampler, what takes effect, and the fetch that proves it.
import { fill, make, number } from "./dom.js";

/** @typedef {import("./model.js").Model} Model */

const gravity = /** @type {Record<string, number>} */ ({ refused: 0, altered: 1, rounded: 1, no_effect: 2, none: 3 });

/** @param {HTMLElement} place @param {Model} model @param {any[]} settings */
export function showEffect(place, model, settings) {
  const changed = settings.filter((setting) => setting.change !== "none").sort((a, b) => gravity[a.change] - gravity[b.change]);
  const serious = changed.filter((setting) => setting.change !== "no_effect");
  const line = (/** @type {any} */ setting, /** @type {number} */ i, /** @type {any[]} */ list) => {
    const said = i > 0 && list[i - 1].rule === setting.rule; // of the axis before
    const label = model.fields.get(setting.field)?.label ?? setting.field;
    const mark = setting.change === "no_effect" ? "" : `${model.text(setting.change === "refused" ? "mark_of_refused" : "mark_of_altered")} `;
    const holds = setting.change === "no_effect" ? model.text("web_asked_no_effect", label, setting.asked) : model.text("web_asked_and_holds", label, setting.asked, setting.effective);
    const proof = setting.proof;
    return make(
      "li",
      { class: setting.change, "data-field": setting.field },
      make("strong", {}, mark + holds),
      said ? null : make("span", {}, ` ${setting.sentence}`),
      setting.change === "no_effect" || said ? null : make("span", { class: "rule" }, setting.rule),
      proof === undefined || setting.change === "no_effect"
        ? null
        : make("span", { class: "rule" }, make("code", {}, proof.call), " ", model.text("web_returned", number(proof.returned), number(proof.as_asked))),
    );
  };
  fill(
    place,
    serious.length === 0 ? make("p", { class: "good" }, `${model.text("mark_of_accepted")} ${model.text("status_as_asked")}`) : make("ul", { class: "effects" }, ...serious.map(line)),
    changed.length === serious.length
      ? null
      : make(
          "details",
          {},
          make("summary", {}, `${model.text("settings_idle")}: ${changed.length - serious.length}`),
          make("ul", { class: "effects" }, ...changed.slice(serious.length).map(line)),
        ),
  );
}
