// The settings: a row for each field, with what the hardware says about it.
import { fill, make } from "./dom.js";

/**
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./model.js").State} State
 * @typedef {import("./model.js").Field} Field
 * @typedef {import("./model.js").Session} Session
 * @typedef {import("./model.js").Row} Row
 */

/** The sections in the order of the page, on which a sampler comes first. @type {Record<string, string>} */
const titles = { sampler: "title_sampler", texture: "title_texture", fetch: "title_fetch", scene: "title_scene", view: "web_view" };

/** The letters of all labels; a Chinese character is as wide as two. @param {import("./model.js").Choice[]} choices */
const widthOf = (choices) => choices.map((choice) => choice.label.replace(/[^\x00-\u2fff]/g, "mm")).join("").length;

/** A field's value as the command line has it. @param {any} value */
export function asText(value) {
  return Array.isArray(value) ? value.join(",") : String(value);
}

/** @param {Session} session @param {string} path */
export function valueOf(session, path) {
  const [part, name] = path.split(".");
  return session[part][name];
}

export class Settings {
  /**
   * @param {HTMLElement} place @param {Model} model
   * @param {{ change: (fields: Record<string, string>, gesture?: string) => void, reset: () => void }} does a gesture's changes are
   *   undone as one
   */
  constructor(place, model, does) {
    this.place = place;
    this.model = model;
    this.change = does.change;
    this.reset = does.reset;
    this.showMore = false;
    /** @type {Set<string> | null} the settings that a lesson's step is about; null: all */
    this.only = null;
    /** @type {Map<string, { row: HTMLElement, show: (state: State) => void }>} */
    this.rows = new Map();
    /** @type {State | null} */
    this.state = null;
  }

  /** Builds every row, in the present language. @param {HTMLElement} own the rows for the reader's own picture */
  build(own) {
    this.rows.clear();
    fill(
      this.place,
      ...Object.entries(titles).map(([name, title]) =>
        make(
          "section",
          { class: "group", "aria-label": this.model.text(title) },
          make("h2", {}, this.model.text(title)),
          ...this.model.sections.filter((section) => section.name === name).flatMap((section) => section.rows.map((row) => this.row(row))),
          name === "texture" ? own : null,
        ),
      ),
      make(
        "div",
        { class: "buttons ends" },
        make("button", { type: "button", class: "link", id: "more", onclick: () => this.toggleMore() }),
        make("button", { type: "button", id: "reset", title: this.model.text("web_reset_help"), onclick: () => this.reset() }, this.model.text("web_reset")),
      ),
    );
    if (this.state !== null) this.show(this.state);
  }

  /** Shows these settings alone, until more are asked for. @param {string[]} paths none: all of them */
  limit(paths) {
    this.only = paths.length === 0 ? null : new Set(paths);
    this.showMore = false;
  }

  toggleMore() {
    this.showMore = !this.showMore;
    if (this.state !== null) this.show(this.state);
  }

  /** @param {Row} row */
  row(row) {
    const field = this.model.fields.get(row.path);
    if (field === undefined) throw new Error(`there is no field ${row.path}`);
    const id = row.path.replace(".", "-");
    const note = make("div", { class: "note", id: `${id}-note` });
    const [control, showValue] = this.control(field, row, id);
    const element = make("div", { class: "row", "data-field": row.path }, make("span", { class: "label", id: `${id}-label`, title: field.help }, field.label), control, note);
    const show = (/** @type {State} */ state) => {
      const differs = asText(valueOf(state.session, row.path)) !== this.standard.get(row.path);
      const visible = state.rows[row.path], isAsked = this.only === null ? visible === "shown" || differs : this.only.has(row.path);
      element.hidden = visible === undefined || (!isAsked && !this.showMore);
      if (element.hidden) return;
      showValue(valueOf(state.session, row.path), valueOf(state.effective, row.path));
      this.showNote(note, state, row.path);
    };
    this.rows.set(row.path, { row: element, show });
    return element;
  }

  /** @type {Map<string, string>} the defaults */
  standard = new Map();

  /** @param {HTMLElement} place @param {State} state @param {string} path */
  showNote(place, state, path) {
    const note = state.notes.find((candidate) => candidate.field === path);
    place.className = `note ${note?.kind ?? ""}`;
    if (place.parentElement !== null) place.parentElement.dataset.note = note?.kind ?? "";
    if (note === undefined) return fill(place);
    const mark = { refused: "mark_of_refused", altered: "mark_of_altered", no_effect: "" }[note.kind];
    const fields = Object.fromEntries(Object.entries(note.fix).map(([name, value]) => [name, asText(value)]));
    fill(
      place,
      make("span", { title: note.rule }, mark ? `${this.model.text(mark)} ` : "", note.sentence),
      note.fix_label === "" ? null : " ",
      note.fix_label === ""
        ? null
        : make("button", { type: "button", class: "link", title: note.rule, "data-fix": path, onclick: () => this.change(fields) }, note.fix_label),
    );
  }

