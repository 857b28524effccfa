// The reader's own GPU, by WebGL2: it fetches the same texels at the same coordinates as the exact model
// does, and its weights are measured on textures in which one texel is one and all others are zero. It knows
// nothing of a page.

/**
 * Why WebGL2 has no such fetch, or could not make it.
 * @typedef {"no_webgl2" | "no_float_target" | "context_lost" | "out_of_memory" | "too_large" | "integers" |
 * "float_filter" | "norm16" | "blocks" | "srgb_channels" | "border" | "cube_layered" | "cube_edges" |
 * "anisotropy" | "too_large_to_measure"} Reason
 */
/**
 * @typedef {{ reason: Reason, values: number[] }} WhyNot `values` are the numbers in its sentence, such as a
 * limit
 */

/** @typedef {"1d" | "2d" | "3d" | "1d_layered" | "2d_layered" | "cube" | "cube_layered"} Dimension */
/**
 * Names and values are those of a session. Coordinates are always normalized.
 * @typedef {object} Sampler
 * @property {("wrap" | "clamp" | "mirror" | "border")[]} address of x, y and z
 * @property {"point" | "linear"} filter
 * @property {"point" | "linear"} [mipFilter]
 * @property {number} [bias] is added to an explicit LOD; gradients are scaled by 2^bias
 * @property {number} [minLod]
 * @property {number} [maxLod]
 * @property {number} [anisotropy] the largest number of probes
 * @property {boolean} [seamlessCube] false: cubes are not filtered across edges, which WebGL2 cannot do
 */
/**
 * @typedef {object} TextureRequest
 * @property {string} format a name of WebGL2 in small letters: "rgba8", "srgb8_alpha8", "r16f", "rgba32f"...
 * @property {Dimension} dimension
 * @property {number} width of level 0, in texels
 * @property {number} height 1 if it has no second axis
 * @property {number} depth slices or layers; 1 if it has none
 * @property {ArrayBufferView[]} levels the texels of each level as they are in memory, row after row, plane
 * after plane
 * @property {Sampler} sampler
 */
/**
 * Fetches with an explicit LOD, or with gradients, of which one value holds for all fetches, or each has its
 * own.
 * @typedef {object} FetchLevel
 * @property {number | Float32Array} [lod] 0 if neither it nor gradients are given
 * @property {ArrayLike<number>} [dx] one component for each axis; three for a cube
 * @property {ArrayLike<number>} [dy]
 */
/**
 * @typedef {FetchLevel & { coordinates: Float32Array }} Fetches one number for each axis; then the layer, if
 * it has any
 */
/**
 * The coordinate of the pixel in that column and row is fmaf(column + offset, right, fmaf(row + offset, down,
 * origin)).
 * @typedef {object} View
 * @property {number} width
 * @property {number} height
 * @property {number} offset
 * @property {ArrayLike<number>} right as many numbers as a coordinate has
 * @property {ArrayLike<number>} down
 * @property {ArrayLike<number>} origin
 */
/** @typedef {{ level: number, x: number, y: number, z: number }} Texel z: the slice, layer or face */
/** @typedef {Texel & { width: number, height: number, depth: number }} Box */
/** @typedef {{ first: Texel, second: Texel, fractions: Float32Array, fetches: Fetches }} Crossing */
/**
 * @typedef {{ axes: number, layered: boolean, planes: number, width: number, height: number, depth: number }}
 * Shape
 */

const max_row = 2048; // fetches in a row of the target
const max_pass = 1 << 20; // fetches in one target, which then takes 16 MiB
const max_measured_bytes = 64 << 20; // of a texture whose weights are measured
const max_found = 256; // texels of one footprint

export class GpuError extends Error {
  /** @param {Reason} reason @param {...number} values */
  constructor(reason, ...values) {
    super([reason, ...values].join(" "));
    this.reason = reason;
    this.values = values;
  }
}

/**
 * x * y + z of three floats, rounded once, to a float.
 * @param {number} x @param {number} y @param {number} z
 */
export function fmaf(x, y, z) {
  const product = x * y; // exact: 48 bits
  const sum = product + z;
  const added = sum - product;
  const error = product - (sum - added) + (z - added);
  // An inexact sum is rounded to odd first: then the step to a float rounds as if it were the only one.
  return Math.fround(error === 0 || !Number.isFinite(sum) ? sum : rounded_to_odd(sum, error));
}

const scratch = new DataView(new ArrayBuffer(8));

/** @param {number} sum @param {number} error of the sum, not 0 */
function rounded_to_odd(sum, error) {
  scratch.setFloat64(0, sum);
  const low = scratch.getUint32(4);
  if (low % 2 === 1) return sum;
  const outwards = sum > 0 === error > 0;
  if (!outwards && low === 0) scratch.setUint32(0, scratch.getUint32(0) - 1);
  scratch.setUint32(4, outwards ? low + 1 : low - 1);
  return scratch.getFloat64(0);
}

