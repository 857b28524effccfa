// WHY: where the chosen pixel reads, and what it gets.
import { fill, float, make, number, signed } from "./dom.js";

/** @typedef {import("./model.js").Model} Model */

const channelClass = (/** @type {string} */ name) => `channel channel-${name.toLowerCase()}`;

/** @param {any} explanation @param {Model} model */
function values(explanation, model) {
  const rows = (explanation.result ?? []).map((/** @type {any} */ word) =>
    make(
      "tr",
      {},
      make("th", { scope: "row", class: channelClass(word.name) }, word.name),
      make("td", { class: "value", title: word.bits }, number(word.value, word.value_text)),
      make("td", {}, number(word.ideal, word.ideal_text)),
      make("td", { class: word.error === 0 ? "dim" : "" }, signed(word.error)),
    ),
  );
  return make(
    "table",
    { class: "values" },
    make("thead", {}, make("tr", {}, ...["web_channel", "web_shown_model", "explain_ideal", "web_error"].map((name) => make("th", { scope: "col" }, model.text(name))))),
    make("tbody", {}, ...rows),
  );
}

/** @param {any} texel */
const placeOf = (texel) => (texel.place ?? []).filter((/** @type {number} */ _, /** @type {number} */ i) => i < 2 || texel.place[i] !== 0 || texel.place.length > 3).join(", ");

/** @param {any} texel @param {[number, number]} range the values that the picture shows as black and as white */
function swatch(texel, [black, white]) {
  const [r, g, b] = texel.decoded ?? [];
  if (r === undefined) return null;
  const byte = (/** @type {number | null} */ value) => Math.round(Math.min(1, Math.max(0, ((value ?? 0) - black) / (white - black))) * 255);
  const color = texel.decoded.length === 1 ? [r, r, r] : [r, g ?? 0, b ?? 0];
  return make("span", { class: "swatch", style: `background: rgb(${color.map(byte).join(" ")})`, "aria-hidden": "true" });
}

/** The texels of a level or of a probe. @param {any} part @param {string} title @param {Model} model @param {[number, number]} range */
function texels(part, title, model, range) {
  const total = 1 << (part.texels[0]?.weight_bits ?? 8);
  const rows = part.texels
    .filter((/** @type {any} */ texel) => texel.exists)
    .map((/** @type {any} */ texel) =>
      make(
        "tr",
        { class: texel.weight === 0 ? "dim" : "" },
        make("td", {}, swatch(texel, range), texel.border ? model.text("why_border") : placeOf(texel)),
        make("td", { class: "weight" }, make("span", { class: "bar", style: `--share: ${texel.weight / total}` }), `${texel.weight}/${total}`),
        make("td", { title: (texel.stored ?? []).join(" ") }, (texel.decoded ?? []).map((/** @type {number | null} */ value) => (value === null ? "nan" : String(Number.isInteger(value) ? value : Number(value.toPrecision(4))))).join(" ")),
      ),
    );
  return make(
    "table",
    { class: "texels" },
    make("caption", {}, title),
    make("thead", {}, make("tr", {}, ...["web_texel", "explain_weight", "web_decoded"].map((name) => make("th", { scope: "col" }, model.text(name))))),
    make("tbody", {}, ...rows),
  );
}

/** Whether wrap changes the coordinate. @param {any} axis */
const leaves = (axis) => axis.address_mode === "wrap" && axis.fraction_bits !== undefined && (axis.given < 0 || axis.given >= 1);

/** The steps from the coordinate to the texels. @param {any} part @param {Model} model */
function steps(part, model) {
  const pair = (/** @type {(number | null)[]} */ texel) => {
    const named = texel.map((value) => (value === null ? model.text("why_border") : String(value)));
    return part.texels.length > 1 ? named.join(", ") : named[0];
  };
  /** @type {[string, string | null, (axis: any) => string | null][]} */
  const lines = [
    ["explain_given", null, (axis) => float(axis.given, axis.given_text)],
    ["web_wrapped", "web_wrapped_help", (axis) => (leaves(axis) ? String(axis.fixed_point / 2 ** axis.fraction_bits) : null)],
    ["why_position", "why_position_help", (axis) => float(axis.position, axis.position_text)],
    ["why_snapped", "why_snapped_help", (axis) => (axis.snapped_over_256 === undefined ? null : String(axis.snapped_over_256))],
    ["why_wanted", "why_wanted_help", (axis) => pair(axis.footprint)],
    ["explain_mode", null, (axis) => axis.address_mode],
    ["why_read", "why_read_help", (axis) => pair(axis.texels)],
    ["why_second", "why_second_help", (axis) => (axis.second_weight_over_256 === undefined ? null : String(axis.second_weight_over_256))],
  ];
  return make(
    "table",
    { class: "steps" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, model.text("web_axis")), ...part.axes.map((/** @type {any} */ axis) => make("th", { scope: "col" }, axis.name)))),
    make(
      "tbody",
      {},
      ...lines
        .filter(([, , value]) => part.axes.some((/** @type {any} */ axis) => value(axis) !== null))
        .map(([name, help, value]) =>
          make("tr", {}, make("th", { scope: "row", title: help === null ? undefined : model.text(help) }, model.text(name)), ...part.axes.map((/** @type {any} */ axis) => make("td", {}, value(axis)))),
        ),
    ),
  );
}

