// The axes of the result: u and v along its edges, or x and y in texels, and the frame of the texture.
import { contextOf, themeColor } from "./dom.js";

/**
 * @typedef {[number, number]} Point
 * @typedef {{ name: string, first: number, last: number }} Axis what it is called, and its values at the picture's edges
 * @typedef {{ along: "x" | "y", from: Point, to: Point }} Side of the texture, in pixels of the picture
 */

/** How far apart labels are at least, along and down. */
const room = { x: 64, y: 32 };

/** The smallest of 1, 2 and 5 times a power of ten that is not below `least`. @param {number} least */
export function roundStep(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return (/** @type {number} */ ([1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)))) * power;
}

/** The round values on an axis of so many pixels. @param {Axis} axis @param {number} length @param {number} apart @returns {{ value: number, at: number }[]} */
export function ticksOf({ first, last }, length, apart) {
  const span = last - first;
  if (!(Math.abs(span) > 0) || !(length >= apart)) return [];
  const step = roundStep((Math.abs(span) * apart) / length);
  const from = Math.ceil(Math.min(first, last) / step - 1e-9), to = Math.floor(Math.max(first, last) / step + 1e-9);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => {
    const value = Number(((from + i) * step).toPrecision(12));
    return { value, at: ((value - first) / span) * length + 0 }; // not -0
  });
}

/**
 * The axis along the lower edge, and that along the left one. In texels where coordinates are.
 * @param {import("./model.js").Model} model @param {import("./model.js").State} state @param {{ width: number, height: number }} picture
 * @returns {{ x: Axis, y: Axis | null } | null} null: the view has no axes
 */
export function axesOf(model, state, { width, height }) {
  const { view, texture, sampler, fetch } = state.effective;
  if (view.projection !== "flat" || state.failure !== "") return null;
  const inTexels = !sampler.normalized_coords && fetch.coordinates === "scaled";
  const units = inTexels ? [texture.width, texture.height] : [1, 1];
  const corner = model.coordinate(0, height), right = model.coordinate(width, height), top = model.coordinate(0, 0);
  const axis = (/** @type {number} */ i, /** @type {Point} */ from, /** @type {Point} */ to) => ({
    name: (inTexels ? ["x", "y"] : ["u", "v"])[i],
    first: from[i] * units[i],
    last: to[i] * units[i],
  });
  return { x: axis(0, corner, right), y: texture.dimension.startsWith("1d") ? null : axis(1, top, corner) };
}

/**
 * Draws them on a canvas below the picture, which lies where `place` says.
 * @param {HTMLCanvasElement} canvas @param {{ x: Axis, y: Axis | null } | null} axes @param {{ left: number, top: number, width: number, height: number }} place
 */
export function drawAxes(canvas, axes, place) {
  const scale = window.devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  if (axes === null) return;
  const context = contextOf(canvas);
  context.scale(scale, scale);
  context.font = "11px ui-monospace, 'DejaVu Sans Mono', monospace";
  const bottom = place.top + place.height;
  const line = (/** @type {number} */ x0, /** @type {number} */ y0, /** @type {number} */ x1, /** @type {number} */ y1) => {
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.stroke();
  };
  const begin = (/** @type {string} */ color) => {
    context.fillStyle = context.strokeStyle = themeColor(color);
    context.lineWidth = 1;
  };
  begin("--axis-x");
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const { value, at } of ticksOf(axes.x, place.width, room.x)) {
    const x = place.left + at, half = context.measureText(String(value)).width / 2;
    line(x, bottom, x, bottom + 4);
    context.fillText(String(value), Math.min(Math.max(x, place.left - 8 + half), width - half), bottom + 6);
  }
  context.textAlign = "right";
  context.fillText(axes.x.name, place.left - 12, bottom + 6);
  if (axes.y === null) return;
  begin("--axis-y");
  context.textBaseline = "middle";
  for (const { value, at } of ticksOf(axes.y, place.height, room.y)) {
    const y = place.top + at;
    if (y < place.top + 18) continue; // the name is there
    line(place.left - 4, y, place.left, y);
    context.fillText(String(value), place.left - 7, y);
  }
  context.fillText(axes.y.name, place.left - 7, place.top + 7);
}

/**
 * The sides of the texture in pixels of the picture: those along u, then those along v.
 * @param {import("./model.js").Model} model @param {import("./model.js").State} state
 * @returns {Side[]}
 */
export function frameOf(model, state) {
  const { view, texture } = state.effective;
  if (view.projection !== "flat" || state.failure !== "") return [];
  const pixel = pixelOfPoint(model);
  if (pixel === null) return [];
  const [a, b, c, d] = /** @type {Point[]} */ ([[0, 0], [1, 0], [1, 1], [0, 1]]).map(pixel);
  /** @type {Side[]} */
  const sides = [{ along: "y", from: b, to: c }, { along: "y", from: d, to: a }];
  if (!texture.dimension.startsWith("1d")) sides.unshift({ along: "x", from: a, to: b }, { along: "x", from: c, to: d });
  return sides;
}

/** From a normalized coordinate to the picture, of a flat view. @param {import("./model.js").Model} model @returns {((point: Point) => Point) | null} */
export function pixelOfPoint(model) {
  const from = model.coordinate(0, 0);
  const across = model.coordinate(1, 0).map((value, i) => value - from[i]), down = model.coordinate(0, 1).map((value, i) => value - from[i]);
  const area = across[0] * down[1] - across[1] * down[0];
  if (area === 0) return null;
  return ([u, v]) => [((u - from[0]) * down[1] - (v - from[1]) * down[0]) / area, ((v - from[1]) * across[0] - (u - from[0]) * across[1]) / area];
}