/**
 * How many different weights there are: 2^bits + 1 if the fraction has so many bits. `finer`: nearly each
 * position has a weight of its own, so that there may be more than were measured.
 * @param {ArrayLike<number>} weights over one step from 0 to 1
 */
export function countSteps(weights) {
  const count = new Set(Array.from(weights)).size;
  const bits = Math.log2(count - 1);
  const finer = count > weights.length / 2;
  return { count, bits: !finer && Number.isInteger(bits) ? bits : null, finer };
}

/**
 * @typedef {object} Format
 * @property {GLenum} internal
 * @property {GLenum} format
 * @property {GLenum} type
 * @property {typeof Uint8Array | typeof Int8Array | typeof Uint16Array | typeof Int16Array | typeof
 * Uint32Array | typeof Float32Array} Elements
 * @property {number} elements of a texel
 * @property {number} one the element that returns 1
 * @property {string} [extension] without which there is no such texture
 * @property {string} [filterExtension] without which it is not filtered
 */
/** @param {WebGL2RenderingContext} gl */
function formats_of(gl) {
  /** @type {Map<string, Format>} */
  const formats = new Map();
  /**
   * @param {string} suffix @param {GLenum[]} internal @param {GLenum} type @param {Format["Elements"]}
   * Elements
   * @param {number} one @param {Partial<Format>} [needs]
   */
  const add = (suffix, internal, type, Elements, one, needs = {}) => {
    const layouts = [gl.RED, gl.RG, gl.RGBA];
    ["r", "rg", "rgba"].forEach((channels, i) =>
      formats.set(channels + suffix, {
        internal: internal[i],
        format: layouts[i],
        type,
        Elements,
        elements: [1, 2, 4][i],
        one,
        ...needs,
      }),
    );
  };
  const norm16 = { extension: "EXT_texture_norm16" };
  add("8", [gl.R8, gl.RG8, gl.RGBA8], gl.UNSIGNED_BYTE, Uint8Array, 255);
  add("8_snorm", [gl.R8_SNORM, gl.RG8_SNORM, gl.RGBA8_SNORM], gl.BYTE, Int8Array, 127);
  add("16", [0x822a, 0x822c, 0x805b], gl.UNSIGNED_SHORT, Uint16Array, 65535, norm16);
  add("16_snorm", [0x8f98, 0x8f99, 0x8f9b], gl.SHORT, Int16Array, 32767, norm16);
  add("16f", [gl.R16F, gl.RG16F, gl.RGBA16F], gl.HALF_FLOAT, Uint16Array, 0x3c00);
  add("32f", [gl.R32F, gl.RG32F, gl.RGBA32F], gl.FLOAT, Float32Array, 1, {
    filterExtension: "OES_texture_float_linear",
  });
  formats.set("srgb8_alpha8", {
    internal: gl.SRGB8_ALPHA8,
    format: gl.RGBA,
    type: gl.UNSIGNED_BYTE,
    Elements: Uint8Array,
    elements: 4,
    one: 255,
  });
  formats.set("rgb10_a2", {
    internal: gl.RGB10_A2,
    format: gl.RGBA,
    type: gl.UNSIGNED_INT_2_10_10_10_REV,
    Elements: Uint32Array,
    elements: 1,
    one: 0xffffffff,
  });
  return formats;
}

/** @param {string} format @returns {Reason} */
function why_no_format(format) {
  if (/^(r|rg|rgb|rgba)(8|16|32)u?i$/.test(format)) return "integers";
  if (/^bc[1-7]/.test(format)) return "blocks";
  if (/^s(r|rg)8$/.test(format)) return "srgb_channels";
  throw new TypeError(`unknown format ${format}`);
}

/**
 * The sampler's type, the coordinate and a gradient in GLSL.
 * @type {Record<string, [string, string, string]>}
 */
const glsl = {
  "1d": ["sampler2D", "vec2(p.x, 0.5)", "vec2(g.x, 0.0)"],
  "2d": ["sampler2D", "p.xy", "g.xy"],
  "1d_layered": ["sampler2DArray", "vec3(p.x, 0.5, p.y)", "vec2(g.x, 0.0)"],
  "2d_layered": ["sampler2DArray", "p.xyz", "g.xy"],
  "3d": ["sampler3D", "p.xyz", "g.xyz"],
  cube: ["samplerCube", "p.xyz", "g.xyz"],
};

// Each fetch is a point: GPUs shade squares of 2 x 2 pixels, and may choose levels and faces for a square,
// which no two points share.
const vertex_shader = `#version 300 es
uniform highp ivec3 target; // columns, rows, first row
flat out highp ivec2 at;
void main() {
  at = ivec2(gl_VertexID % target.x, gl_VertexID / target.x);
  gl_PointSize = 1.0;
  gl_Position = vec4((vec2(at + ivec2(0, target.z)) + 0.5) / vec2(target.xy) * 2.0 - 1.0, 0.0, 1.0);
}`;

