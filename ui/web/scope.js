// SCOPE: the values along a row of the picture, by the model and by exact arithmetic.
import { contextOf, themeColor } from "./dom.js";

/** @typedef {import("./model.js").Model} Model */

const channels = ["--red-channel", "--green-channel", "--blue-channel", "--alpha-channel"];

/** @param {HTMLCanvasElement} canvas @param {HTMLElement} caption @param {Model} model @param {number} row @param {number | null} column
 * @param {number} width of the picture */
export function showScope(canvas, caption, model, row, column, width) {
  const scale = window.devicePixelRatio || 1, w = Math.max(16, canvas.clientWidth);
  const curves = model.scope(row, w), axis = curves.axis;
  const short = (/** @type {number} */ value) => String(Number(value.toPrecision(4)));
  const across = axis.in_texels ? ` ${model.text("web_scope_from_to", axis.name, short(axis.start), short(axis.end))}.` : "";
  caption.textContent = model.text("web_scope_row", row) + across; // leaves the canvas its height
  const h = Math.max(16, canvas.clientHeight);
  canvas.width = Math.round(w * scale);
  canvas.height = Math.round(h * scale);
  const context = contextOf(canvas);
  context.scale(scale, scale);
  const shown = Math.min(curves.channels, channels.length);
  const values = [...curves.model, ...(curves.ideal ?? [])].flatMap((point) => point.slice(0, shown)).flatMap(([low, high]) => [low, high]).filter((value) => value !== null);
  let low = Math.min(...values), high = Math.max(...values);
  if (!(low < high)) [low, high] = [(values[0] ?? 0) - 0.5, (values[0] ?? 0) + 0.5];
  context.font = "11px ui-monospace, 'DejaVu Sans Mono', monospace";
  const left = Math.ceil(Math.max(context.measureText(short(low)).width, context.measureText(short(high)).width)) + 10, bottom = 10, top = 6;
  const y = (/** @type {number} */ value) => top + (h - top - bottom) * (1 - (value - low) / (high - low));
  const x = (/** @type {number} */ point) => left + ((w - left - 4) * (point + 0.5)) / w;
  context.fillStyle = themeColor("--dim");
  context.textAlign = "right";
  context.fillText(short(high), left - 6, top + 8);
  context.fillText(short(low), left - 6, h - bottom);
  context.strokeStyle = themeColor("--line");
  for (const value of [low, (low + high) / 2, high]) {
    context.beginPath();
    context.moveTo(left, y(value));
    context.lineTo(w - 4, y(value));
    context.stroke();
  }
  context.lineJoin = "round";
  const plot = (/** @type {any[]} */ points, /** @type {number} */ channel) => {
    context.beginPath();
    points.forEach((point, i) => {
      const [least, most, first, last] = point[channel];
      if (first === null) return;
      context.lineTo(x(i), y(first));
      if (least !== most) {
        context.lineTo(x(i), y(least));
        context.lineTo(x(i), y(most));
      }
      context.lineTo(x(i), y(last));
    });
    context.stroke();
  };
  for (let channel = shown - 1; channel >= 0; --channel) {
    context.strokeStyle = themeColor(channels[channel]);
    if (curves.ideal !== undefined) {
      context.globalAlpha = 0.45;
      context.lineWidth = 3;
      plot(curves.ideal, channel);
    }
    context.globalAlpha = 1;
    context.lineWidth = 1.25;
    plot(curves.model, channel);
  }
  if (column !== null) {
    const at = left + ((w - left - 4) * (column + 0.5)) / width;
    context.strokeStyle = themeColor("--accent");
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(at, top);
    context.lineTo(at, h - bottom);
    context.stroke();
  }
}
