// The WebAssembly module: app/web/page.h with JavaScript's types.

/**
 * @typedef {Record<string, Record<string, any>>} Session its parts, by field
 * @typedef {{ kind: "no_effect" | "altered" | "refused", field: string, sentence: string, rule: string, fix_label: string,
 *   fix: Record<string, any> }} Note
 * @typedef {{ session: Session, effective: Session, notes: Note[], failure: string, lacks_picture: boolean, line: string,
 *   line_note: string, rows: Record<string, "shown" | "folded">, summary?: string }} State
 * @typedef {{ identifier: string, label: string, help: string }} Choice
 * @typedef {{ path: string, type: "boolean" | "integer" | "number" | "text" | "choice" | "numbers", label: string, help: string,
 *   low: number, high: number, count: number, choices?: Choice[] }} Field
 * @typedef {{ path: string, values?: number[], range?: [number, number, number] }} Row a setting; range: a slider's ends and step
 * @typedef {{ width: number, height: number, pixels: Uint8ClampedArray<ArrayBuffer>, steps_left: number, reach?: number }} Picture
 * @typedef {{ width: number, height: number, kind: number, bits: number, channels: number, dimension: number, planes: number, texels: Uint8Array }} Texels
 * @typedef {[number, number] | [number, number, number]} At a point of the plane, normalized, or a direction on a cube
 * @typedef {{ text: string, session: Session, at?: At, label: string, settings: string[], question: string, choices: string[],
 *   tries: { label: string, fields: Record<string, any>, tab: string, lab: boolean }[] }} Step
 * @typedef {{ lesson?: { id: string, title: string, steps: Step[] },
 *   bug?: { id: string, title: string, symptom: string, session: Session, suspects: { path: string, label: string }[] } }} Words
 * @typedef {{ predict_first: string } | { right: boolean, verdict: string, truth: string, right_choices: number[], why: string, see: string,
 *   source: string }} Checked
 * @typedef {{ heading: string, chapter: string, text: string, commands: string[] }} Answer of docs/answers.md
 * @typedef {{ ccall: Function, _malloc: (size: number) => number, _free: (address: number) => void, HEAPU8: Uint8Array<ArrayBuffer> }} Module
 */

export const SHOWN = /** @type {const} */ (["model", "ideal", "difference"]);

/** The sentence of an answer that could not be given. */
export class Refusal extends Error {}

export class Model {
  /** @param {Module} module */
  constructor(module) {
    this.module = module;
    /** @type {Record<string, string>} */
    this.texts = {};
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    /** @type {{ name: string, rows: Row[] }[]} */
    this.sections = [];
  }

  /** @param {string} name @param {(string | number)[]} args @returns {any} throws a Refusal */
  call(name, ...args) {
    const answer = JSON.parse(this.module.ccall(`web_${name}`, "string", args.map((arg) => typeof arg), args));
    if (answer.error !== undefined) throw new Refusal(answer.error);
    return answer;
  }

  /** Every text is in this language from now on. @param {"en" | "zh-Hans"} code */
  speak(code) {
    this.module.ccall("web_language", null, ["string"], [code]);
    this.texts = this.call("texts");
    const { fields, sections } = this.call("fields");
    this.fields = new Map(fields.map((/** @type {Field} */ field) => [field.path, field]));
    this.sections = sections;
  }

  /** The settings that the page offers. */
  get offered() {
    return this.sections.flatMap((section) => section.rows.map((row) => row.path));
  }

  /** A text of kernels/ground/text, with {0} where its first value belongs. @param {string} name */
  pattern(name) {
    const pattern = this.texts[name];
    if (pattern === undefined) throw new Error(`there is no text ${name}`);
    return pattern;
  }