/** @param {Dimension} dimension @param {boolean} gradients */
function fragment_shader(dimension, gradients) {
  const [sampler, coordinate, gradient] = glsl[dimension];
  const scaled = (/** @type {string} */ name) => gradient.replaceAll("g.", `${name}.`) + " * gradient_scale";
  const fetch = gradients
    ? `textureGrad(texels, ${coordinate}, ${scaled("x")}, ${scaled("y")})`
    : `textureLod(texels, ${coordinate}, p.w + bias)`;
  return `#version 300 es
precision highp float;
precision highp int;
uniform highp ${sampler} texels;
uniform highp sampler2D place, dx, dy;
uniform float bias, gradient_scale;
flat in ivec2 at;
out vec4 value;
void main() {
  vec4 p = texelFetch(place, at, 0), x = texelFetch(dx, at, 0), y = texelFetch(dy, at, 0);
  value = ${fetch};
}`;
}

/** What the dimension and the size make of a texture. @param {TextureRequest} request @returns {Shape} */
function shape_of({ dimension, width, height, depth }) {
  const cube = dimension.startsWith("cube"),
    layered = dimension.endsWith("_layered");
  const axes = dimension.startsWith("1d") ? 1 : dimension.startsWith("2d") ? 2 : 3;
  const planes = cube ? 6 * (layered ? depth : 1) : axes === 3 || layered ? depth : 1;
  return { axes, layered, planes, width, height: axes === 1 ? 1 : height, depth };
}

/** All texels of a level. @param {TextureRequest} request @param {number} level @returns {Box} */
function level_box(request, level) {
  const { width, height, planes } = shape_of(request);
  const halved = (/** @type {number} */ size) => Math.max(1, size >> level);
  const depth = request.dimension === "3d" ? halved(planes) : planes;
  return { level, x: 0, y: 0, z: 0, width: halved(width), height: halved(height), depth };
}

/** @param {Box} box */
const texels_in = (box) => box.width * box.height * box.depth;

/** The two halves of a box of more than one texel. @param {Box} box @returns {[Box, Box]} */
function halves(box) {
  const [side, start] =
    box.depth > 1
      ? /** @type {const} */ (["depth", "z"])
      : box.height > 1
        ? /** @type {const} */ (["height", "y"])
        : /** @type {const} */ (["width", "x"]);
  const half = box[side] >> 1;
  return [
    { ...box, [side]: half },
    { ...box, [side]: box[side] - half, [start]: box[start] + half },
  ];
}

/** WebGL returns null if the context is lost. @template T @param {T | null} object @returns {T} */
function made(object) {
  if (object === null) throw new GpuError("context_lost");
  return object;
}

/** WebGL objects, which are deleted together. */
class Objects {
  /** @type {(() => void)[]} */
  #deletions = [];
  /** @param {WebGL2RenderingContext} gl */
  constructor(gl) {
    this.gl = gl;
  }
  /** @template T @param {T | null} object @param {(object: T) => void} remove */
  #keep(object, remove) {
    const kept = made(object);
    this.#deletions.push(() => remove(kept));
    return kept;
  }
  texture() {
    return this.#keep(this.gl.createTexture(), (it) => this.gl.deleteTexture(it));
  }
  sampler() {
    return this.#keep(this.gl.createSampler(), (it) => this.gl.deleteSampler(it));
  }
  framebuffer() {
    return this.#keep(this.gl.createFramebuffer(), (it) => this.gl.deleteFramebuffer(it));
  }
  renderbuffer() {
    return this.#keep(this.gl.createRenderbuffer(), (it) => this.gl.deleteRenderbuffer(it));
  }
  program() {
    return this.#keep(this.gl.createProgram(), (it) => this.gl.deleteProgram(it));
  }
  /** @param {GLenum} type */
  shader(type) {
    return this.#keep(this.gl.createShader(type), (it) => this.gl.deleteShader(it));
  }
  free() {
    for (const remove of this.#deletions.splice(0)) remove();
  }
}

/** Throws what went wrong since the last call. @param {WebGL2RenderingContext} gl */
function check(gl) {
  if (gl.isContextLost()) throw new GpuError("context_lost");
  const error = gl.getError();
  while (gl.getError() !== gl.NO_ERROR && !gl.isContextLost());
  if (error === gl.OUT_OF_MEMORY) throw new GpuError("out_of_memory");
  if (error === gl.CONTEXT_LOST_WEBGL) throw new GpuError("context_lost");
  if (error !== gl.NO_ERROR) throw new Error(`WebGL2 reports error ${error}`);
}

