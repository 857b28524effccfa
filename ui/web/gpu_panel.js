// YOUR GPU: the reader's own GPU beside the exact model, in a panel that is measured while it is open.
import { fill, find, make } from "./dom.js";
import { Refusal } from "./model.js";
import { GpuError, YourGpu } from "./your_gpu.js";
import {
  differenceFigure,
  levelMixFigure,
  mixLods,
  reasonSentence,
  rendererSentence,
  staircaseFigure,
  weightsFigure,
} from "./your_gpu_view.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./your_gpu.js").GpuTexture} GpuTexture */
/** @typedef {import("./your_gpu.js").TextureRequest} TextureRequest */
/**
 * The picture's fetches and what the model returns for them.
 * @typedef {{ width: number, height: number, channels: number, coordinateSize: number, gradientSize: number,
 * values: Float32Array, empty: Uint8Array, coordinates: Float32Array, lod?: Float32Array, dx?: Float32Array,
 * dy?: Float32Array }} Fetched
 */

/**
 * Of a list, the numbers of one fetch.
 * @param {Float32Array | undefined} list @param {number} i @param {number} size
 */
const part = (list, i, size) => list?.slice(i * size, (i + 1) * size);

export class GpuPanel {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    /** @type {YourGpu | null} */
    this.machine = null;
    /** @type {GpuTexture | null} */
    this.texture = null;
    /** @type {Fetched | null} */
    this.fetched = null;
    /** @type {{ x: number, y: number } | null} */
    this.pixel = null;
    this.hides = false; // what would tell the answer of a lesson's question
    this.measured = ""; // the shape and the sampler whose weights are shown
    this.panel = find("gpu-panel");
    this.button = find("gpu-open");
    this.button.addEventListener("click", () => (this.panel.hidden ? this.open() : this.close()));
    find("gpu-close").addEventListener("click", () => this.close());
    this.panel.addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  // The figures put the values in.
  text = (/** @type {string} */ id) => this.model.pattern(id);

  open() {
    this.panel.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    this.measured = "";
    this.update();
    find("gpu-close").focus();
  }

  /** Opens and shows how levels mix over LOD. Where it cannot be measured the panel stays closed. */
  openLevelMix() {
    const from = document.activeElement;
    this.open();
    const mix = find("gpu-mix");
    mix.scrollIntoView({ block: "nearest" });
    if (mix.childElementCount > 0) return true;
    this.close();
    if (from instanceof HTMLElement) from.focus();
    return false;
  }

  /** Frees the GPU's memory and its context. */
  close() {
    this.machine?.close();
    this.machine = this.texture = this.fetched = null;
    this.panel.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    this.button.focus();
  }

  /** The picture was drawn anew, or the language is another one. */
  update() {
    if (this.panel.hidden) return;
    this.attempt(() => {
      if (this.machine?.lost) this.forget();
      this.machine ??= new YourGpu();
      find("gpu-renderer").textContent = rendererSentence(this.machine, this.text);
      this.texture?.close();
      this.texture = null;
      if (this.hides) return this.refuse("");
      const { why, request, picture, function: called } = this.model.call("gpu");
      if (why !== "") return this.refuse(why);
      this.fetched = this.fetches(picture);
      this.texture = this.machine.open(this.request(request));
      find("gpu-reason").hidden = true;
      this.showDifference();
      this.showWeights(
        JSON.stringify([
          this.model.texts.web_gpu_title,
          called,
          { ...request, levels: request.levels.length },
        ]),
        request,
      );
      this.showFetch();
    });
  }

