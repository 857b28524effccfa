// The explorer: a session, its picture, and everything that the page says about them.
import { axesOf, drawAxes, frameOf, pixelOfPoint } from "./axes.js";
import { fill, find, make, nextFrame } from "./dom.js";
import { showEffect } from "./effect.js";
import { showParts, showWhole } from "./embed.js";
import { GpuPanel } from "./gpu_panel.js";
import { kept } from "./kept.js";
import { Lesson } from "./lesson.js";
import { Model, Refusal, SHOWN } from "./model.js";
import { readPicture } from "./picture.js";
import { Result } from "./result.js";
import { showScope } from "./scope.js";
import { Settings, asText, valueOf } from "./settings.js";
import { Texels } from "./texels.js";
import { showWhy } from "./why.js";

/**
 * @typedef {import("./model.js").State} State
 * @typedef {import("./model.js").Session} Session
 * @typedef {import("./result.js").Pixel} Pixel
 * @typedef {{ width: number, height: number, kind: number, bits: number, channels: number, dimension: number, planes: number, texels: string }} Packed a picture, its texels in base64
 * @typedef {{ file: string, number?: number, title: Record<string, string> }} Onward the page of the lesson or of the bug that comes next
 * @typedef {{ name: string, session?: Session, picture?: Packed, lesson?: object, assets?: Record<string, string>, pictures?: Record<string, Packed>,
 *   index?: string, next?: Onward, number?: number,
 *   line?: string, embed?: boolean, lang?: string, whole?: string, at?: import("./model.js").At }} Embedded
 *   what texelscope export --as html, scripts/pages.mjs, scope_element.js or a notebook leaves in the page; whole: the address of the
 *   explorer; at: the point that is pinned
 */

const LANGUAGES = /** @type {const} */ ({ en: "English", "zh-Hans": "中文" });
const THEMES = /** @type {const} */ (["system", "dark", "light"]);
/** Where the page has what a tab of the window has. */
const panels = new Map([["why", "why-panel"], ["effective", "effect-panel"], ["scope", "scope-panel"], ["compare", "result-panel"], ["lesson", "lesson-panel"]]);
/** What is shown of the result, in the order of the buttons. */
const VIEWS = /** @type {const} */ ([...SHOWN, "before"]);
const most_pixels = 420_000; // of a picture that is redrawn at once
const most_undone = 200;

/**
 * What stands behind # in the address: as it is where its escapes are damaged.
 * @param {string} hash
 */
