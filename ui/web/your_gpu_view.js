// The reader's own GPU beside the exact model: the weight between two texels, the level mix over LOD, the
// weights of one fetch, and the difference of two pictures. Each is a figure with a caption that says what it
// shows, which is what a screen reader reads in the place of the picture.

import { countSteps } from "./your_gpu.js";

/** @typedef {(id: string) => string} TextOf the sentence of that name in the page's language */
/** @typedef {import("./your_gpu.js").WhyNot} WhyNot */
/** @typedef {import("./your_gpu.js").Texel} Texel */

/** The sentence of each reason. @type {Record<import("./your_gpu.js").Reason, string>} */
const reason_texts = {
  no_webgl2: "web_gpu_no_webgl2",
  no_float_target: "web_gpu_no_float_target",
  context_lost: "web_gpu_context_lost",
  out_of_memory: "web_gpu_out_of_memory",
  too_large: "web_gpu_too_large",
  too_large_to_measure: "web_gpu_too_large_to_measure",
  integers: "web_gpu_integers",
  float_filter: "web_gpu_float_filter",
  norm16: "web_gpu_norm16",
  blocks: "web_gpu_blocks",
  srgb_channels: "web_gpu_srgb_channels",
  border: "web_gpu_border",
  cube_layered: "web_gpu_cube_layered",
  cube_edges: "web_gpu_cube_edges",
  anisotropy: "web_gpu_anisotropy",
};

/** @param {TextOf} text @param {string} id @param {(string | number)[]} values that {0}, {1}... stand for */
function say(text, id, ...values) {
  return text(id).replace(/\{(\d)\}/g, (_, which) => String(values[which] ?? ""));
}

/** A few digits, for a caption. @param {number} value */
const short = (value) => String(Number(value.toPrecision(3)));

/** @param {WhyNot} why a GpuError too @param {TextOf} text */
export const reasonSentence = ({ reason, values }, text) => say(text, reason_texts[reason], ...values);

/** Who was measured. @param {{ renderer: string, software: boolean }} gpu @param {TextOf} text */
export const rendererSentence = ({ renderer, software }, text) =>
  say(text, software ? "web_gpu_software" : "web_gpu_renderer", renderer);

/**
 * The largest difference of two lists, and where it is. Where only one of the two is a number, it is
 * infinite.
 * @param {ArrayLike<number>} a @param {ArrayLike<number>} b
 */
export function largestDifference(a, b) {
  let largest = 0,
    at = 0;
  for (let i = 0; i < a.length; ++i) {
    const distance = Object.is(a[i], b[i]) ? 0 : Math.abs(a[i] - b[i]);
    const counted = Number.isNaN(distance) ? Infinity : distance;
    if (counted > largest) [largest, at] = [counted, i];
  }
  return { largest, at };
}

/**
 * @param {ArrayLike<number>} weights @param {TextOf} text @param {{ bits: string, count: string, finer:
 * string }} ids
 */
function steps_sentence(weights, text, ids) {
  const { count, bits, finer } = countSteps(weights);
  if (finer) return say(text, ids.finer, weights.length);
  return bits === null ? say(text, ids.count, count) : say(text, ids.bits, count, bits);
}

/** In 256ths. @param {number} difference */
const in_256ths = (difference) => short(difference * 256);

const svg_space = "http://www.w3.org/2000/svg";

/**
 * @param {Element} parent @param {string} name @param {Record<string, string | number>} attributes @param
 * {string} [content]
 */
function svg(parent, name, attributes, content) {
  const element = parent.appendChild(document.createElementNS(svg_space, name));
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (content !== undefined) element.textContent = content;
  return element;
}

/** @param {Element} parent @param {string} name @param {string} [content] @param {string} [kind] its class */
function html(parent, name, content, kind) {
  const element = parent.appendChild(document.createElement(name));
  if (content !== undefined) element.textContent = content;
  if (kind !== undefined) element.className = kind;
  return element;
}

