// TEXTURE: the texels as stored, and those that the chosen pixel reads, with their weights.
import { contextOf, themeColor } from "./dom.js";

/** @typedef {import("./model.js").Model} Model */

export class Texels {
  /** @param {HTMLCanvasElement} canvas @param {HTMLElement} caption @param {Model} model */
  constructor(canvas, caption, model) {
    this.canvas = canvas;
    this.caption = caption;
    this.model = model;
  }

  /** The whole plane, or the surroundings of what is read where its texels would be too small to see. @param {any} explanation */
  show(explanation) {
    const { canvas, model } = this;
    const plane = model.drawTexels(0, 0, 1, 1, 1);
    const read = this.read(explanation, plane);
    const shown = model.text("web_level_texels", plane.level, plane.plane, plane.width, plane.height);
    this.caption.textContent = read.length === 0 ? shown : `${shown} · ${model.text("web_weights_in_256ths")}`; // leaves the canvas its size
    const width = Math.max(16, canvas.clientWidth), height = Math.max(16, canvas.clientHeight);
    const scale = Math.min(2, window.devicePixelRatio || 1);
    const w = Math.round(width * scale), h = Math.round(height * scale);
    canvas.width = w;
    canvas.height = h;
    let step = Math.max(plane.width / w, plane.height / h) * 1.04;
    let x0 = plane.width / 2 - (step * w) / 2, y0 = plane.height / 2 - (step * h) / 2;
    const readable = 42 * scale; // a weight fits into such a texel
    if (read.length > 0 && 1 / step < readable) {
      const along = (/** @type {"x" | "y"} */ axis) => {
        const places = read.map((texel) => texel[axis]);
        return { first: Math.min(...places), end: Math.max(...places) + 1 };
      };
      const x = along("x"), y = along("y");
      step = Math.min(step, Math.max(1 / readable, (x.end - x.first + 1) / w, (y.end - y.first + 1) / h));
      if (step < Math.max(plane.width / w, plane.height / h)) {
        x0 = (x.first + x.end) / 2 - (step * w) / 2;
        y0 = (y.first + y.end) / 2 - (step * h) / 2;
      }
    }
    const drawn = model.drawTexels(x0, y0, step, w, h);
    const context = contextOf(canvas);
    context.putImageData(new ImageData(drawn.pixels, w, h), 0, 0);
    this.outline(context, read, x0, y0, 1 / step, scale);
  }

  /** The texels of the shown level and plane that are read. @param {any} explanation @param {{ level: number, plane: number }} plane */
  read(explanation, plane) {
    /** @type {Map<string, { x: number, y: number, weight: number }>} */
    const found = new Map();
    for (const part of explanation?.parts ?? [])
      for (const texel of part.texels) {
        if (texel.place === undefined || part.level !== plane.level || texel.place[2] !== plane.plane) continue;
        const key = `${texel.place[0]},${texel.place[1]}`;
        const weight = (texel.weight / (1 << texel.weight_bits)) * (part.weight / (1 << part.weight_bits));
        found.set(key, { x: texel.place[0], y: texel.place[1], weight: (found.get(key)?.weight ?? 0) + weight });
      }
    return [...found.values()];
  }

  /** @param {CanvasRenderingContext2D} context @param {{ x: number, y: number, weight: number }[]} read @param {number} x0 @param {number} y0
   * @param {number} side of a texel @param {number} scale */
  outline(context, read, x0, y0, side, scale) {
    const accent = themeColor("--accent");
    context.font = `${11 * scale}px ui-monospace, 'DejaVu Sans Mono', monospace`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    for (const texel of read) {
      const x = (texel.x - x0) * side, y = (texel.y - y0) * side;
      for (const [color, line] of /** @type {[string, number][]} */ ([["#000a", 4 * scale], [texel.weight === 0 ? "#aaa" : accent, 2 * scale]])) {
        context.strokeStyle = color;
        context.lineWidth = line;
        context.strokeRect(x, y, side, side);
      }
      if (side < 26 * scale) continue;
      const label = String(Number((texel.weight * 256).toPrecision(4)));
      context.lineWidth = 3 * scale;
      context.strokeStyle = "#000d";
      context.strokeText(label, x + side / 2, y + side / 2);
      context.fillStyle = "#fff";
      context.fillText(label, x + side / 2, y + side / 2);
    }
  }
}
