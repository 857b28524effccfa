// The settings: a row for each field, with what the hardware says about it.
import { fill, make } from "./dom.js";

/**
 * @typedef {import("./model.js").Model} Model
 * @typedef {import("./model.js").State} State
 * @typedef {import("./model.js").Field} Field
 * @typedef {import("./model.js").Session} Session
 * @typedef {{ path: string, when?: (session: Session, effective: Session) => boolean, more?: boolean, values?: number[], note?: boolean,
 *   range?: [number, number, number] }} Row
 */

const layered = (/** @type {string} */ dimension) => dimension.endsWith("layered");
const cube = (/** @type {string} */ dimension) => dimension.startsWith("cube");
const oneRow = (/** @type {string} */ dimension) => dimension.startsWith("1d");
const flat = (/** @type {Session} */ _s, /** @type {Session} */ e) => e.view.projection === "flat";
const mipped = (/** @type {Session} */ s) => s.texture.levels > 1;

/** The same rows, in the same order, as in the window. @type {{ title: string, rows: Row[] }[]} */
const sections = [
  {
    title: "title_sampler",
    rows: [
      { path: "sampler.normalized_coords", note: true },
      { path: "sampler.address_x", note: true },
      { path: "sampler.address_y", note: true, when: (s) => !oneRow(s.texture.dimension) },
      { path: "sampler.address_z", note: true, when: (s) => s.texture.dimension === "3d" },
      { path: "sampler.border_color", note: true },
      { path: "sampler.filter", note: true },
      { path: "sampler.read_mode", note: true },
      { path: "sampler.srgb", note: true },
      { path: "sampler.seamless_cube", when: (s) => cube(s.texture.dimension) || s.sampler.seamless_cube },
      { path: "sampler.mip_filter", when: mipped },
      { path: "sampler.mip_bias", when: mipped, range: [-4, 4, 0.0625] },
      { path: "sampler.mip_min", when: mipped, range: [0, 15, 0.0625] },
      { path: "sampler.mip_max", when: mipped, range: [0, 15, 0.0625] },
      { path: "sampler.max_anisotropy", range: [0, 16, 1] },
      { path: "sampler.disable_trilinear_optimization", when: mipped },
    ],
  },
  {
    title: "title_texture",
    rows: [
      { path: "texture.source" },
      { path: "texture.cell", when: (s) => ["checkerboard", "uv_grid"].includes(s.texture.source) },
      { path: "texture.seed", when: (s) => s.texture.source === "noise" },
      { path: "texture.hot_x", when: (s) => s.texture.source === "one_hot" },
      { path: "texture.hot_y", when: (s) => s.texture.source === "one_hot" && !oneRow(s.texture.dimension) },
      { path: "texture.hot_z", when: (s) => s.texture.source === "one_hot" && (layered(s.texture.dimension) || cube(s.texture.dimension) || s.texture.dimension === "3d") },
      { path: "texture.dimension" },
      { path: "texture.width" },
      { path: "texture.height", when: (s) => !oneRow(s.texture.dimension) },
      { path: "texture.depth", when: (s) => s.texture.dimension === "3d" || layered(s.texture.dimension) },
      { path: "texture.kind" },
      { path: "texture.bits", values: [8, 16, 32] },
      { path: "texture.channels", values: [1, 2, 4] },
      { path: "texture.levels", range: [1, 16, 1] },
      { path: "texture.mips", when: mipped },
      { path: "texture.gamma_correct_mips", when: (s) => mipped(s) && (s.sampler.srgb || !s.texture.gamma_correct_mips) },
      { path: "texture.storage", more: true },
      { path: "texture.gather_flag", more: true, when: (s) => s.texture.dimension === "2d" && ["array", "shared"].includes(s.texture.storage) },
      { path: "texture.channel_kind", more: true },
      { path: "texture.pitch_offset", more: true, when: (s) => s.texture.storage === "pitch" },
      { path: "texture.view", more: true },
      { path: "texture.view_kind", more: true, when: (s) => s.texture.view },
      { path: "texture.view_bits", more: true, values: [8, 16, 32], when: (s) => s.texture.view },
      { path: "texture.view_channels", more: true, values: [1, 2, 4], when: (s) => s.texture.view },
      { path: "texture.view_first_level", more: true, when: (s) => s.texture.view && mipped(s) },
      { path: "texture.view_levels", more: true, when: (s) => s.texture.view && mipped(s) },
      { path: "texture.view_first_layer", more: true, when: (s) => s.texture.view && layered(s.texture.dimension) },
      { path: "texture.view_layers", more: true, when: (s) => s.texture.view && layered(s.texture.dimension) },
    ],
  },
  {
    title: "title_fetch",
    rows: [
      { path: "fetch.function" },
      { path: "fetch.lod", when: (s) => s.fetch.function === "lod", range: [-1, 15, 0.0625] },
      { path: "fetch.gradients", when: (s) => s.fetch.function === "grad" },
      { path: "fetch.gradient_scale", when: (s) => s.fetch.function === "grad" && s.fetch.gradients === "view", range: [0, 8, 0.0625] },
      { path: "fetch.dx", when: (s) => s.fetch.function === "grad" && s.fetch.gradients === "given" },
      { path: "fetch.dy", when: (s) => s.fetch.function === "grad" && s.fetch.gradients === "given" },
      { path: "fetch.component", when: (s) => s.fetch.function === "gather", values: [0, 1, 2, 3] },
      { path: "fetch.coordinates", note: true },
      { path: "fetch.sample_at" },
      { path: "fetch.layer", when: (s) => layered(s.texture.dimension) },
      { path: "fetch.face", when: (s, e) => cube(s.texture.dimension) && flat(s, e) },
      { path: "fetch.slice_axis", when: (s, e) => s.texture.dimension === "3d" && flat(s, e) },
      { path: "fetch.slice", when: (s, e) => s.texture.dimension === "3d" && flat(s, e), range: [-0.5, 1.5, 0.005] },
      { path: "fetch.slab", when: (s, e) => s.texture.dimension === "3d" && flat(s, e) },
      { path: "fetch.slab_thickness", when: (s) => s.texture.dimension === "3d" && s.fetch.slab !== "off", range: [0, 1, 0.01] },
      { path: "fetch.slab_samples", when: (s) => s.texture.dimension === "3d" && s.fetch.slab !== "off" },
      { path: "fetch.type", more: true },
      { path: "fetch.type_channels", more: true, values: [0, 1, 2, 4], when: (s) => s.fetch.type !== "native" || s.fetch.type_channels !== 0 },
    ],
  },
  {
    title: "web_view",
    rows: [
      { path: "view.projection" },
      { path: "view.tilt", when: (_s, e) => e.view.projection === "tilted", range: [0, 85, 1] },
      { path: "view.yaw", when: (_s, e) => e.view.projection === "sphere", range: [-180, 180, 1] },
      { path: "view.pitch", when: (_s, e) => e.view.projection === "sphere", range: [-90, 90, 1] },
      { path: "view.mapping", when: flat },
      { path: "view.resize_width", when: (s, e) => flat(s, e) && s.view.mapping === "resize" },
      { path: "view.resize_height", when: (s, e) => flat(s, e) && s.view.mapping === "resize" },
      { path: "view.align_corners", when: (s, e) => flat(s, e) && s.view.mapping === "resize" },
      { path: "view.center_x" },
      { path: "view.center_y", when: (s) => !oneRow(s.texture.dimension) },
      { path: "view.span" },
      { path: "view.rotation", range: [-180, 180, 1] },
      { path: "view.range_low" },
      { path: "view.range_high" },
      { path: "view.exposure", range: [-8, 8, 0.25] },
      { path: "view.false_color" },
      { path: "view.show_r", more: true },
      { path: "view.show_g", more: true },
      { path: "view.show_b", more: true },
      { path: "view.show_a", more: true },
      { path: "view.mark_nonfinite", more: true },
      { path: "view.mark_out_of_range", more: true },
      { path: "view.dim_repeats", more: true },
      { path: "view.level", when: mipped },
      { path: "view.slice", when: (s) => s.texture.dimension === "3d" || layered(s.texture.dimension) || cube(s.texture.dimension) },
    ],
  },
];

/** The letters of all labels; a Chinese character is as wide as two. @param {import("./model.js").Choice[]} choices */
const widthOf = (choices) => choices.map((choice) => choice.label.replace(/[^\x00-\u2fff]/g, "mm")).join("").length;

/** Every field that the page offers. */
export const offered = sections.flatMap((section) => section.rows.map((row) => row.path));

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
      ...sections.map((section) =>
        make(
          "section",
          { class: "group", "aria-label": this.model.text(section.title) },
          make("h2", {}, this.model.text(section.title)),
          ...section.rows.map((row) => this.row(row)),
          section.title === "title_texture" ? own : null,
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
      const fits = row.when === undefined || row.when(state.session, state.effective);
      element.hidden = !fits || (row.more === true && !this.showMore && !differs);
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
    const more = this.place.querySelector("#more");
    if (more !== null) more.textContent = this.model.text(this.showMore ? "fewer_settings" : "more_settings");
  }
}