/** A texture's storage, which holds zeros at first. */
class Storage {
  /** @param {Objects} objects @param {TextureRequest} request @param {Format} format */
  constructor(objects, request, format) {
    const gl = (this.gl = objects.gl);
    const { axes, layered } = shape_of(request);
    this.format = format;
    this.cube = request.dimension === "cube";
    this.flat = axes < 3 && !layered;
    this.target = this.cube
      ? gl.TEXTURE_CUBE_MAP
      : this.flat
        ? gl.TEXTURE_2D
        : layered
          ? gl.TEXTURE_2D_ARRAY
          : gl.TEXTURE_3D;
    this.name = objects.texture();
    this.bind();
    const { width, height, depth } = level_box(request, 0),
      levels = request.levels.length;
    if (this.flat || this.cube) gl.texStorage2D(this.target, levels, format.internal, width, height);
    else gl.texStorage3D(this.target, levels, format.internal, width, height, depth);
    check(gl);
  }
  bind() {
    this.gl.activeTexture(this.gl.TEXTURE0);
    this.gl.bindTexture(this.target, this.name);
  }
  /** @param {Box} box @param {InstanceType<Format["Elements"]>} elements */
  write(box, elements) {
    const { gl, format } = this;
    const { level, x, y, z, width, height, depth } = box;
    this.bind();
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    if (this.flat)
      gl.texSubImage2D(this.target, level, x, y, width, height, format.format, format.type, elements);
    else if (!this.cube)
      gl.texSubImage3D(
        this.target,
        level,
        x,
        y,
        z,
        width,
        height,
        depth,
        format.format,
        format.type,
        elements,
      );
    else
      for (let face = 0; face < depth; ++face)
        gl.texSubImage2D(
          gl.TEXTURE_CUBE_MAP_POSITIVE_X + z + face,
          level,
          x,
          y,
          width,
          height,
          format.format,
          format.type,
          elements,
          face * width * height * format.elements,
        );
  }
}

/** The texels of a level as WebGL takes them. @param {ArrayBufferView} bytes @param {Format} format */
function elements_of(bytes, { Elements }) {
  const size = Elements.BYTES_PER_ELEMENT;
  const aligned =
    bytes.byteOffset % size === 0 &&
    !(typeof SharedArrayBuffer !== "undefined" && bytes.buffer instanceof SharedArrayBuffer);
  if (aligned)
    return new Elements(/** @type {ArrayBuffer} */ (bytes.buffer), bytes.byteOffset, bytes.byteLength / size);
  return new Elements(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).slice().buffer);
}

/** @param {Objects} objects @param {TextureRequest} request */
function make_sampler(objects, { sampler, levels }) {
  const { gl } = objects;
  const name = objects.sampler();
  const modes = {
    wrap: gl.REPEAT,
    clamp: gl.CLAMP_TO_EDGE,
    mirror: gl.MIRRORED_REPEAT,
    border: gl.CLAMP_TO_EDGE,
  };
  const linear = sampler.filter === "linear",
    mips = levels.length > 1;
  const between =
    sampler.mipFilter === "linear"
      ? linear
        ? gl.LINEAR_MIPMAP_LINEAR
        : gl.NEAREST_MIPMAP_LINEAR
      : linear
        ? gl.LINEAR_MIPMAP_NEAREST
        : gl.NEAREST_MIPMAP_NEAREST;
  const plain = linear ? gl.LINEAR : gl.NEAREST;
  gl.samplerParameteri(name, gl.TEXTURE_MAG_FILTER, plain);
  gl.samplerParameteri(name, gl.TEXTURE_MIN_FILTER, mips ? between : plain);
  [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T, gl.TEXTURE_WRAP_R].forEach((axis, i) =>
    gl.samplerParameteri(name, axis, modes[sampler.address[i] ?? "clamp"]),
  );
  if (mips) {
    gl.samplerParameterf(name, gl.TEXTURE_MIN_LOD, sampler.minLod ?? 0);
    gl.samplerParameterf(name, gl.TEXTURE_MAX_LOD, sampler.maxLod ?? 15);
    if (probes_of(sampler) > 1) gl.samplerParameterf(name, max_anisotropy, probes_of(sampler));
  }
  return name;
}

const max_anisotropy = 0x84fe,
  largest_max_anisotropy = 0x84ff; // of EXT_texture_filter_anisotropic
/** @param {Sampler} sampler */
const probes_of = (sampler) => sampler.anisotropy ?? 1;

/**
 * `values` for each of `count` fetches as the red, green... of texels, or the one value of all of them;
 * `last` fills alpha.
 * @param {ArrayLike<number>} values @param {number} each @param {number} first @param {number} count @param
 * {number} size
 * @param {number | Float32Array} [last]
 */