function addressText(hash) {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** @param {string} base64url or base64 */
function bytesOf(base64url) {
  const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** @param {Packed} picture */
const unpacked = (picture) => ({ ...picture, texels: bytesOf(picture.texels) });

class Explorer {
  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    /** @type {State} */
    this.state = model.state();
    /** @type {typeof VIEWS[number]} */
    this.shown = "model";
    /** @type {Pixel | null} */
    this.chosen = null;
    this.pinned = false;
    this.explanation = null;
    /** @type {{ session: string, gesture: string | undefined }[]} */
    this.past = [];
    /** @type {string[]} */
    this.future = [];
    this.line = "";
    /** @type {Lesson | null} */
    this.lesson = null;
    this.hides = false;
    this.isFramed = false; // a panel in a frame
    this.whole = ""; // its address as a whole page, if there is one
    this.teaches = false;
    /** @type {import("./model.js").At | undefined} the point that a lesson looks at, until another pixel is chosen */
    this.lookAt = undefined;
    this.lookLabel = "";
    this.requestDraw = nextFrame(() => this.draw());
    this.requestLook = nextFrame(() => this.look());
    this.later = 0;
    this.isDrawn = false; // the present session
    this.isNew = true;
    const canvas = /** @type {HTMLCanvasElement} */ (find("picture")), overlay = /** @type {HTMLCanvasElement} */ (find("overlay"));
    this.result = new Result(canvas, overlay, {
      look: (pixel) => this.choose(pixel, false),
      pin: (pixel) => this.choose(pixel, pixel !== null),
      pan: (dx, dy) => this.pan(dx, dy),
      zoom: (factor, x, y) => this.zoom(factor, x, y),
      reset: () => this.resetView(),
    });
    this.gpu = new GpuPanel(model);
    this.texels = new Texels(/** @type {HTMLCanvasElement} */ (find("texels")), find("texels-caption"), model);
    this.settings = new Settings(find("settings"), model, {
      change: (fields, gesture) => this.change(fields, gesture),
      reset: () => this.attempt(() => this.model.set({ version: /** @type {any} */ (1) })),
    });
    for (const path of this.model.offered) this.settings.standard.set(path, asText(valueOf(this.state.session, path)));
    new ResizeObserver(() => this.requestDraw()).observe(find("plot"));
    this.listen();
  }

  // Texts -----------------------------------------------------------------------------------------------------------

  /** @param {keyof typeof LANGUAGES} language */
  speak(language) {
    this.language = language;
    this.model.speak(language);
    document.documentElement.lang = language;
    const { model } = this;
    for (const element of document.querySelectorAll("[data-text]")) element.textContent = model.text(/** @type {HTMLElement} */ (element).dataset.text ?? "");
    for (const element of document.querySelectorAll("[data-title]")) {
      const title = model.text(/** @type {HTMLElement} */ (element).dataset.title ?? "");
      element.setAttribute("title", title);
      if (element.matches("button, summary, [role=radiogroup], [role=group]")) element.setAttribute("aria-label", title);
    }
    find("overlay").setAttribute("aria-description", model.text("web_result_help"));
    find("open-text").setAttribute("placeholder", model.text("web_open_hint"));
    this.isNew = true;
    this.settings.build(this.ownPictureRow());
    if (this.isFramed) showParts(model, this.teaches);
    this.show(model.set(this.state.session)); // what was said about it is in the other language
    this.lesson?.speak();
  }

  ownPictureRow() {
    const input = make("input", { type: "file", accept: "image/*", id: "picture-file", class: "hidden-file", onchange: () => input.files?.[0] && this.takeFile(input.files[0]) });
    return make(
      "div",
      { class: "row own" },
      make("label", { class: "button", for: "picture-file" }, this.model.text("web_choose_picture")),
      input,
      make("span", { class: "note" }, this.model.text("web_drop_here")),
    );
  }

  /** A message that goes away by itself. @param {string} sentence @param {boolean} [bad] */
  say(sentence, bad = false) {
    const toast = find("toast");
    toast.textContent = sentence;
    toast.className = bad ? "bad" : "";
    toast.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = setTimeout(() => (toast.hidden = true), bad ? 9000 : 4000);
  }

  // The session -----------------------------------------------------------------------------------------------------

  /** @param {() => State} change @param {string} [gesture] changes of one gesture are undone as one */
  attempt(change, gesture) {
    const before = JSON.stringify(this.state.session);
    try {
      const state = change();
      if (JSON.stringify(state.session) !== before) {
        const last = this.past.at(-1);
        if (gesture === undefined || last?.gesture !== gesture) this.past.push({ session: before, gesture });
        this.past.splice(0, this.past.length - most_undone);
        this.future = [];
      }
      this.show(state);
      this.lesson?.changed();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(error.message, true);
      this.show(this.state); // controls show what holds
      return false;
    }
  }

  /** @param {Record<string, string>} fields @param {string} [gesture] */
  change(fields, gesture) {
    return this.attempt(() => this.model.change(fields), gesture);
  }

  /** @param {string} text */
  open(text) {
    return this.attempt(() => this.model.open(text));
  }

  /** @param {string} json @param {Pick<Embedded, "index" | "next" | "number">} pages the page of all lessons, the next one, and its number */
  startLesson(json, pages) {
    find("lesson-panel").hidden = false;
    find("copy-link").hidden = true; // the address is the lesson's
    document.body.classList.add("teaches");
    this.lesson = new Lesson(find("lesson"), find("lesson-title"), this.model, pages, {
      open: (session, step) => {
        this.settings.limit(step?.settings ?? []);
        this.past = [];
        this.future = [];
        this.choose(null, false);
        this.lookAt = step?.at;
        this.lookLabel = step?.label ?? "";
        this.showPicture("model");
        this.show(this.model.set(session));
      },
      change: (fields) => this.change(fields),
      hide: (hides) => this.hide(hides),
      openTab: (tab) => this.openTab(tab),
    });
    this.lesson.start(json, !this.isFramed && !matchMedia("(pointer: coarse)").matches); // a frame leaves the focus to its page
  }

  /** Shows what the page has of a tab of the window. @param {string} tab @returns {"all" | "level mix" | "nothing"} what it has */
  openTab(tab) {
    if (tab === "lod") {
      if (!this.isDrawn) this.draw(); // YOUR GPU measures what is drawn
      return this.gpu.openLevelMix() ? "level mix" : "nothing";
    }
    if (tab === "compare") this.showPicture("difference");
    const panel = panels.get(tab);
    if (panel === undefined) return "nothing";
    const element = find(panel);
    element.scrollIntoView({ block: "nearest" });
    const kept = element.getAttribute("tabindex");
    element.tabIndex = kept === null ? -1 : Number(kept);
    element.classList.add("opened");
    element.focus();
    const left = () => {
      element.classList.remove("opened");
      if (kept === null) element.removeAttribute("tabindex");
    };
    element.addEventListener("blur", left, { once: true });
    return "all";
  }

  /** Whether all that tells an answer is hidden. @param {boolean} hides */
  hide(hides) {
    this.hides = hides;
    this.gpu.hides = hides;
    if (hides) this.gpu.update();
    this.isNew = true;
    document.body.classList.toggle("hides", hides);
    if (hides) {
      this.explanation = null;
      this.announce();
      if (this.shown !== "model") this.showPicture("model");
    }
    this.requestLook();
  }

  undo() {
    const last = this.past.pop();
    if (last === undefined) return;
    this.future.push(JSON.stringify(this.state.session));
    this.show(this.model.set(JSON.parse(last.session)));
  }

  redo() {
    const next = this.future.pop();
    if (next === undefined) return;
    this.past.push({ session: JSON.stringify(this.state.session), gesture: undefined });
    this.show(this.model.set(JSON.parse(next)));
  }

  /** @param {Blob & { name?: string }} file */
  async takeFile(file) {
    const name = file.name ?? "";
    let image;
    try {
      image = await readPicture(file);
    } catch {
      return this.say(this.model.text("web_picture_unreadable", name), true);
    }
    const { width, height } = image;
    if (this.attempt(() => this.model.takePicture(name, image))) this.say(this.model.text("web_picture_opened", name, width, height));
  }

  /** Shows a session: its controls at once, its picture in the next frame. @param {State} state */
  show(state) {
    this.state = state;
    this.settings.show(state);
    /** @type {HTMLButtonElement} */ (find("undo")).disabled = this.past.length === 0;
    /** @type {HTMLButtonElement} */ (find("redo")).disabled = this.future.length === 0;
    const failure = find("failure");
    failure.hidden = state.failure === "";
    failure.textContent = state.failure;
    this.showNotes();
    const before = /** @type {HTMLInputElement} */ (find("shown-before"));
    before.disabled = this.sessionBefore() === null;
    if (before.disabled && this.shown === "before") this.showPicture("model");
    find("stage").classList.toggle("has-axes", state.effective.view.projection === "flat");
    this.isDrawn = false;
    this.requestDraw();
    clearTimeout(this.addressing);
    this.addressing = setTimeout(() => this.showAddress(), 250);
  }

  /** The worst that the hardware does with what was requested, below the picture. */
  showNotes() {
    const { model, state } = this;
    const serious = state.notes.filter((note) => note.kind !== "no_effect");
    const seen = new Set();
    const notes = serious.filter((note) => !seen.has(note.sentence) && seen.add(note.sentence)).slice(0, 2);
    fill(
      find("status"),
      ...(notes.length === 0
        ? [make("span", { class: "good" }, `${model.text("mark_of_accepted")} ${model.text("status_as_asked")}`)]
        : notes.map((note) =>
            make(
              "span",
              { class: note.kind, title: note.rule },
              `${model.text(`mark_of_${note.kind}`)} ${note.sentence} `,
              note.fix_label === ""
                ? null
                : make("button", { type: "button", class: "link", onclick: () => this.change(Object.fromEntries(Object.entries(note.fix).map(([path, value]) => [path, asText(value)]))) }, note.fix_label),
            ),
          )),
    );
  }

  // The address -----------------------------------------------------------------------------------------------------

  showAddress() {
    const { line } = this.state;
    /** @type {HTMLTextAreaElement} */ (find("share-line")).value = line;
    if (this.whole !== "") showWhole(this.model, this.whole, this.teaches ? "" : line);
    if (line === this.line || this.lesson !== null) return;
    this.line = line;
    if (location.protocol === "about:") return; // a panel of <texel-scope> has no address
    history.replaceState(null, "", line === "" ? location.pathname + location.search : `#${line}`);
  }

  /**
   * Opens what an address names.
   * @param {string} address
   */
  openAddress(address) {
    this.openLine(addressText(new URL(address).hash.slice(1)));
  }

  /** @param {string} line */
  openLine(line) {
    if (line === "" || line === this.line) return;
    this.line = line;
    try {
      this.show(this.model.open(line));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(this.model.text("web_address_bad", error.message), true);
    }
  }

  // The picture -----------------------------------------------------------------------------------------------------

  draw() {
    const plot = find("plot");
    const width = plot.clientWidth, height = plot.clientHeight;
    if (width < 2 || height < 2) return;
    const side = Math.ceil(Math.sqrt((width * height) / most_pixels)); // of a pixel
    const started = performance.now();
    try {
      const picture = this.drawShown(Math.max(1, Math.floor(width / side)), Math.max(1, Math.floor(height / side)));
      this.result.show(picture);
      this.place(picture, width, height, side);
      this.showAxes();
      this.reach = picture.reach;
      if (picture.steps_left > 0) this.requestDraw();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.state.failure === "") this.say(error.message, true);
      if (this.shown !== "model" && this.state.failure === "") return this.showPicture("model");
    }
    document.documentElement.dataset.drawn = String(Math.round(performance.now() - started));
    this.isDrawn = true;
    this.isNew = true;
    find("split").hidden = this.shown !== "before" || this.state.failure !== "";
    if (this.lookAt !== undefined && this.state.failure === "") {
      const pixel = this.model.pixelAt(this.lookAt);
      this.chosen = this.result.chosen = pixel === null ? null : { x: pixel[0], y: pixel[1] };
      this.pinned = this.result.pinned = pixel !== null;
    }
    this.look();
  }

  /** Of "before", the left half is the state before the last change. @param {number} width @param {number} height */
  drawShown(width, height) {
    const { model } = this, before = this.sessionBefore();
    if (this.shown !== "before" || before === null) return model.draw(width, height, this.shown === "before" ? "model" : this.shown);
    const now = this.state.session;
    let other;
    try {
      model.set({ ...before, view: now.view });
      other = model.draw(width, height, "model");
    } finally {
      model.set(now); // answers belong to the picture that is drawn last
    }
    const picture = model.draw(width, height, "model");
    if (other.width !== picture.width || other.height !== picture.height) return picture;
    for (let y = 0, row = 4 * picture.width; y < picture.height; ++y) picture.pixels.set(other.pixels.subarray(y * row, y * row + 4 * (picture.width >> 1)), y * row);
    return picture;
  }

  /** The session before the last change that is not one of the view alone. @returns {Session | null} */
  sessionBefore() {
    const withoutView = (/** @type {Session} */ session) => JSON.stringify({ ...session, view: undefined });
    const now = withoutView(this.state.session);
    for (const { session } of [...this.past].reverse()) {
      const before = JSON.parse(session);
      if (withoutView(before) !== now) return before;
    }
    return null;
  }

  /** What was changed since: "filter: linear → point". */
  changeSince() {
    const before = this.sessionBefore();
    const changed = before === null ? [] : this.model.offered.filter((path) => !path.startsWith("view.") && asText(valueOf(before, path)) !== asText(valueOf(this.state.session, path)));
    return changed
      .map((path) => {
        const field = this.model.fields.get(path);
        const named = (/** @type {Session} */ session) => {
          const value = asText(valueOf(session, path));
          return field?.choices?.find(({ identifier }) => identifier === value)?.label ?? value;
        };
        return `${field?.label}: ${before === null ? "" : named(before)} → ${named(this.state.session)}`;
      })
      .join(", ");
  }

  /** A resize has a size of its own, and is shown as large as it fits. @param {import("./model.js").Picture} picture
   * @param {number} width @param {number} height @param {number} side */
  place(picture, width, height, side) {
    const fit = Math.min(width / picture.width, height / picture.height);
    const factor = this.state.session.view.mapping === "resize" && this.state.effective.view.projection === "flat" ? (fit >= 1 ? Math.floor(fit) : fit) : side;
    for (const id of ["picture", "overlay"]) {
      const { style } = find(id);
      style.width = `${picture.width * factor}px`;
      style.height = `${picture.height * factor}px`;
    }
  }

  /** The axes beside the picture, whose values a screen reader hears with its name. */
  showAxes() {
    const { model, result } = this;
    this.axes = axesOf(model, this.state, result.canvas);
    const stage = find("stage").getBoundingClientRect(), { left, top, width, height } = result.canvas.getBoundingClientRect();
    drawAxes(/** @type {HTMLCanvasElement} */ (find("axes")), this.axes, { left: left - stage.left, top: top - stage.top, width, height });
    const short = (/** @type {number} */ value) => Number(value.toPrecision(4));
    const said = [this.axes?.x, this.axes?.y].flatMap((axis) => (axis ? [model.text("web_axes_name", axis.name, short(axis.first), short(axis.last))] : []));
    find("overlay").setAttribute("aria-label", [model.text("web_result_name", result.canvas.width, result.canvas.height), ...said].join(", "));
  }

  /** @param {typeof VIEWS[number]} shown */
  showPicture(shown) {
    this.shown = shown;
    for (const name of VIEWS) /** @type {HTMLInputElement} */ (find(`shown-${name}`)).checked = name === shown;
    this.requestDraw();
  }

  /** @param {Pixel | null} pixel @param {boolean} pinned */
  choose(pixel, pinned) {
    this.chosen = this.result.chosen = pixel; // the next key may come before the next frame
    this.pinned = this.result.pinned = pinned;
    this.lookAt = undefined;
    this.requestLook();
  }

  /** WHY, and the marks of the chosen pixel. */
  look() {
    if (!this.isDrawn) return; // the next picture is followed by this
    const { model } = this;
    const started = performance.now();
    const { canvas } = this.result;
    if (this.chosen !== null && (this.chosen.x >= canvas.width || this.chosen.y >= canvas.height)) this.chosen = null;
    const at = this.chosen;
    const exact = this.lookAt; // a lesson asks about this point, not about the pixel nearest to it
    try {
      this.explanation = at === null || this.hides || this.state.failure !== "" ? null : exact === undefined ? model.explain(at.x, at.y) : model.explainAt(exact);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.explanation = null;
    }
    this.result.mark(at, this.pinned, this.gridLines(), frameOf(model, this.state), exact === undefined ? "" : this.lookLabel);
    const { range_low, range_high } = this.state.session.view;
    const { texture, sampler } = this.state.effective;
    const integers = sampler.read_mode === "element" && texture.kind !== "float";
    const whole = integers ? 2 ** (texture.bits - (texture.kind === "signed" ? 1 : 0)) - 1 : 1; // pictures show integers as fractions of it
    showWhy(find("why"), model, this.explanation, {
      pinned: this.pinned,
      range: [range_low * whole, range_high * whole],
      unpin: () => {
        this.choose(null, false);
        find("overlay").focus();
      },
      text: () => (at === null ? "" : exact === undefined ? model.explainText(at.x, at.y) : model.explainAtText(exact)),
    });
    this.announce();
    document.documentElement.dataset.looked = String(Math.round(performance.now() - started));
    this.gpu.look(at);
    if (this.state.failure !== "") return;
    this.texels.show(this.explanation);
    this.showLater();
  }

  /** The edges of texels, where a texel is at least eight pixels of the screen large. @returns {[number, number, number, number][]} in pixels of the picture */
  gridLines() {
    const { view, texture } = this.state.effective, { canvas } = this.result;
    if (!this.state.session.view.grid || view.projection !== "flat" || this.state.failure !== "") return [];
    const size = [texture.width, texture.height], axes = texture.dimension.startsWith("1d") ? 1 : 2;
    const at = (/** @type {number} */ x, /** @type {number} */ y) => this.model.coordinate(x, y).map((value, i) => value * size[i]);
    const toPixel = pixelOfPoint(this.model), scale = find("overlay").clientWidth / canvas.width;
    if (toPixel === null) return [];
    const pixel = (/** @type {number[]} */ [x, y]) => toPixel([x / size[0], y / size[1]]);
    const large = (/** @type {number} */ i) => {
      const right = at(1, 0)[i] - at(0, 0)[i], down = at(0, 1)[i] - at(0, 0)[i];
      return scale / Math.hypot(right, down) >= 8;
    };
    if (!Array.from({ length: axes }, (_, i) => large(i)).every(Boolean)) return [];
    const corners = [at(0, 0), at(canvas.width, 0), at(0, canvas.height), at(canvas.width, canvas.height)];
    const low = [0, 1].map((i) => Math.min(...corners.map((corner) => corner[i]))), high = [0, 1].map((i) => Math.max(...corners.map((corner) => corner[i])));
    /** @type {[number, number, number, number][]} */
    const lines = [];
    for (let axis = 0; axis < axes; ++axis)
      for (let line = Math.ceil(low[axis]); line <= high[axis]; ++line) {
        const end = (/** @type {number[]} */ limit) => pixel(axis === 0 ? [line, limit[1]] : [limit[0], line]);
        const [x0, y0] = end(low), [x1, y1] = end(high);
        lines.push([x0, y0, x1, y1]);
      }
    return lines;
  }

  /** What takes longer than a frame waits until the pointer rests. */
  showLater() {
    clearTimeout(this.later);
    this.later = setTimeout(() => this.showRest(), 60);
  }

  /** The chosen pixel in a sentence, for those who hear the page. */
  announce() {
    const words = this.explanation?.result ?? [];
    const values = words.map((/** @type {any} */ word) => `${word.name} ${word.value === null ? word.value_text : Number(word.value.toPrecision(6))}`);
    const first = this.explanation?.why?.[0] ?? "";
    find("announcement").textContent = this.explanation === null ? "" : `${find("why-pixel").textContent}: ${values.join(", ")}. ${first}`;
  }

  showScope() {
    const { canvas } = this.result;
    const row = this.chosen?.y ?? Math.floor(canvas.height / 2);
    if (find("scope").clientWidth > 0)
      showScope(/** @type {HTMLCanvasElement} */ (find("scope")), find("scope-caption"), this.model, Math.min(row, canvas.height - 1), this.chosen?.x ?? null, canvas.width);
  }

  showRest() {
    if (this.isNew && (this.isDrawn || this.state.failure !== "")) this.gpu.update();
    if (!this.isDrawn || this.state.failure !== "" || this.hides) return;
    this.showScope();
    if (!this.isNew) return; // the rest is about the state, not about a pixel
    this.isNew = false;
    showEffect(find("effect"), this.model, this.model.settings());
    const compared = find("compared");
    compared.hidden = this.shown === "model";
    if (this.shown !== "model") compared.textContent = this.shown === "before" ? this.changeSince() : this.comparison();
  }

  comparison() {
    const { all } = this.model.compare();
    const equal = all.different === 0 || all.largest === undefined;
    const short = (/** @type {number} */ value) => String(Number(value.toPrecision(4)));
    const sentence = equal
      ? this.model.text("web_compare_equal", all.count)
      : this.model.text("web_compare_differ", all.different, all.count, short(Math.abs(all.largest.difference)), all.max_ulp, all.largest.pixel[0], all.largest.pixel[1], short(all.rmse));
    return this.reach === undefined || equal ? sentence : `${sentence} ${this.model.text("web_compare_scale", short(this.reach))}`;
  }

  // The view --------------------------------------------------------------------------------------------------------

  /** @param {number} dx @param {number} dy in pixels */
  pan(dx, dy) {
    const { view } = this.state.session;
    if (this.state.effective.view.projection === "sphere") {
      const degrees = (120 * view.span) / this.result.canvas.height;
      const turned = (((view.yaw - dx * degrees + 180) % 360) + 360) % 360 - 180;
      return this.change({ "view.yaw": String(turned), "view.pitch": String(Math.min(90, Math.max(-90, view.pitch - dy * degrees))) }, "view");
    }
    const [x0, y0] = this.model.coordinate(0, 0), [x1, y1] = this.model.coordinate(dx, dy);
    return this.change({ "view.center_x": String(view.center_x - (x1 - x0)), "view.center_y": String(view.center_y - (y1 - y0)) }, "view");
  }

  /** Keeps the point where it is. @param {number} factor @param {number} x @param {number} y in pixels */
  zoom(factor, x, y) {
    const { view } = this.state.session;
    const { width, height } = this.result.canvas;
    const [atX, atY] = this.model.coordinate(x, y), [middleX, middleY] = this.model.coordinate(width / 2, height / 2);
    const flat = this.state.effective.view.projection === "flat";
    this.change(
      {
        "view.span": String(Math.min(1e6, Math.max(1e-12, view.span * factor))),
        ...(flat ? { "view.center_x": String(view.center_x + (atX - middleX) * (1 - factor)), "view.center_y": String(view.center_y + (atY - middleY) * (1 - factor)) } : {}),
      },
      "view",
    );
  }

  resetView() {
    this.change(Object.fromEntries(["view.center_x", "view.center_y", "view.span", "view.rotation", "view.yaw", "view.pitch"].map((path) => [path, this.settings.standard.get(path) ?? asText(valueOf(this.model.state().session, path))])));
  }

  // Buttons, keys, files --------------------------------------------------------------------------------------------

  listen() {
    const press = (/** @type {string} */ id, /** @type {() => void} */ does) => find(id).addEventListener("click", does);
    press("undo", () => this.undo());
    press("redo", () => this.redo());
    press("zoom-in", () => this.zoom(0.7, this.result.canvas.width / 2, this.result.canvas.height / 2));
    press("zoom-out", () => this.zoom(1 / 0.7, this.result.canvas.width / 2, this.result.canvas.height / 2));
    press("reset-view", () => this.resetView());
    press("copy-link", () => this.copy(location.href));
    press("copy-line", () => this.copy(this.state.line));
    press("save-session", () => this.saveSession());
    press("open-state", () => {
      const text = /** @type {HTMLTextAreaElement} */ (find("open-text"));
      if (this.open(text.value)) {
        text.value = "";
        find("share").removeAttribute("open");
      }
    });
    for (const name of VIEWS) find(`shown-${name}`).addEventListener("change", () => this.showPicture(name));
    const language = /** @type {HTMLSelectElement} */ (find("language"));
    language.append(...Object.entries(LANGUAGES).map(([code, name]) => make("option", { value: code, lang: code }, name)));
    language.addEventListener("change", () => {
      kept.set("language", language.value);
      this.speak(/** @type {keyof typeof LANGUAGES} */ (language.value));
    });
    this.listenToTheme();
    // The event's own address: this page may have written its state over it before the event arrives.
    window.addEventListener("hashchange", (event) => this.openAddress(event.newURL));
    document.addEventListener("keydown", (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || (event.target instanceof HTMLElement && event.target.matches("input[type=text], textarea"))) return;
      event.preventDefault();
      if (event.shiftKey) this.redo();
      else this.undo();
    });
    this.listenToDrops();
  }

  listenToTheme() {
    const theme = /** @type {HTMLSelectElement} */ (find("theme"));
    theme.append(...THEMES.map((name) => make("option", { value: name, "data-text": `web_theme_${name}` })));
    const show = () => {
      document.documentElement.dataset.theme = theme.value;
      if (this.isDrawn) this.showAxes();
      this.requestLook();
    };
    theme.value = THEMES.find((name) => name === kept.get("theme")) ?? "system";
    document.documentElement.dataset.theme = theme.value;
    theme.addEventListener("change", () => {
      kept.set("theme", theme.value);
      show();
    });
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", show);
  }

  listenToDrops() {
    const veil = find("drop");
    let inside = 0;
    document.addEventListener("dragenter", (event) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      ++inside;
      veil.hidden = false;
    });
    document.addEventListener("dragleave", () => {
      inside = Math.max(0, inside - 1);
      veil.hidden = inside === 0;
    });
    document.addEventListener("dragover", (event) => event.preventDefault());
    document.addEventListener("drop", (event) => {
      event.preventDefault();
      inside = 0;
      veil.hidden = true;
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) this.takeFile(file);
    });
    document.addEventListener("paste", (event) => {
      const file = event.clipboardData?.files[0];
      if (file !== undefined) this.takeFile(file);
    });
  }

  /** @param {string} text */
  async copy(text) {
    this.showAddress();
    try {
      await navigator.clipboard.writeText(text);
      this.say(this.model.text("web_copied"));
    } catch {
      /** @type {HTMLTextAreaElement} */ (find("share-line")).select();
      this.say(document.execCommand("copy") ? this.model.text("web_copied") : this.model.text("web_copy_by_hand"));
    }
  }

  saveSession() {
    const file = new Blob([`${JSON.stringify(this.state.session, null, 2)}\n`], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(file), download: "session.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  }
}

/** @param {string | undefined} own the page's @returns {keyof typeof LANGUAGES} */
export function firstLanguage(own) {
  const wanted = [new URLSearchParams(location.search).get("lang"), own, kept.get("language"), ...navigator.languages];
  for (const language of wanted) {
    if (language?.toLowerCase().startsWith("zh")) return "zh-Hans";
    if (language?.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}

/** The bytes of the WebAssembly module. @param {string} wasm compressed, in base64 */
async function moduleBytes(wasm) {
  const packed = new Blob([bytesOf(wasm)]);
  return new Response(packed.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** The address of the whole page, without a state: of ?embed=1 it is the same page. @param {Embedded | null} embedded */
function wholePage(embedded) {
  if (embedded?.embed) return embedded.whole ?? "";
  const { searchParams } = new URL(location.href);
  if (!searchParams.has("embed")) return "";
  searchParams.delete("embed");
  return `${location.pathname}?${searchParams}`;
}

/**
 * The page says why there is none.
 * @param {string | null} wasm the module, compressed, in base64 @param {(wasm: ArrayBuffer) => Promise<import("./model.js").Module>} load
 */
export async function loadModel(wasm, load) {
  try {
    return new Model(await load(await moduleBytes(wasm ?? "")));
  } catch (error) {
    const failed = find("loading").dataset.failed ?? "{0}";
    find("loading").textContent = failed.replace("{0}", String(error));
    return null;
  }
}

/** @param {string | null} wasm the module, compressed, in base64 @param {(wasm: ArrayBuffer) => Promise<import("./model.js").Module>} load */
export async function start(wasm, load) {
  const model = await loadModel(wasm, load);
  if (model === null) return;
  model.speak("en");
  /** @type {Embedded | null} */
  const embedded = JSON.parse(find("state").textContent ?? "null");
  const explorer = new Explorer(model);
  explorer.whole = wholePage(embedded);
  explorer.isFramed = embedded?.embed === true || explorer.whole !== "";
  explorer.teaches = embedded?.lesson !== undefined;
  document.body.classList.toggle("embed", explorer.isFramed);
  if (embedded?.picture !== undefined) model.keepPicture(unpacked(embedded.picture));
  const language = firstLanguage(embedded?.lang);
  /** @type {HTMLSelectElement} */ (find("language")).value = language;
  if (embedded !== null) {
    if (embedded.session !== undefined) explorer.state = model.set(embedded.session);
    explorer.lookAt = embedded.at;
    document.title = [embedded.name, "Texelscope"].filter((part) => part !== "").join(" – ");
    find("name").textContent = embedded.name;
  }
  explorer.speak(language);
  if (embedded?.lesson !== undefined) {
    model.addAsset("sessions/README", ""); // what is beside it is found
    for (const [path, content] of Object.entries(embedded.assets ?? {})) model.addAsset(path, content);
    for (const [name, picture] of Object.entries(embedded.pictures ?? {})) model.givePicture(name, unpacked(picture));
    explorer.startLesson(JSON.stringify(embedded.lesson), embedded);
  } else if (embedded?.line !== undefined) explorer.openLine(embedded.line);
  else if (embedded?.embed !== true) explorer.openAddress(location.href); // a notebook's address is not the panel's
  find("loading").remove();
  document.documentElement.dataset.ready = "true";
}