/** Chinese sentences follow each other without a space. @param {string[]} sentences */
const joined = (sentences) =>
  sentences
    .filter(Boolean)
    .join(" ")
    .replace(/(?<=[。：；]) /g, "");

let figures = 0;

/**
 * A figure with a title, a picture, which is added by `draw`, and its caption.
 * @param {string} title @param {string[]} sentences @param {(figure: HTMLElement, described: string) => void}
 * draw
 */
function figure_of(title, sentences, draw) {
  const figure = document.createElement("figure");
  figure.className = "your-gpu";
  const id = `your-gpu-${++figures}`;
  html(figure, "h3", title).id = `${id}-title`;
  draw(figure, id);
  html(figure, "figcaption", joined(sentences)).id = `${id}-caption`;
  return figure;
}

/** @param {Element} picture @param {string} id of its figure */
function describe(picture, id) {
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-labelledby", `${id}-title`);
  picture.setAttribute("aria-describedby", `${id}-caption`);
}

/** The two curves' names beside their colors. @param {HTMLElement} figure @param {TextOf} text */
function legend(figure, text) {
  const list = html(figure, "div", undefined, "your-gpu-legend");
  html(list, "span", text("web_gpu_model"), "your-gpu-model");
  html(list, "span", text("web_gpu_measured"), "your-gpu-measured");
}

/**
 * A plot is drawn for the width that it has, so that its letters keep their size.
 * @param {HTMLElement} figure @param {string} id @param {number} height @param {(plot: Plot) => void} draw
 */
function plot_of(figure, id, height, draw) {
  const picture = svg(figure, "svg", { height, width: "100%" });
  describe(picture, id);
  let drawn = 0;
  new ResizeObserver(() => {
    const width = Math.round(picture.getBoundingClientRect().width);
    if (width === drawn || width === 0) return;
    drawn = width;
    picture.replaceChildren();
    picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    draw(new Plot(picture, width, height));
  }).observe(picture);
}