function packed(values, each, first, count, size, last = 0) {
  const out = new Float32Array(4 * size);
  const step = values.length === each ? 0 : each;
  for (let i = 0; i < count; ++i) {
    for (let c = 0; c < each; ++c) out[4 * i + c] = values[(first + i) * step + c];
    out[4 * i + 3] = typeof last === "number" ? last : last[first + i];
  }
  return out;
}

/** The machine: one WebGL2 context with its programs. */
export class YourGpu {
  /** @type {Map<string, WebGLProgram>} */
  #programs = new Map();
  /** @type {Set<GpuTexture>} */
  #textures = new Set();

  /**
   * Throws GpuError if the browser has no WebGL2 that draws to floats.
   * @param {HTMLCanvasElement | OffscreenCanvas} [canvas] nothing is shown on it; the context belongs to the
   * machine
   */
  constructor(canvas = document.createElement("canvas")) {
    canvas.width = canvas.height = 1;
    const gl = /** @type {WebGL2RenderingContext | null} */ (
      canvas.getContext("webgl2", { antialias: false, depth: false, powerPreference: "high-performance" })
    );
    if (gl === null) throw new GpuError("no_webgl2");
    this.gl = gl;
    this.objects = new Objects(gl);
    if (gl.getExtension("EXT_color_buffer_float") === null) {
      this.close();
      throw new GpuError("no_float_target");
    }
    for (const name of ["OES_texture_float_linear", "EXT_texture_norm16", "EXT_texture_filter_anisotropic"])
      gl.getExtension(name);
    this.formats = formats_of(gl);
    const names = gl.getExtension("WEBGL_debug_renderer_info");
    /** The GPU's name, as far as the browser tells it. */
    this.renderer = String(gl.getParameter(names === null ? gl.RENDERER : names.UNMASKED_RENDERER_WEBGL));
    /** The browser computes on the processor: what is measured is no GPU. */
    this.software = /swiftshader|llvmpipe|softpipe|basic render|software/i.test(this.renderer);
  }

  /** Whether the browser took the context away; then only another YourGpu helps. */
  get lost() {
    return this.gl.isContextLost();
  }

  /**
   * Why a request cannot be fetched; null if it can.
   * @param {TextureRequest} request @returns {WhyNot | null}
   */
  whyNot(request) {
    const { gl } = this;
    const { dimension, sampler } = request;
    const { axes, planes } = shape_of(request);
    const no = (/** @type {Reason} */ reason, /** @type {number[]} */ ...values) => ({ reason, values });
    const has = (/** @type {string} */ name) => gl.getExtension(name) !== null;
    const cube = dimension === "cube",
      mips = request.levels.length > 1;
    const linear = sampler.filter === "linear" || (mips && sampler.mipFilter === "linear");
    const format = this.formats.get(request.format);

    if (gl.isContextLost()) return no("context_lost");
    if (dimension === "cube_layered") return no("cube_layered");
    if (format === undefined) return no(why_no_format(request.format));
    if (format.extension && !has(format.extension)) return no("norm16");
    if (linear && format.filterExtension && !has(format.filterExtension)) return no("float_filter");
    if (!cube && sampler.address.slice(0, axes).includes("border")) return no("border");
    if (cube && sampler.seamlessCube === false && sampler.filter === "linear") return no("cube_edges");
    const most = mips ? this.#most_probes() : Infinity;
    if (probes_of(sampler) > most) return no("anisotropy", most);
    const side = gl.getParameter(
      dimension === "3d" ? gl.MAX_3D_TEXTURE_SIZE : cube ? gl.MAX_CUBE_MAP_TEXTURE_SIZE : gl.MAX_TEXTURE_SIZE,
    );
    const deep = cube ? 6 : dimension === "3d" ? side : gl.getParameter(gl.MAX_ARRAY_TEXTURE_LAYERS);
    if (Math.max(request.width, request.height) > side || planes > deep) return no("too_large", side, deep);
    return null;
  }