  /**
   * A text of kernels/ground/text, with its values.
   * @param {string} name @param {(string | number)[]} values
   */
  text(name, ...values) {
    return this.pattern(name).replace(/\{\{|\{(\d)\}/g, (found, index) => (index === undefined ? found[0] : String(values[Number(index)] ?? "")));
  }

  /** @returns {State} */
  state() {
    return this.call("state");
  }
  /** A share line, a session's JSON, or a cudaTextureDesc. @param {string} text @returns {State} */
  open(text) {
    return this.call("open", text);
  }
  /** @param {Session} session @returns {State} */
  set(session) {
    return this.call("set", JSON.stringify(session));
  }
  /** Values as on the command line. @param {Record<string, string>} fields @returns {State} */
  change(fields) {
    return this.call("change", JSON.stringify(fields));
  }

  /** @template T @param {Uint8Array | Uint8ClampedArray} bytes @param {(address: number) => T} use @returns {T} */
  withBytes(bytes, use) {
    const address = this.module._malloc(bytes.length);
    if (address === 0) throw new Refusal(this.text("web_no_memory"));
    try {
      this.module.HEAPU8.set(bytes, address);
      return use(address);
    } finally {
      this.module._free(address);
    }
  }
  /** @param {string} name @param {ImageData} image @returns {State} */
  takePicture(name, image) {
    return this.withBytes(image.data, (address) => this.call("take_picture", name, image.width, image.height, address));
  }
  /** The picture of an exported page. @param {Texels} picture */
  keepPicture(picture) {
    this.withTexels(picture, (args) => this.module.ccall("web_keep_picture", null, args.map(() => "number"), args));
  }
  /** The picture that a lesson's file stands for. @param {string} name @param {Texels} picture */
  givePicture(name, picture) {
    this.withTexels(picture, (args) => this.module.ccall("web_give_picture", null, ["string", ...args.map(() => "number")], [name, ...args]));
  }
  /** @param {Texels} picture @param {(args: number[]) => void} use */
  withTexels({ width, height, kind, bits, channels, dimension, planes, texels }, use) {
    this.withBytes(texels, (address) => use([width, height, kind, bits, channels, dimension, planes, address]));
  }

  /** @param {number} width @param {number} height */
  pixels(width, height) {
    const address = this.module.ccall("web_pixels", "number", [], []);
    return new Uint8ClampedArray(this.module.HEAPU8.slice(address, address + width * height * 4).buffer);
  }
  /** @param {number} width @param {number} height @param {typeof SHOWN[number]} shown @returns {Picture} */
  draw(width, height, shown) {
    const answer = this.call("draw", width, height, SHOWN.indexOf(shown));
    return { ...answer, pixels: this.pixels(answer.width, answer.height) };
  }
  /**
   * @param {number} x0 @param {number} y0 @param {number} step texels per pixel @param {number} width @param {number} height
   * @returns {{ level: number, plane: number, width: number, height: number, pixels: Uint8ClampedArray<ArrayBuffer> }}
   */
  drawTexels(x0, y0, step, width, height) {
    const answer = this.call("draw_texels", x0, y0, step, width, height);
    return { ...answer, pixels: this.pixels(width, height) };
  }

  /** @param {number} x @param {number} y */
  explain(x, y) {
    return this.call("explain", x, y);
  }
  /** @param {number} x @param {number} y @returns {string} */
  explainText(x, y) {
    return this.call("explain_text", x, y).text;
  }
  /** The fetch of a point, whether or not a pixel samples exactly there. @param {At} at */
  explainAt([x, y, z]) {
    return this.call("explain_at", x, y, z === undefined ? 0 : 1, z ?? 0);
  }
  /** @param {At} at @returns {string} */
  explainAtText([x, y, z]) {
    return this.call("explain_at_text", x, y, z === undefined ? 0 : 1, z ?? 0).text;
  }
  settings() {
    return this.call("settings").settings;
  }
  compare() {
    return this.call("compare");
  }
  /** @param {number} row @param {number} columns */
  scope(row, columns) {
    return this.call("scope", row, columns);
  }
  /** The pixel that shows a point. @param {At} at @returns {[number, number] | null} */
  pixelAt([x, y, z]) {
    return this.call("pixel_at", x, y, z === undefined ? 0 : 1, z ?? 0).pixel;
  }
  /** @param {string} path below the program's assets @param {string} content */
  addAsset(path, content) {
    this.module.ccall("web_asset", null, ["string", "string"], [path, content]);
  }
  /** A lesson's file, or bugs.json with one bug. @param {string} json @returns {Words} */
  openLesson(json) {
    return this.call("lesson", json);
  }
  /** @returns {Words} */
  lessonWords() {
    return this.call("lesson_words");
  }
  /** @param {number} step @param {string} typed @param {number} choice -1: none @returns {Checked} */
  check(step, typed, choice) {
    return this.call("check", step, typed, choice);
  }
  /** Whether the bug of the session is found. @param {string} suspect @param {boolean} givesUp
   * @returns {{ found: boolean, sentence: string, why: string, cure: Record<string, any> }} */
  spot(suspect, givesUp) {
    return this.call("spot", suspect, givesUp ? 1 : 0);
  }

  /** @param {string} page the content of docs/answers.md @returns {Answer[]} */
  openAnswers(page) {
    return this.call("answers_open", page).answers;
  }
  /** The numbers of those that fit the words best. @param {string} words @returns {number[]} */
  findAnswers(words) {
    return this.call("answers_find", words).found;
  }

  /** The normalized texture coordinate of a point. @param {number} x @param {number} y @returns {[number, number]} */
  coordinate(x, y) {
    return this.call("coordinate", x, y).at;
  }
}