/** Six significant digits. @param {number | null} value */
const brief = (value) => (value === null ? "nan" : Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6))));

/** Black or white, whichever is read on the color. @param {string | null} color */
function inkOn(color) {
  if (color === null) return "";
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return `background: ${color}; color: ${0.2126 * r + 0.7152 * g + 0.0722 * b > 128 ? "#101216" : "#f5f6fa"}`;
}

/** @param {any} picture */
function swatchAndWords(picture) {
  if (picture.words.length === 0) return null;
  return make(
    "div",
    { class: "value-line" },
    picture.color === null ? null : make("span", { class: "large-swatch", style: `background: ${picture.color}`, "aria-hidden": "true" }),
    ...picture.words.map((/** @type {any} */ word) => make("code", { title: word.text }, make("b", { class: channelClass(word.name.slice(0, 1)) }, word.name), ` ${word.value === null ? word.text : brief(word.value)}`)),
  );
}

/** @param {any} axis @param {Model} model */
function axisLine(axis, model) {
  const moved = axis.action !== null || axis.landed !== null;
  const landed = axis.landed !== null ? brief(axis.landed) : axis.action !== null ? model.text("picture_outside") : "";
  return make(
    "div",
    { class: "axis-line", title: `${axis.name} ${axis.given}` },
    make("code", {}, make("b", {}, axis.name), ` ${brief(axis.given)}`, moved ? make("span", { class: "dim" }, ` ${axis.action ?? ""} → `) : null, moved ? landed : null),
    make("code", {}, `${axis.texel_name} ${brief(axis.position)}`),
  );
}

/** The share of each level, in the color of its heaviest texel. @param {any} picture @param {Model} model */
function levelBar(picture, model) {
  const colorOf = (/** @type {number} */ level) => picture.footprints.filter((/** @type {any} */ one) => one.level === level).flatMap((/** @type {any} */ one) => one.texels).reduce((/** @type {any} */ a, /** @type {any} */ b) => (a === null || b.weight > a.weight ? b : a), null)?.color ?? null;
  return make(
    "div",
    { class: "level-bar" },
    ...picture.levels.map((/** @type {any} */ level) => {
      const shown = `${model.text("picture_of_level", level.level)} ${level.weight_text}/256`;
      return make("span", { style: `flex: ${level.weight} 1 0; ${inkOn(colorOf(level.level))}`, title: shown }, level.weight < 100 ? String(level.level) : shown);
    }),
  );
}

/** @param {any} texel */
function cell(texel) {
  const exact = texel.exact === null ? "" : ` (${brief(texel.exact)})`;
  return make(
    "li",
    {
      class: texel.largest ? "largest" : "",
      style: inkOn(texel.color),
      title: `${texel.place}: ${brief(texel.weight)}/256${exact}\n${texel.value.map(brief).join(" ")}`,
      "data-place": texel.place,
    },
    make("code", {}, texel.place),
    texel.weight_text ? make("strong", {}, texel.weight_text) : null,
  );
}

/** The texels of a level as they lie, or the heaviest of its probes. @param {any} footprint @param {Model} model @param {boolean} many */
function grids(footprint, model, many) {
  const slices = Math.max(1, footprint.slices);
  return Array.from({ length: slices }, (_, slice) => {
    const texels = footprint.texels.filter((/** @type {any} */ texel) => texel.slice === slice);
    const captions = [many ? model.text("picture_of_level", footprint.level) : null, slices > 1 ? model.text("picture_slice", texels[0]?.at?.[2] ?? slice) : null].filter((one) => one !== null);
    return make(
      "figure",
      { class: "grid" },
      captions.length === 0 ? null : make("figcaption", { class: "dim" }, captions.join(", ")),
      make("ul", { class: "cells", style: `--columns: ${footprint.columns || Math.min(4, texels.length)}` }, ...texels.map(cell)),
      footprint.more === 0 || slice > 0 ? null : make("p", { class: "dim" }, model.text("picture_more", footprint.more, brief(footprint.more_weight))),
    );
  });
}