  #most_probes() {
    return this.gl.getExtension("EXT_texture_filter_anisotropic") === null
      ? 1
      : this.gl.getParameter(largest_max_anisotropy);
  }

  /**
   * Throws GpuError with whyNot(), and if there is no memory for the texels. Its close() frees them.
   * @param {TextureRequest} request
   */
  open(request) {
    const why = this.whyNot(request);
    if (why !== null) throw new GpuError(why.reason, ...why.values);
    const texture = new GpuTexture(this, request, () => this.#textures.delete(texture));
    this.#textures.add(texture);
    return texture;
  }

  /** @param {Dimension} dimension @param {boolean} gradients */
  program(dimension, gradients) {
    const key = `${dimension} ${gradients}`;
    const program = this.#programs.get(key) ?? this.#link(fragment_shader(dimension, gradients));
    this.#programs.set(key, program);
    return program;
  }

  /** @param {string} fragment */
  #link(fragment) {
    const { gl } = this;
    const shaders = new Objects(gl),
      program = this.objects.program();
    try {
      for (const [type, source] of /** @type {const} */ ([
        [gl.VERTEX_SHADER, vertex_shader],
        [gl.FRAGMENT_SHADER, fragment],
      ])) {
        const shader = shaders.shader(type);
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
      }
      gl.linkProgram(program);
      if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
        check(gl);
        throw new Error(`WebGL2 rejects a program: ${gl.getProgramInfoLog(program)}`);
      }
    } finally {
      shaders.free();
    }
    return program;
  }

  /** Frees everything, the textures too, and gives the context back. */
  close() {
    for (const texture of [...this.#textures]) texture.close();
    this.#programs.clear();
    this.objects.free();
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

/** A texture with its sampler on that machine. Its methods throw GpuError if the machine fails. */
export class GpuTexture {
  #gpu;
  #request;
  #format;
  #objects;
  #sampler;
  #texels;
  #closed;
  /** The texture whose texels are zero except for those that are painted. @type {Storage | null} */
  #zeros = null;

  /** @param {YourGpu} gpu @param {TextureRequest} request that it can fetch @param {() => void} closed */
  constructor(gpu, request, closed) {
    this.#gpu = gpu;
    this.#request = request;
    this.#format = /** @type {Format} */ (gpu.formats.get(request.format));
    this.#objects = new Objects(gpu.gl);
    this.#closed = closed;
    try {
      this.#sampler = make_sampler(this.#objects, request);
      this.#texels = new Storage(this.#objects, request, this.#format);
      request.levels.forEach((bytes, level) => this.#upload(bytes, level_box(request, level)));
      check(gpu.gl);
    } catch (error) {
      this.#objects.free();
      throw error;
    }
  }

  /** @param {ArrayBufferView} bytes @param {Box} box */
  #upload(bytes, box) {
    const size = texels_in(box) * this.#format.elements * this.#format.Elements.BYTES_PER_ELEMENT;
    if (bytes.byteLength !== size)
      throw new RangeError(`level ${box.level} has ${bytes.byteLength} bytes instead of ${size}`);
    /** @type {Storage} */ (this.#texels).write(box, elements_of(bytes, this.#format));
  }

  /** The numbers of a coordinate. */
  get coordinateSize() {
    const { axes, layered } = shape_of(this.#request);
    return axes + (layered ? 1 : 0);
  }

  /**
   * Four floats for each fetch. Channels that the texels lack are 0, and alpha is 1.
   * @param {Fetches} fetches
   */
  sampleAt(fetches) {
    return this.#fetch(fetches, this.#texels, this.#sampler, [() => {}]);
  }

  /** Four floats for each pixel, row after row. @param {View & FetchLevel} view */
  sampleView(view) {
    const { width, height, offset, right, down, origin } = view,
      each = this.coordinateSize;
    const coordinates = new Float32Array(width * height * each);
    let at = 0;
    for (let row = 0; row < height; ++row) {
      const py = Math.fround(row + offset);
      const start = Array.from({ length: each }, (_, i) => fmaf(py, down[i], origin[i]));
      for (let column = 0; column < width; ++column)
        for (let i = 0; i < each; ++i)
          coordinates[at++] = fmaf(Math.fround(column + offset), right[i], start[i]);
    }
    return this.sampleAt({ coordinates, lod: view.lod, dx: view.dx, dy: view.dy });
  }

  /** The weight of one texel in each fetch: what a texture of zeros returns in which only this texel is one.
   * @param {Texel} texel @param {Fetches} fetches */
  weightOf(texel, fetches) {
    return this.#measure([{ ...texel, width: 1, height: 1, depth: 1 }], fetches)[0];
  }

  /**
   * Every texel that contributes to one fetch, found by bisection, so that nothing is assumed about where the
   * GPU reads. `total` is what a texture of ones returns; `complete` is false if more texels contribute than
   * are listed.
   * @param {Fetches} fetch with one coordinate
   */
  weights(fetch) {
    const first_red = (/** @type {Box[]} */ boxes) => this.#measure(boxes, fetch).map((values) => values[0]);
    const total = this.#total(fetch);
    /** @type {(Texel & { weight: number })[]} */
    const texels = [];
    let complete = true;
    let boxes = this.#request.levels.map((_, level) => level_box(this.#request, level));
    while (boxes.length > 0) {
      const found = first_red(boxes);
      const contributing = boxes
        .map((box, i) => ({ box, weight: found[i] }))
        .filter(({ weight }) => weight !== 0);
      const single = contributing.filter(({ box }) => texels_in(box) === 1);
      texels.push(...single.map(({ box: { level, x, y, z }, weight }) => ({ level, x, y, z, weight })));
      boxes = contributing.filter(({ box }) => texels_in(box) > 1).flatMap(({ box }) => halves(box));
      if (texels.length + boxes.length > 2 * max_found) {
        complete = false;
        break;
      }
    }
    texels.sort((a, b) => a.level - b.level || a.z - b.z || a.y - b.y || a.x - b.x);
    return { texels, total, sum: texels.reduce((sum, { weight }) => sum + weight, 0), complete };
  }

  /**
   * The weight of a texel while the coordinate crosses from its left neighbor to it, on level 0 in the middle
   * of the texture. The rest is countSteps().
   * @param {{ axis?: number, steps?: number }} [options]
   */
  staircase(options) {
    const crossing = this.crossing(options);
    const weights = this.#measure(
      [{ ...crossing.second, width: 1, height: 1, depth: 1 }],
      crossing.fetches,
      true,
    )[0];
    return { ...crossing, weights, ...countSteps(weights) };
  }

  /** The coordinates of staircase(), and its two texels. @param {{ axis?: number, steps?: number }} [options]
   * @returns {Crossing} */
  crossing({ axis = 0, steps = 16384 } = {}) {
    const request = this.#request,
      { axes, layered } = shape_of(request),
      cube = request.dimension === "cube";
    const { width, height, depth } = level_box(request, 0);
    const sizes = cube ? [width, height] : [width, height, depth].slice(0, axes);
    if (!(sizes[axis] > 1)) throw new RangeError(`there are no two texels along axis ${axis}`);
    const texel = sizes.map((size) => size >> 1);
    const before = texel.map((at, i) => (i === axis ? at - 1 : at));
    const fractions = Float32Array.from({ length: steps + 1 }, (_, i) => i / steps);
    const positions = Array.from(fractions, (fraction) =>
      before.map((at, i) => (at + 0.5 + (i === axis ? fraction : 0)) / sizes[i]),
    );
    const coordinate = (/** @type {number[]} */ at) =>
      cube ? [2 * at[0] - 1, 1 - 2 * at[1], 1] : layered ? [...at, 0] : at;
    const place = (/** @type {number[]} */ [x, y = 0, z = 0]) => ({ level: 0, x, y, z: cube ? 4 : z });
    return {
      first: place(before),
      second: place(texel),
      fractions,
      fetches: { coordinates: Float32Array.from(positions.flatMap(coordinate)) },
    };
  }

  /**
   * The share of each level at the middle of the texture, for each LOD: [level][number of the LOD].
   * @param {ArrayLike<number>} lods
   */
  levelMix(lods) {
    const { axes, layered } = shape_of(this.#request);
    const at =
      this.#request.dimension === "cube" ? [0, 0, 1] : [...Array(axes).fill(0.5), ...(layered ? [0] : [])];
    const coordinates = Float32Array.from({ length: lods.length * at.length }, (_, i) => at[i % at.length]);
    const boxes = this.#request.levels.map((_, level) => level_box(this.#request, level));
    return this.#measure(boxes, { coordinates, lod: Float32Array.from(lods) });
  }

  close() {
    this.#objects.free();
    this.#closed();
  }

  /** @param {Fetches} fetch */
  #total(fetch) {
    const levels = this.#request.levels.map((_, level) => level_box(this.#request, level));
    const paint = (/** @type {number} */ element) => levels.forEach((box) => this.#paint(box, element));
    const [value] = this.#fetch(fetch, this.#painted(), this.#sampler, [() => paint(this.#format.one)]);
    paint(0);
    return value;
  }

  /**
   * Red of each fetch for each box, whose texels alone are one.
   * @param {Box[]} boxes @param {Fetches} fetches
   * @param {boolean} [one_level] without the sampler's LOD settings
   */
  #measure(boxes, fetches, one_level = false) {
    const own = new Objects(this.#gpu.gl);
    const zeros = this.#painted();
    /** @type {Box | null} */
    let painted = null;
    const steps = boxes.map((box) => () => {
      if (painted) this.#paint(painted, 0);
      this.#paint(box, this.#format.one);
      painted = box;
    });
    try {
      const { filter, address } = this.#request.sampler;
      const sampler = one_level
        ? make_sampler(own, { ...this.#request, sampler: { filter, address, maxLod: 0 } })
        : this.#sampler;
      const all = this.#fetch(fetches, zeros, sampler, steps, one_level ? 0 : undefined);
      const count = all.length / 4 / boxes.length;
      return boxes.map((_, i) => Float32Array.from({ length: count }, (_, j) => all[4 * (i * count + j)]));
    } finally {
      if (painted) this.#paint(painted, 0);
      own.free();
    }
  }

  #painted() {
    const bytes = this.#request.levels.reduce((sum, level) => sum + level.byteLength, 0);
    if (bytes > max_measured_bytes) throw new GpuError("too_large_to_measure", max_measured_bytes >> 20);
    return (this.#zeros ??= new Storage(this.#objects, this.#request, this.#format));
  }

  /** @param {Box} box @param {number} element */
  #paint(box, element) {
    const texels = new this.#format.Elements(texels_in(box) * this.#format.elements).fill(element);
    /** @type {Storage} */ (this.#zeros).write(box, texels);
  }

  /**
   * All fetches after the first step, then after the second, and so on.
   * @param {Fetches} fetches @param {Storage} storage @param {WebGLSampler} sampler @param {(() => void)[]}
   * steps
   * @param {number} [bias]
   */
  #fetch(fetches, storage, sampler, steps, bias = this.#request.sampler.bias ?? 0) {
    const count = fetches.coordinates.length / this.coordinateSize;
    if (!Number.isInteger(count)) throw new RangeError(`a coordinate has ${this.coordinateSize} numbers`);
    const out = new Float32Array(4 * count * steps.length);
    const most = Math.min(this.#gpu.gl.getParameter(this.#gpu.gl.MAX_RENDERBUFFER_SIZE), max_pass / max_row);
    for (let first = 0; first < count; first += max_pass) {
      const part = Math.min(count - first, max_pass);
      const each = Math.max(1, Math.floor(most / Math.ceil(part / max_row)));
      for (let step = 0; step < steps.length; step += each) {
        const pass = this.#pass(fetches, first, part, storage, sampler, steps.slice(step, step + each), bias);
        pass.forEach((values, i) => out.set(values, 4 * ((step + i) * count + first)));
      }
    }
    return out;
  }

  /**
   * One target: a block of rows for each step.
   * @param {Fetches} fetches @param {number} first @param {number} count
   * @param {Storage} storage @param {WebGLSampler} sampler @param {(() => void)[]} steps @param {number} bias
   */
  #pass(fetches, first, count, storage, sampler, steps, bias) {
    const { gl } = this.#gpu,
      own = new Objects(gl);
    const width = Math.min(count, max_row),
      rows = Math.ceil(count / width),
      size = width * rows;
    try {
      this.#target(own, width, rows * steps.length);
      const program = this.#inputs(own, fetches, first, count, width, rows);
      gl.uniform1f(gl.getUniformLocation(program, "bias"), bias);
      gl.uniform1f(gl.getUniformLocation(program, "gradient_scale"), 2 ** bias);
      gl.bindSampler(0, sampler);
      gl.viewport(0, 0, width, rows * steps.length);
      steps.forEach((step, i) => {
        step();
        storage.bind();
        gl.uniform3i(gl.getUniformLocation(program, "target"), width, rows * steps.length, i * rows);
        gl.drawArrays(gl.POINTS, 0, count);
      });
      const values = new Float32Array(4 * size * steps.length);
      gl.readPixels(0, 0, width, rows * steps.length, gl.RGBA, gl.FLOAT, values);
      check(gl);
      return steps.map((_, i) => values.subarray(4 * i * size, 4 * (i * size + count)));
    } finally {
      gl.bindSampler(0, null);
      own.free();
    }
  }

  /** @param {Objects} own @param {number} width @param {number} height */
  #target(own, width, height) {
    const { gl } = own;
    gl.bindRenderbuffer(gl.RENDERBUFFER, own.renderbuffer());
    gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA32F, width, height);
    const target = own.framebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.framebufferRenderbuffer(
      gl.FRAMEBUFFER,
      gl.COLOR_ATTACHMENT0,
      gl.RENDERBUFFER,
      gl.getParameter(gl.RENDERBUFFER_BINDING),
    );
    check(gl);
  }

  /**
   * Coordinates, levels and gradients as textures, which reach the shader unchanged.
   * @param {Objects} own
   * @param {Fetches} fetches @param {number} first @param {number} count @param {number} width @param
   * {number} rows
   */
  #inputs(own, { coordinates, lod = 0, dx, dy }, first, count, width, rows) {
    const { gl } = own,
      { axes } = shape_of(this.#request),
      size = width * rows;
    if ((dx === undefined) !== (dy === undefined)) throw new TypeError("there are two gradients or none");
    const program = this.#gpu.program(this.#request.dimension, dx !== undefined);
    gl.useProgram(program);
    gl.uniform1i(gl.getUniformLocation(program, "texels"), 0);
    const place = packed(coordinates, this.coordinateSize, first, count, size, lod);
    const inputs = {
      place,
      dx: dx && packed(dx, axes, first, count, size),
      dy: dy && packed(dy, axes, first, count, size),
    };
    Object.values(inputs).forEach((values, i) => {
      gl.activeTexture(gl.TEXTURE1 + i);
      if (values === undefined) return gl.bindTexture(gl.TEXTURE_2D, null);
      gl.bindTexture(gl.TEXTURE_2D, own.texture());
      gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, width, rows);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, rows, gl.RGBA, gl.FLOAT, values);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
      gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
      gl.uniform1i(gl.getUniformLocation(program, Object.keys(inputs)[i]), 1 + i);
    });
    return program;
  }
}
