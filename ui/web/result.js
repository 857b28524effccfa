// The result's picture: it is looked at by mouse, touch and keyboard, moved and zoomed.
import { contextOf } from "./dom.js";

/** @typedef {{ x: number, y: number }} Pixel */

/** Colors over pictures, which are the same in both themes. */
const onPicture = { x: "#56b4e9", y: "#d98cb8", accent: "#9c8fff" };

export class Result {
  /**
   * @param {HTMLCanvasElement} canvas the picture
   * @param {HTMLCanvasElement} overlay over it: the chosen pixel
   * @param {{ look: (pixel: Pixel | null) => void, pin: (pixel: Pixel | null) => void, pan: (dx: number, dy: number) => void,
   *   zoom: (factor: number, x: number, y: number) => void, reset: () => void }} does in pixels of the picture
   */
  constructor(canvas, overlay, does) {
    this.canvas = canvas;
    this.overlay = overlay;
    this.does = does;
    /** @type {Pixel | null} */
    this.chosen = null;
    this.pinned = false;
    /** @type {Map<number, { x: number, y: number, startX: number, startY: number }>} */
    this.pointers = new Map();
    this.moved = false;
    this.listen();
  }

  /** The point of an event in pixels of the picture. @param {{ clientX: number, clientY: number }} event */
  point(event) {
    const box = this.overlay.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * this.canvas.width,
      y: ((event.clientY - box.top) / box.height) * this.canvas.height,
    };
  }

  /** @param {Pixel} point */
  pixelAt(point) {
    const clamp = (/** @type {number} */ value, /** @type {number} */ size) => Math.min(size - 1, Math.max(0, Math.floor(value)));
    return { x: clamp(point.x, this.canvas.width), y: clamp(point.y, this.canvas.height) };
  }

  listen() {
    const area = this.overlay;
    area.addEventListener("pointerdown", (event) => {
      const { x, y } = this.point(event);
      this.pointers.set(event.pointerId, { x, y, startX: x, startY: y });
      area.setPointerCapture(event.pointerId);
      if (this.pointers.size === 1) this.moved = false;
      if (event.pointerType !== "mouse" && !this.pinned) this.does.look(this.pixelAt({ x, y }));
    });
    area.addEventListener("pointermove", (event) => this.pointerMoved(event));
    area.addEventListener("pointerup", (event) => {
      const pointer = this.pointers.get(event.pointerId);
      this.pointers.delete(event.pointerId);
      if (pointer === undefined || this.moved) return;
      this.does.pin(this.pixelAt(pointer));
    });
    area.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
    area.addEventListener("wheel", (event) => {
      event.preventDefault();
      const { x, y } = this.point(event);
      this.does.zoom(Math.pow(0.85, -Math.sign(event.deltaY)), Math.floor(x) + 0.5, Math.floor(y) + 0.5);
    }, { passive: false });
    area.addEventListener("dblclick", () => this.does.reset());
    area.addEventListener("keydown", (event) => this.keyPressed(event));
  }

  /** @param {PointerEvent} event */
  pointerMoved(event) {
    const now = this.point(event);
    const pointer = this.pointers.get(event.pointerId);
    if (pointer === undefined) {
      if (event.pointerType === "mouse" && !this.pinned) this.does.look(this.pixelAt(now));
      return;
    }
    const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, other]) => other);
    if (others.length > 0) {
      const other = others[0];
      const before = Math.hypot(pointer.x - other.x, pointer.y - other.y), after = Math.hypot(now.x - other.x, now.y - other.y);
      if (before > 0 && after > 0) this.does.zoom(before / after, (now.x + other.x) / 2, (now.y + other.y) / 2);
      this.moved = true;
    } else if (this.moved || Math.hypot(now.x - pointer.startX, now.y - pointer.startY) > 5) {
      this.moved = true;
      this.does.pan(now.x - pointer.x, now.y - pointer.y);
    } else return;
    pointer.x = now.x;
    pointer.y = now.y;
  }

  /** @param {KeyboardEvent} event */
  keyPressed(event) {
    if (event.ctrlKey || event.metaKey) return;
    const arrows = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const { width, height } = this.canvas;
    const middle = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
    const at = this.chosen ?? middle;
    if (event.key in arrows) {
      const [right, down] = arrows[event.key];
      if (event.altKey) this.does.pan((-right * width) / 16, (-down * height) / 16);
      else {
        const step = event.shiftKey ? 10 : 1;
        const to = this.chosen === null ? middle : this.pixelAt({ x: at.x + right * step, y: at.y + down * step });
        if (this.pinned) this.does.pin(to);
        else this.does.look(to);
      }
    } else if (event.key === "+" || event.key === "=") this.does.zoom(0.85, at.x + 0.5, at.y + 0.5);
    else if (event.key === "-") this.does.zoom(1 / 0.85, at.x + 0.5, at.y + 0.5);
    else if (event.key === "0") this.does.reset();
    else if (event.key === "Enter" || event.key === " ") this.does.pin(this.pinned ? null : at);
    else if (event.key === "Escape") this.does.pin(null);
    else return;
    event.preventDefault();
  }

  /** @param {import("./model.js").Picture} picture */
  show(picture) {
    const { canvas } = this;
    if (canvas.width !== picture.width || canvas.height !== picture.height) {
      canvas.width = picture.width;
      canvas.height = picture.height;
    }
    contextOf(canvas).putImageData(new ImageData(picture.pixels, picture.width, picture.height), 0, 0);
  }

  /** Draws the lines and the texture's frame, and marks the chosen pixel. @param {Pixel | null} pixel @param {boolean} pinned
   * @param {[number, number, number, number][]} lines in pixels of the picture
   * @param {import("./axes.js").Side[]} frame likewise @param {string} label beside the pixel */
  mark(pixel, pinned, lines, frame, label) {
    this.chosen = pixel;
    this.pinned = pinned;
    const { overlay } = this;
    const scale = window.devicePixelRatio || 1, width = overlay.clientWidth, height = overlay.clientHeight;
    overlay.width = Math.round(width * scale);
    overlay.height = Math.round(height * scale);
    const context = contextOf(overlay);
    context.scale(scale, scale);
    context.strokeStyle = "rgb(255 255 255 / 17%)";
    context.lineWidth = 1;
    context.beginPath();
    for (const [x0, y0, x1, y1] of lines) {
      context.moveTo((x0 / this.canvas.width) * width, (y0 / this.canvas.height) * height);
      context.lineTo((x1 / this.canvas.width) * width, (y1 / this.canvas.height) * height);
    }
    context.stroke();
    this.frame(context, frame, width / this.canvas.width, height / this.canvas.height);
    if (pixel === null) return;
    const x = ((pixel.x + 0.5) / this.canvas.width) * width, y = ((pixel.y + 0.5) / this.canvas.height) * height;
    const side = Math.max(3, width / this.canvas.width / 2 + 1);
    for (const [color, line] of /** @type {[string, number][]} */ ([["#000c", 4], [pinned ? onPicture.accent : "#fff", 2]])) {
      context.strokeStyle = color;
      context.lineWidth = line;
      context.strokeRect(x - side, y - side, 2 * side, 2 * side);
      context.beginPath();
      for (const [right, down] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        context.moveTo(x + right * (side + 3), y + down * (side + 3));
        context.lineTo(x + right * (side + 10), y + down * (side + 10));
      }
      context.stroke();
    }
    if (label !== "") labelAt(context, label, { x: x + side + 6, y: y - side - 6 }, width);
  }

  /** @param {CanvasRenderingContext2D} context @param {import("./axes.js").Side[]} frame @param {number} scaleX @param {number} scaleY from
   * pixels of the picture */
  frame(context, frame, scaleX, scaleY) {
    for (const { along, from, to } of frame)
      for (const [color, line] of /** @type {[string, number][]} */ ([["rgb(0 0 0 / 60%)", 3], [onPicture[along], 1.5]])) {
        context.strokeStyle = color;
        context.lineWidth = line;
        context.beginPath();
        context.moveTo(from[0] * scaleX, from[1] * scaleY);
        context.lineTo(to[0] * scaleX, to[1] * scaleY);
        context.stroke();
      }
  }
}

/** A line of text in a box above the point, within the width. @param {CanvasRenderingContext2D} context @param {string} label
 * @param {Pixel} at its lower left corner @param {number} width */
function labelAt(context, label, at, width) {
  context.font = "12px ui-monospace, 'DejaVu Sans Mono', monospace";
  context.textAlign = "left";
  context.textBaseline = "middle";
  const w = context.measureText(label).width + 12, h = 20;
  const x = Math.max(2, Math.min(at.x, width - w - 2)), y = at.y - h < 2 ? at.y + h + 6 : at.y - h;
  context.fillStyle = "rgb(12 14 18 / 92%)";
  context.strokeStyle = onPicture.accent;
  context.lineWidth = 1;
  context.beginPath();
  context.rect(x, y, w, h);
  context.fill();
  context.stroke();
  context.fillStyle = "#fff";
  context.fillText(label, x + 6, y + h / 2 + 1);
}