  /**
   * A field's control, and the function that shows a value there: what was requested, and what takes effect.
   * @param {Field} field @param {Row} row @param {string} id @returns {[HTMLElement, (value: any, effective: any) => void]}
   */
  control(field, row, id) {
    const labels = { "aria-labelledby": `${id}-label`, "aria-describedby": `${id}-note` };
    if (field.type === "boolean") {
      const box = make("input", { type: "checkbox", id, role: "switch", ...labels, onchange: () => this.change({ [field.path]: String(box.checked) }) });
      return [make("label", { class: "switch" }, box, make("span", { class: "slider" })), (value) => (box.checked = value)];
    }
    const choices = row.values?.map((value) => ({ identifier: String(value), label: String(value), help: "" })) ?? field.choices;
    if (choices !== undefined && choices.length <= 4 && widthOf(choices) <= (choices.length === 2 ? 26 : 22)) return this.segments(field, choices, id, labels);
    if (choices !== undefined) {
      const list = make("select", { id, ...labels, onchange: () => this.change({ [field.path]: list.value }) });
      // A picture is chosen by its own button.
      for (const choice of choices) list.append(make("option", { value: choice.identifier, title: choice.help, hidden: choice.identifier === "file" }, choice.label));
      return [list, (value) => (list.value = String(value))];
    }
    if (field.type === "numbers") return this.numbers(field, id, labels);
    return this.number(field, row, id, labels);
  }

  /** @param {Field} field @param {import("./model.js").Choice[]} choices @param {string} id @param {Record<string, string>} labels
   * @returns {[HTMLElement, (value: any, effective: any) => void]} */
  segments(field, choices, id, labels) {
    const inputs = choices.map((choice) =>
      make("input", { type: "radio", name: id, value: choice.identifier, id: `${id}-${choice.identifier}`, onchange: () => this.change({ [field.path]: choice.identifier }) }),
    );
    const parts = choices.map((choice, i) => make("label", { title: choice.help }, inputs[i], make("span", {}, choice.label)));
    return [
      make("div", { class: "segments", role: "radiogroup", ...labels }, ...parts),
      (value, effective) =>
        inputs.forEach((input, i) => {
          input.checked = input.value === String(value);
          parts[i].classList.toggle("effective", String(effective) !== String(value) && input.value === String(effective));
        }),
    ];
  }

  /** @param {Field} field @param {string} id @param {Record<string, string>} labels @returns {[HTMLElement, (value: any) => void]} */
  numbers(field, id, labels) {
    const names = field.path.endsWith("color") ? ["R", "G", "B", "A"] : ["x", "y", "z"];
    const inputs = names.map((name) =>
      make("input", { type: "text", inputmode: "decimal", "aria-label": `${field.label} ${name}`, onchange: () => this.change({ [field.path]: inputs.map((input) => input.value).join(",") }) }),
    );
    return [
      make("div", { class: "numbers", id, role: "group", ...labels }, ...inputs),
      (value) => inputs.forEach((input, i) => (input.value = String(value[i]))),
    ];
  }

  /** @param {Field} field @param {Row} row @param {string} id @param {Record<string, string>} labels @returns {[HTMLElement, (value: any) => void]} */
  number(field, row, id, labels) {
    const input = make("input", { type: "text", inputmode: "decimal", id, ...labels, onchange: () => this.change({ [field.path]: input.value }) });
    input.addEventListener("keydown", (event) => {
      const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (by === undefined) return;
      event.preventDefault();
      const step = (row.range?.[2] ?? (field.type === "integer" ? 1 : 0.1)) * (event.shiftKey ? 10 : 1);
      this.change({ [field.path]: String(Number((Number(input.value) + by * step).toPrecision(12))) }, field.path);
    });
    if (row.range === undefined) return [input, (value) => (input.value = String(value))];
    const [low, high, step] = row.range;
    const slider = make("input", {
      type: "range", min: low, max: high, step, "aria-label": field.label,
      oninput: () => this.change({ [field.path]: slider.value }, field.path),
    });
    return [
      make("div", { class: "ranged" }, slider, input),
      (value) => {
        input.value = String(value);
        slider.value = String(value);
      },
    ];
  }

  /** @param {State} state */
  show(state) {
    this.state = state;
    for (const { show } of this.rows.values()) show(state);
    for (const group of /** @type {NodeListOf<HTMLElement>} */ (this.place.querySelectorAll(".group"))) {
      const own = group.querySelector(".own"), isWhole = this.only === null || this.showMore;
      own?.toggleAttribute("hidden", !isWhole);
      group.hidden = !isWhole && group.querySelector("[data-field]:not([hidden])") === null;
    }
    const more = this.place.querySelector("#more");
    if (more !== null) more.textContent = this.model.text(this.showMore ? "fewer_settings" : "more_settings");
  }
}