class Plot {
  left = 64;
  right = 28;
  top = 10;
  bottom = 44;
  /** @param {Element} picture @param {number} width @param {number} height */
  constructor(picture, width, height) {
    this.picture = picture;
    this.width = width;
    this.height = height;
    /** @type {[number, number]} */
    this.across = [0, 1];
    /** @type {[number, number]} */
    this.upwards = [0, 1];
  }
  /** @param {number} value */
  x(value) {
    const [from, to] = this.across;
    return this.left + ((value - from) / (to - from)) * (this.width - this.left - this.right);
  }
  /** @param {number} value */
  y(value) {
    const [from, to] = this.upwards;
    return (
      this.height - this.bottom - ((value - from) / (to - from)) * (this.height - this.top - this.bottom)
    );
  }
  /** @param {[number, string][]} columns @param {[number, string][]} rows @param {string} below */
  axes(columns, rows, below) {
    const floor = this.height - this.bottom,
      { picture } = this;
    for (const [value, label] of rows) {
      svg(picture, "line", {
        class: "grid",
        x1: this.left,
        x2: this.width - this.right,
        y1: this.y(value),
        y2: this.y(value),
      });
      svg(picture, "text", { x: this.left - 7, y: this.y(value) + 4, "text-anchor": "end" }, label);
    }
    for (const [value, label] of columns) {
      svg(picture, "line", { class: "tick", x1: this.x(value), x2: this.x(value), y1: floor, y2: floor + 5 });
      svg(picture, "text", { x: this.x(value), y: floor + 18, "text-anchor": "middle" }, label);
    }
    svg(picture, "line", { class: "axis", x1: this.left, x2: this.width - this.right, y1: floor, y2: floor });
    svg(
      picture,
      "text",
      {
        class: "name",
        x: (this.left + this.width - this.right) / 2,
        y: this.height - 6,
        "text-anchor": "middle",
      },
      below,
    );
  }
  /** @param {string} kind @param {ArrayLike<number>} xs @param {ArrayLike<number>} ys */
  curve(kind, xs, ys) {
    /** @type {[number, number][]} */
    const points = [];
    for (let i = 0; i < ys.length; ++i) {
      const x = this.x(xs[i]),
        y = this.y(ys[i]),
        previous = points[points.length - 1];
      const near = points.length > 1 && Math.abs(x - previous[0]) < 0.25 && Math.abs(y - previous[1]) < 0.25;
      if (near && i < ys.length - 1) continue;
      points.push([x, y]);
    }
    const list = points.map(([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`);
    svg(this.picture, "polyline", { class: kind, points: list.join(" ") });
  }
}

const shown_steps = 8;

/**
 * The weight of a texel while the coordinate crosses to it from its neighbor, in the middle of the way, where
 * a step of 1/256 is large enough to be seen.
 * @param {{ fractions: ArrayLike<number>, weights: ArrayLike<number>, model: ArrayLike<number> }} data
 * `model`: its weights
 * @param {TextOf} text
 */
export function staircaseFigure({ fractions, weights, model }, text) {
  const { largest } = largestDifference(weights, model);
  const sentences = [
    steps_sentence(weights, text, {
      bits: "web_gpu_weights_bits",
      count: "web_gpu_weights_count",
      finer: "web_gpu_weights_finer",
    }),
    largest === 0 ? text("web_gpu_weights_equal") : say(text, "web_gpu_weights_differ", in_256ths(largest)),
    say(text, "web_gpu_weights_zoom", shown_steps),
  ];
  const from = 0.5,
    to = from + shown_steps / 256;
  const shown = Array.from(fractions, (_, i) => i).filter((i) => fractions[i] >= from && fractions[i] <= to);
  const of = (/** @type {ArrayLike<number>} */ values) => shown.map((i) => values[i]);
  const labels = (/** @type {number} */ each) =>
    Array.from(
      { length: shown_steps / each + 1 },
      (_, i) => /** @type {[number, string]} */ ([from + (i * each) / 256, `${128 + i * each}/256`]),
    );
  return figure_of(text("web_gpu_weights"), sentences, (figure, id) => {
    legend(figure, text);
    plot_of(figure, id, 260, (plot) => {
      plot.across = [from, to];
      plot.upwards = [from - 0.5 / 256, to + 0.5 / 256];
      plot.axes(labels(plot.width < 480 ? 4 : 2), labels(2), text("web_gpu_weights_axis"));
      plot.curve("your-gpu-model", of(fractions), of(model));
      plot.curve("your-gpu-measured", of(fractions), of(weights));
    });
  });
}

/** LODs from half a level before the first one to half a level behind the last. @param {number} levels */
export const mixLods = (levels) => Float32Array.from({ length: levels * 1024 + 1 }, (_, i) => i / 1024 - 0.5);

/** @param {ArrayLike<number>[]} shares @param {TextOf} text */
function mix_sentence(shares, text) {
  const levels = shares.map((level) => Array.from(level));
  if (levels.every((level) => level.every((share) => share === 0 || share === 1)))
    return text("web_gpu_mix_point");
  // From the last LOD at which one level has all to the first at which the next one has.
  const upper = levels.findIndex((level, i) => i > 0 && level.includes(1) && levels[i - 1].includes(1));
  if (upper < 0) return "";
  const step = levels[upper].slice(levels[upper - 1].lastIndexOf(1), levels[upper].indexOf(1) + 1);
  return steps_sentence(step, text, {
    bits: "web_gpu_mix_bits",
    count: "web_gpu_mix_count",
    finer: "web_gpu_mix_finer",
  });
}

/**
 * The share of each level over LOD.
 * @param {{ lods: ArrayLike<number>, shares: ArrayLike<number>[], model: ArrayLike<number>[] }} data `shares`
 * and `model`: [level][number of the LOD] @param {TextOf} text
 */
export function levelMixFigure({ lods, shares, model }, text) {
  const worst = shares
    .map((level, i) => largestDifference(level, model[i]))
    .reduce((a, b) => (b.largest > a.largest ? b : a));
  const sentences = [
    mix_sentence(shares, text),
    worst.largest === 0
      ? text("web_gpu_mix_equal")
      : say(text, "web_gpu_mix_differ", in_256ths(worst.largest), short(lods[worst.at])),
  ];
  const from = lods[0],
    to = lods[lods.length - 1];
  return figure_of(text("web_gpu_mix"), sentences, (figure, id) => {
    legend(figure, text);
    plot_of(figure, id, 240, (plot) => {
      plot.top = 30;
      plot.across = [from, to];
      const whole = Array.from(
        { length: Math.floor(to) - Math.ceil(from) + 1 },
        (_, i) => Math.ceil(from) + i,
      );
      plot.axes(
        whole.map((lod) => [lod, String(lod)]),
        [
          [0, "0"],
          [0.5, "1/2"],
          [1, "1"],
        ],
        text("web_gpu_mix_axis"),
      );
      const room = plot.x(1) - plot.x(0);
      shares.forEach((level, i) => {
        plot.curve("your-gpu-model", ...where_it_is(lods, model[i]));
        plot.curve("your-gpu-measured", ...where_it_is(lods, level));
        name_level(plot, level, lods, room < 64 && i > 0 ? String(i) : say(text, "web_gpu_mix_level", i));
      });
    });
  });
}

/**
 * The part of a curve that is not 0, with its ends.
 * @param {ArrayLike<number>} lods @param {ArrayLike<number>} level
 * @returns {[number[], number[]]}
 */
function where_it_is(lods, level) {
  const part = Array.from(lods, (_, i) => i).filter(
    (i) => level[i - 1] > 0 || level[i] > 0 || level[i + 1] > 0,
  );
  return [part.map((i) => lods[i]), part.map((i) => level[i])];
}

/** Above the LODs at which it has its largest share. @param {Plot} plot @param {ArrayLike<number>} level
 * @param {ArrayLike<number>} lods @param {string} name */
function name_level(plot, level, lods, name) {
  const largest = Array.from(level).reduce((a, b) => Math.max(a, b), 0);
  if (largest === 0) return;
  const top = Array.from(lods).filter((_, i) => level[i] === largest);
  const middle = plot.x((top[0] + top[top.length - 1]) / 2);
  const inside = Math.min(Math.max(middle, plot.left + 14), plot.width - plot.right - 14);
  svg(plot.picture, "text", { x: inside, y: plot.y(largest) - 9, "text-anchor": "middle" }, name);
}

/**
 * A texel's name: its coordinates.
 * @param {Texel} texel @param {boolean} flat without a slice, layer or face
 */
const texel_name = ({ x, y, z }, flat) => (flat ? `${x}, ${y}` : `${x}, ${y}, ${z}`);

/**
 * The weights of one fetch as a table. Texels that only one of the two reads are rows as well.
 * @param {{ measured: ReturnType<import("./your_gpu.js").GpuTexture["weights"]>,
 *   model: (Texel & { weight: number })[] }} data @param {TextOf} text
 */
export function weightsFigure({ measured, model }, text) {
  const sentences = [
    say(text, "web_gpu_fetch_sum", measured.sum.toPrecision(7), measured.total.toPrecision(7)),
  ];
  if (!measured.complete) sentences.push(text("web_gpu_fetch_incomplete"));
  const key = (/** @type {Texel} */ { level, z, y, x }) => [level, z, y, x].join(" ");
  const rows = new Map(
    [...model, ...measured.texels].map((texel) => [key(texel), { texel, model: 0, gpu: 0 }]),
  );
  for (const texel of model) /** @type {{ model: number }} */ (rows.get(key(texel))).model += texel.weight;
  for (const texel of measured.texels)
    /** @type {{ gpu: number }} */ (rows.get(key(texel))).gpu = texel.weight;
  const texels = [...rows.values()].map(({ texel }) => texel);
  const flat = texels.every(({ z }) => z === 0),
    one_level = texels.every(({ level }) => level === texels[0].level);
  return figure_of(text("web_gpu_fetch"), sentences, (figure, id) => {
    const table = html(html(figure, "div", undefined, "your-gpu-table"), "table");
    table.setAttribute("aria-labelledby", `${id}-title`);
    const head = html(html(table, "thead"), "tr");
    if (!one_level) html(head, "th", text("web_gpu_fetch_level"));
    for (const name of [
      "web_gpu_fetch_texel",
      "web_gpu_model",
      "web_gpu_measured",
      "web_gpu_fetch_difference",
    ])
      html(head, "th", text(name)).setAttribute("scope", "col");
    const body = html(table, "tbody");
    for (const { texel, model: expected, gpu } of rows.values()) {
      const row = html(body, "tr");
      if (!one_level) html(row, "td", String(texel.level));
      html(row, "td", texel_name(texel, flat));
      for (const weight of [expected, gpu]) html(row, "td", weight.toFixed(6));
      html(
        row,
        "td",
        gpu === expected ? "=" : `${gpu > expected ? "+" : "−"}${Math.abs(gpu - expected).toFixed(6)}`,
      );
    }
  });
}

// Those of the window's signed differences.
const white = [255, 255, 255],
  larger_color = [224, 104, 12],
  smaller_color = [24, 96, 214],
  odd_color = [255, 0, 255];

/**
 * Of each pixel the channel that differs most: the model's value minus the GPU's, which is no finite number
 * if only one of the two is one.
 * @param {ArrayLike<number>} model @param {ArrayLike<number>} gpu four values a pixel @param {number}
 * channels that count
 */
export function differences(model, gpu, channels) {
  const map = new Float32Array(model.length / 4);
  let differing = 0;
  for (let i = 0; i < model.length; ++i) {
    if (i % 4 >= channels || Object.is(model[i], gpu[i]) || model[i] === gpu[i]) continue;
    ++differing;
    const difference = model[i] - gpu[i],
      pixel = i >> 2;
    if (!Number.isNaN(map[pixel]) && !(Math.abs(difference) <= Math.abs(map[pixel]))) map[pixel] = difference;
  }
  return { map, differing };
}

/** @param {number} difference @param {number} reach that has the full color */
function difference_color(difference, reach) {
  if (!Number.isFinite(difference)) return odd_color;
  const full = difference < 0 ? smaller_color : larger_color,
    share = Math.min(1, Math.abs(difference) / reach);
  return white.map((from, i) => from + (full[i] - from) * share);
}

/**
 * The difference of two pictures.
 * @param {{ width: number, height: number, model: ArrayLike<number>, gpu: ArrayLike<number>, channels: number
 * }} data
 * @param {TextOf} text
 */
export function differenceFigure({ width, height, model, gpu, channels }, text) {
  const { map, differing } = differences(model, gpu, channels);
  const finite = map.map((difference) => (Number.isFinite(difference) ? difference : 0));
  const { largest, at } = largestDifference(finite, new Float32Array(finite.length));
  const all = width * height * channels;
  const odd = map.filter((difference) => !Number.isFinite(difference)).length;
  const sentences = differing === 0 ? [say(text, "web_gpu_difference_equal", all)] : [];
  if (largest > 0)
    sentences.push(
      say(
        text,
        "web_gpu_difference_differ",
        differing,
        all,
        short(largest),
        at % width,
        Math.floor(at / width),
      ),
      say(text, "web_gpu_difference_scale", short(largest)),
    );
  if (odd > 0) sentences.push(say(text, "web_gpu_difference_nan", odd));
  return figure_of(text("web_gpu_difference"), sentences, (figure, id) => {
    const canvas = /** @type {HTMLCanvasElement} */ (html(figure, "canvas"));
    describe(canvas, id);
    canvas.width = width;
    canvas.height = height;
    const pixels = new ImageData(width, height);
    map.forEach((difference, i) =>
      pixels.data.set([...difference_color(difference, largest || 1), 255], 4 * i),
    );
    canvas.getContext("2d")?.putImageData(pixels, 0, 0);
  });
}