  /** The chosen pixel is another one. @param {{ x: number, y: number } | null} pixel */
  look(pixel) {
    const same = pixel?.x === this.pixel?.x && pixel?.y === this.pixel?.y;
    this.pixel = pixel;
    if (same || this.panel.hidden || this.texture === null) return;
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.attempt(() => this.showFetch()), 100);
  }

  /** @param {() => void} work */
  attempt(work) {
    try {
      work();
    } catch (error) {
      if (error instanceof Refusal) return this.refuse(error.message);
      if (!(error instanceof GpuError)) throw error;
      this.refuse(reasonSentence(error, this.text));
      if (error.reason === "context_lost") this.offerAgain();
    }
  }

  /** In the place of the figures. @param {string} sentence */
  refuse(sentence) {
    const reason = find("gpu-reason");
    reason.hidden = sentence === "";
    fill(reason, sentence);
    this.measured = "";
    for (const id of ["gpu-difference", "gpu-weights", "gpu-mix", "gpu-fetch"]) fill(find(id));
  }

  offerAgain() {
    this.forget();
    const again = () => this.update();
    find("gpu-reason").append(
      " ",
      make("button", { type: "button", id: "gpu-again", onclick: again }, this.text("web_gpu_again")),
    );
  }

  forget() {
    this.machine?.close();
    this.machine = this.texture = null;
  }

  /** @param {any} request as the module gives it @returns {TextureRequest} */
  request(request) {
    const { HEAPU8 } = this.model.module;
    const levels = request.levels.map((/** @type {number[]} */ [address, bytes]) =>
      HEAPU8.subarray(address, address + bytes),
    );
    return { ...request, levels };
  }

  /**
   * A copy, because the module's memory is another one after the next call.
   * @param {any} picture @returns {Fetched}
   */
  fetches(picture) {
    const { width, height, coordinateSize, gradientSize } = picture,
      count = width * height;
    const { buffer } = this.model.module.HEAPU8;
    const floats = (/** @type {number | null} */ address, /** @type {number} */ each) =>
      address === null ? undefined : new Float32Array(buffer, address, count * each).slice();
    return {
      ...picture,
      values: floats(picture.values, 4),
      empty: new Uint8Array(buffer, picture.empty, count).slice(),
      coordinates: floats(picture.coordinates, coordinateSize),
      lod: floats(picture.lod, 1),
      dx: floats(picture.dx, gradientSize),
      dy: floats(picture.dy, gradientSize),
    };
  }

  showDifference() {
    if (this.texture === null || this.fetched === null) return;
    const { width, height, channels, values, empty } = this.fetched;
    const gpu = this.texture.sampleAt(this.fetched);
    empty.forEach((nothing, i) => nothing && gpu.fill(0, 4 * i, 4 * i + 4));
    fill(
      find("gpu-difference"),
      differenceFigure({ width, height, model: values, gpu, channels }, this.text),
    );
  }

  /**
   * What belongs to the shape and the sampler alone is measured once for both.
   * @param {string} key @param {any} request
   */
  showWeights(key, request) {
    if (this.texture === null || key === this.measured) return;
    const axis = request.width > 1 ? 0 : 1,
      linear = request.sampler.filter === "linear";
    const crosses = linear && (request.width > 1 || request.height > 1);
    fill(find("gpu-weights"), crosses ? this.staircase(this.texture, axis) : null);
    fill(find("gpu-mix"), request.levels.length > 1 ? this.mix(this.texture, request.levels.length) : null);
    this.measured = key;
  }

  /** @param {GpuTexture} texture @param {number} axis */
  staircase(texture, axis) {
    const { fractions, weights, second, fetches } = texture.staircase({ axis });
    const { x, y, z } = second;
    const model = this.floats(
      fetches.coordinates,
      (address) => this.model.call("gpu_weights", x, y, z, address, weights.length).weights,
      weights.length,
    );
    return staircaseFigure({ fractions, weights, model }, this.text);
  }

  /** @param {GpuTexture} texture @param {number} levels */
  mix(texture, levels) {
    const lods = mixLods(levels),
      shares = texture.levelMix(lods);
    const all = this.floats(
      lods,
      (address) => this.model.call("gpu_levels", address, lods.length).shares,
      lods.length * levels,
    );
    const model = shares.map((_, level) => all.subarray(level * lods.length, (level + 1) * lods.length));
    return levelMixFigure({ lods, shares, model }, this.text);
  }

  /** Floats that the module computes from floats. @param {Float32Array} given
   * @param {(address: number) => number} compute the address of the result @param {number} count */
  floats(given, compute, count) {
    const address = this.model.withBytes(
      new Uint8Array(given.buffer, given.byteOffset, given.byteLength),
      compute,
    );
    return new Float32Array(this.model.module.HEAPU8.buffer, address, count).slice();
  }

  /** The weights of the chosen pixel. */
  showFetch() {
    const { pixel, texture, fetched } = this,
      place = find("gpu-fetch");
    if (pixel === null || texture === null || fetched === null) return fill(place);
    const i = pixel.y * fetched.width + pixel.x;
    if (pixel.x >= fetched.width || pixel.y >= fetched.height || fetched.empty[i]) return fill(place);
    const { coordinateSize, gradientSize } = fetched;
    const measured = texture.weights({
      coordinates: fetched.coordinates.slice(i * coordinateSize, (i + 1) * coordinateSize),
      lod: part(fetched.lod, i, 1),
      dx: part(fetched.dx, i, gradientSize),
      dy: part(fetched.dy, i, gradientSize),
    });
    const { texels } = this.model.call("gpu_fetch_weights", pixel.x, pixel.y);
    fill(place, weightsFigure({ measured, model: texels }, this.text));
  }
}