/** The four steps, drawn from the table that the window draws too. @param {any} picture @param {Model} model */
function drawnSteps(picture, model) {
  let count = 0;
  const step = (/** @type {string} */ title, /** @type {string | null} */ remark, /** @type {(Node | string | null)[]} */ ...content) =>
    make("section", { class: "step" }, make("h3", {}, make("span", { class: "dim" }, `${++count} `), title, remark === null ? null : make("code", { class: "dim" }, remark)), ...content);
  const many = picture.footprints.length > 1;
  return [
    step(
      picture.titles.coordinate,
      picture.function,
      ...picture.facts.map((/** @type {[string, string]} */ [label, value]) => make("div", {}, make("code", {}, `${label} ${value}`))),
      ...picture.axes.map((/** @type {any} */ axis) => axisLine(axis, model)),
    ),
    picture.levels.length === 0 ? null : step(picture.titles.levels, null, levelBar(picture, model)),
    step(picture.titles.texels, model.text("picture_weights"), make("div", { class: many && picture.footprints[0].columns > 0 ? "grids many" : "grids" }, ...picture.footprints.flatMap((/** @type {any} */ one) => grids(one, model, many)))),
    picture.sum === "" ? null : step(picture.titles.sum, null, make("code", { class: "sum" }, picture.sum)),
  ];
}

/**
 * @param {HTMLElement} place @param {Model} model @param {any} explanation null: no pixel is chosen
 * @param {{ pinned: boolean, range: [number, number], unpin: () => void, text: () => string }} about
 */
export function showWhy(place, model, explanation, about) {
  if (explanation === null) return fill(place, make("p", { class: "dim" }, model.text("web_result_help")));
  const count = explanation.fetch?.face !== undefined ? 3 : explanation.parts?.[0]?.axes.length ?? 2;
  const coordinate = (explanation.fetch?.coordinate ?? []).slice(0, count).map((/** @type {any} */ c) => float(c.value, c.value_text));
  const head = make(
    "div",
    { class: "head" },
    make("strong", { id: "why-pixel" }, explanation.pixel === null ? model.text("explain_at_coordinate", coordinate.join(", ")) : model.text("web_pixel", ...explanation.pixel)),
    about.pinned ? make("button", { type: "button", class: "link", id: "unpin", onclick: about.unpin }, model.text("web_unpin")) : make("span", { class: "dim" }, model.text("web_pin_hint")),
  );
  if (explanation.empty) return fill(place, head, make("p", {}, model.text("web_nothing_here")));
  const call = `${explanation.fetch.function}(${(explanation.fetch.index !== undefined ? [explanation.fetch.index] : coordinate).join(", ")})`;
  const titles = explanation.parts.map((/** @type {any} */ part, /** @type {number} */ i) =>
    explanation.anisotropic ? model.text("why_probe", i + 1, explanation.parts.length) : explanation.parts.length > 1 ? `${model.text("why_level", part.level)}: ${part.weight}/256` : model.text("web_texel_weights"),
  );
  const pre = make("pre", { tabindex: 0 });
  const stays = place.querySelector("#all-steps")?.hasAttribute("open") ?? false;
  const details = make(
    "details",
    { id: "all-steps", open: stays, ontoggle: () => details.open && pre.textContent === "" && (pre.textContent = about.text()) },
    make("summary", {}, model.text("web_all_steps")),
    pre,
  );
  const open = place.querySelector("#every-step")?.hasAttribute("open") ?? false;
  const every = make(
    "details",
    { id: "every-step", open },
    make("summary", {}, model.text("why_every_step")),
    make("code", { class: "call" }, call),
    values(explanation, model),
    make("ul", { class: "reasons" }, ...explanation.why.map((/** @type {string} */ reason) => make("li", {}, reason))),
    ...explanation.parts.slice(0, 16).map((/** @type {any} */ part, /** @type {number} */ i) => texels(part, titles[i], model, about.range)),
    explanation.parts[0]?.axes.length > 0 ? steps(explanation.parts[0], model) : null,
    explanation.level_of_detail === undefined
      ? null
      : make("p", { class: "lod" }, `${model.text("explain_lod")}: ${model.text("explain_lod_used")} ${number(explanation.level_of_detail.used_over_256 / 256)}, ${model.text("explain_ideal")} ${signed(explanation.level_of_detail.ideal)}`),
    details,
  );
  fill(place, head, swatchAndWords(explanation.picture), ...drawnSteps(explanation.picture, model), make("p", { class: "closing" }, explanation.picture.error.sentence), every);
}
