// The reader's GPU: the same bits as a page of its own reads back, values that follow from the texels alone,
// weights and level shares, and what happens where WebGL2 has no such fetch.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openPage, startBrowser } from "./browser.mjs";
import { openGpuPage } from "./gpu_page.mjs";
import { formats, planes_of, randomNumbers, sent, sizes_of, withTexels } from "./texels.mjs";

let browser, opened, page, referee;
before(async () => {
  browser = await startBrowser();
  opened = await openGpuPage(browser);
  page = opened.page;
  referee = await openPage(browser, fileURLToPath(new URL("referee.html", import.meta.url)));
  await page.evaluate(() => {
    window.machine = new gpu.YourGpu();
    window.received = (request) => ({
      ...request,
      levels: request.levels.map((level) => Uint8Array.from(level)),
    });
    // Runs `use` with the texture, which is closed afterwards.
    window.withTexture = (request, use, on = machine) => {
      const texture = on.open(received(request));
      try {
        return use(texture);
      } finally {
        texture.close();
      }
    };
    window.reason_of = (use) => {
      try {
        use();
      } catch (error) {
        if (!(error instanceof gpu.GpuError)) throw error;
        return [error.reason, ...error.values];
      }
      return null;
    };
    window.bits = (values) => Array.from(new Uint32Array(values.buffer, values.byteOffset, values.length));
  });
});
after(async () => {
  assert.deepEqual(opened.errors, []);
  assert.deepEqual(referee.errors, []);
  await browser?.close();
});

const plain = { address: ["clamp", "clamp", "clamp"], filter: "point", mipFilter: "point" };
const make = (dimension, extra = {}) => ({
  format: "rgba8",
  dimension,
  width: 8,
  height: dimension.startsWith("1d") ? 1 : dimension === "cube" ? 8 : 4,
  depth: dimension === "3d" ? 4 : dimension.endsWith("_layered") ? 3 : 1,
  ...extra,
  sampler: { ...plain, ...extra.sampler },
});
const dimensions = ["1d", "2d", "3d", "1d_layered", "2d_layered", "cube"];
const axes_of = (dimension) => (dimension === "cube" ? 3 : Number(dimension[0]));
const size_of = (dimension) => axes_of(dimension) + (dimension.endsWith("_layered") ? 1 : 0);

const samples = (request, fetches) =>
  page.evaluate(
    ({ request, fetches }) =>
      withTexture(request, (texture) =>
        bits(
          texture.sampleAt({
            coordinates: Float32Array.from(fetches.coordinates),
            lod: Array.isArray(fetches.lod) ? Float32Array.from(fetches.lod) : fetches.lod,
            dx: fetches.dx,
            dy: fetches.dy,
          }),
        ),
      ),
    { request: sent(request), fetches },
  );
const as_floats = (bits) => Array.from(new Float32Array(Uint32Array.from(bits).buffer));
const reds = async (request, fetches) =>
  as_floats(await samples(request, fetches)).filter((_, i) => i % 4 === 0);

// -- The referee ------------------------------------------------------------------------------------------

const count = 40;
function random_fetches(request, how, random) {
  const { dimension } = request;
  const axes = axes_of(dimension),
    layered = dimension.endsWith("_layered");
  const number = (from, to) => Math.fround(from + (to - from) * random());
  const list = (size, from, to) => Array.from({ length: size }, () => number(from, to));
  const all = (one) => Array.from({ length: count }, one);
  const coordinates = all(() =>
    dimension === "cube"
      ? list(3, -1, 1)
      : [...list(axes, -1.5, 2.5), ...(layered ? [Math.floor(random() * 5) - 1] : [])],
  );
  if (how === "lod") return { coordinates, lod: all(() => number(-1, 5)) };
  const gradients = () => all(() => list(axes, -0.4, 0.4));
  return { coordinates, dx: gradients(), dy: gradients() };
}

const three = (values) => [...values, 0, 0, 0].slice(0, 3);
async function expect_the_referees(cases) {
  for (const { request, fetches } of cases) {
    const { coordinates, lod, dx, dy } = fetches;
    const flat = { coordinates: coordinates.flat(), lod, dx: dx?.flat(), dy: dy?.flat() };
    const list = coordinates.map((at, i) =>
      lod ? { at: three(at), lod: lod[i] } : { at: three(at), dx: three(dx[i]), dy: three(dy[i]) },
    );
    const expected = await referee.page.evaluate((request) => window.referee(request), {
      ...sent(request),
      fetches: list,
    });
    const { levels, ...shown } = request;
    assert.deepEqual(
      await samples(request, flat),
      expected,
      JSON.stringify(shown) + (lod ? " lod" : " gradients"),
    );
    assert.ok(
      new Set(expected).size > 4,
      `the referee returns more than one texel: ${JSON.stringify(shown)}`,
    );
  }
}

test("every format, dimension and filter has the referee's bits", async () => {
  const random = randomNumbers(1),
    cases = [];
  for (const format of Object.keys(formats))
    for (const dimension of dimensions)
      for (const filter of ["point", "linear"]) {
        const address = ["wrap", "clamp", "mirror"].sort(() => random() - 0.5);
        const request = make(dimension, { format, sampler: { filter, mipFilter: filter, address } });
        const mips = random() < 0.5 ? 1 : 3;
        cases.push({
          request: withTexels(request, mips, random),
          fetches: random_fetches(request, "lod", random),
        });
      }
  assert.equal(cases.length, 14 * 6 * 2);
  await expect_the_referees(cases);
});

test("every address mode, filter, mip setting and kind of fetch has the referee's bits", async () => {
  const random = randomNumbers(2),
    cases = [];
  const settings = [
    { mips: 1 },
    { mips: 3, mipFilter: "point" },
    { mips: 3, mipFilter: "linear" },
    { mips: 3, mipFilter: "linear", bias: 0.7 },
    { mips: 3, mipFilter: "point", bias: -1.25 },
    { mips: 3, mipFilter: "linear", minLod: 0.6, maxLod: 1.3 },
  ];
  for (const dimension of dimensions)
    for (const mode of ["wrap", "clamp", "mirror"])
      for (const filter of ["point", "linear"])
        for (const { mips, ...setting } of settings)
          for (const how of ["lod", "gradients"]) {
            const request = make(dimension, { sampler: { filter, address: [mode, mode, mode], ...setting } });
            cases.push({
              request: withTexels(request, mips, random),
              fetches: random_fetches(request, how, random),
            });
          }
  assert.equal(cases.length, 6 * 3 * 2 * 6 * 2);
  await expect_the_referees(cases);
});

test("anisotropic fetches have the referee's bits", async () => {
  const random = randomNumbers(3);
  const cases = ["2d", "2d_layered", "cube"].flatMap((dimension) =>
    [2, 4, 16].map((anisotropy) => {
      const sampler = {
        filter: "linear",
        mipFilter: "linear",
        address: ["wrap", "wrap", "wrap"],
        anisotropy,
      };
      const request = make(dimension, { width: 16, height: 16, sampler });
      return {
        request: withTexels(request, 5, random),
        fetches: random_fetches(request, "gradients", random),
      };
    }),
  );
  await expect_the_referees(cases);
  // Anisotropy is in effect: without it the same fetches return other values.
  const { request, fetches } = cases[2];
  const flat = { coordinates: fetches.coordinates.flat(), dx: fetches.dx.flat(), dy: fetches.dy.flat() };
  const isotropic = { ...request, sampler: { ...request.sampler, anisotropy: 1 } };
  assert.notDeepEqual(await samples(request, flat), await samples(isotropic, flat));
});

// -- Values that follow from the texels alone -------------------------------------------------------------

// The coordinate of a texel's center. On cubes the axes of the faces are those of the CUDA C++ Programming
// Guide.
const faces = [
  (s, t) => [1, -t, -s],
  (s, t) => [-1, -t, s],
  (s, t) => [s, 1, t],
  (s, t) => [s, -1, -t],
  (s, t) => [s, -t, 1],
  (s, t) => [-s, -t, -1],
];
function center(request, { width, height, planes }, x, y, z) {
  const [u, v] = [(x + 0.5) / width, (y + 0.5) / height];
  if (request.dimension === "cube") return faces[z](2 * u - 1, 2 * v - 1);
  return {
    "1d": [u],
    "2d": [u, v],
    "3d": [u, v, (z + 0.5) / planes],
    "1d_layered": [u, z],
    "2d_layered": [u, v, z],
  }[request.dimension];
}

test("point filtering returns each texel of each level, in every format and dimension", async () => {
  const random = randomNumbers(4);
  for (const [name, format] of Object.entries(formats))
    for (const dimension of dimensions) {
      const request = withTexels(make(dimension, { format: name }), 2, random);
      const coordinates = [],
        lod = [],
        expected = [];
      sizes_of(request, 2).forEach((size, level) => {
        for (let i = 0; i < size.width * size.height * size.planes; ++i) {
          const x = i % size.width,
            y = Math.floor(i / size.width) % size.height,
            z = Math.floor(i / size.width / size.height);
          coordinates.push(...center(request, size, x, y, z));
          lod.push(level);
          const values = format.values(
            Array.from(request.levels[level].slice(i * format.elements, (i + 1) * format.elements)),
          );
          expected.push([...values, ...[0, 0, 0, 1].slice(values.length)]);
        }
      });
      const found = as_floats(await samples(request, { coordinates, lod }));
      expected
        .flat()
        .forEach((value, i) =>
          assert.ok(
            Math.abs(found[i] - value) <= format.tolerance,
            `${name} ${dimension}: value ${i} is ${found[i]} instead of ${value}`,
          ),
        );
    }
});

const row = (elements, extra = {}) => ({
  ...make("1d", { format: "r32f", width: elements.length, ...extra }),
  levels: [Float32Array.from(elements)],
});

test("linear filtering returns means, and address modes say what lies outside", async () => {
  const at = { coordinates: [0.25, 0.5, 1, 0, -0.25, 1.25] };
  const modes = {
    wrap: [3.5, 6, 5, 5, 7.5, 3.5],
    clamp: [3.5, 6, 8, 2, 2, 8],
    mirror: [3.5, 6, 8, 2, 3.5, 7.5],
  };
  for (const [mode, expected] of Object.entries(modes))
    assert.deepEqual(
      await reds(row([2, 5, 7, 8], { sampler: { filter: "linear", address: [mode] } }), at),
      expected,
      mode,
    );
});

test("the LOD, its bias and its limits choose the level; gradients do as well", async () => {
  const levels = [10, 20, 30, 40].map((value, i) => new Float32Array((8 >> i) ** 2).fill(value));
  const request = (sampler) => ({
    ...make("2d", { format: "r32f", width: 8, height: 8, sampler: { filter: "linear", ...sampler } }),
    levels,
  });
  const at = (lod) => ({ coordinates: lod.flatMap(() => [0.4, 0.4]), lod });
  const linear = { mipFilter: "linear" };
  assert.deepEqual(
    await reds(request(linear), at([-3, 0, 0.5, 1, 2.25, 3, 9])),
    [10, 10, 15, 20, 32.5, 40, 40],
  );
  assert.deepEqual(await reds(request({ mipFilter: "point" }), at([0.25, 0.75, 2.25, 9])), [10, 20, 30, 40]);
  assert.deepEqual(await reds(request({ ...linear, bias: 1.5 }), at([-2, 0, 1])), [10, 25, 35]);
  assert.deepEqual(
    await reds(request({ ...linear, minLod: 1, maxLod: 1.5 }), at([0, 1.25, 3])),
    [20, 22.5, 25],
  );
  // Two texels of level 0 from pixel to pixel are level 1; the bias adds a level to that.
  const two_texels = { coordinates: [0.4, 0.4], dx: [0.25, 0], dy: [0, 0.25] };
  assert.deepEqual(await reds(request(linear), two_texels), [20]);
  assert.deepEqual(await reds(request({ ...linear, bias: 1 }), two_texels), [30]);
  const each = { coordinates: [0.4, 0.4, 0.4, 0.4], dx: [0.125, 0, 0.5, 0], dy: [0, 0.125, 0, 0.125] };
  assert.deepEqual(await reds(request(linear), each), [10, 30]);
});

test("coordinates that are no finite numbers return, and the next fetch is sound", async () => {
  const request = row([2, 5, 7, 8], { sampler: { filter: "linear", address: ["wrap"] } });
  const found = await reds(request, { coordinates: [NaN, Infinity, -Infinity, 3e38, 0.375] });
  assert.equal(found.length, 5);
  assert.equal(found[4], 5);
  const lods = await reds(request, { coordinates: [0.375, 0.375], lod: [NaN, Infinity] });
  assert.equal(lods.length, 2);
});

test("a million fetches and more come back in their order", async () => {
  const width = 1100,
    height = 1000;
  const found = await page.evaluate(
    ({ request, width, height }) =>
      withTexture(request, (texture) => {
        const view = {
          width,
          height,
          offset: 0.5,
          origin: [0, 0],
          right: [1 / width, 0],
          down: [0, 1 / height],
        };
        const values = texture.sampleView(view);
        const wrong = [];
        for (let i = 0; i < width * height && wrong.length < 3; ++i) {
          const x = i % width,
            y = Math.floor(i / width);
          const expected = (x >= width / 2 ? 1 : 0) + (y >= height / 2 ? 2 : 0);
          if (values[4 * i] !== expected) wrong.push([x, y, values[4 * i]]);
        }
        return { count: values.length, wrong };
      }),
    {
      request: sent({
        ...make("2d", { format: "r32f", width: 2, height: 2 }),
        levels: [Float32Array.of(0, 1, 2, 3)],
      }),
      width,
      height,
    },
  );
  assert.deepEqual(found, { count: 4 * width * height, wrong: [] });
});

// -- The view's coordinates -------------------------------------------------------------------------------

// x * y + z exactly, as a fraction over a power of two, rounded to the nearest float with ties to even.
function exact_fmaf(x, y, z) {
  const fraction = (v) => {
    let shift = 0n;
    while (!Number.isInteger(v)) ((v *= 2), ++shift);
    return { n: BigInt(v), shift };
  };
  const [a, b, c] = [x, y, z].map(fraction);
  const shift = a.shift + b.shift > c.shift ? a.shift + b.shift : c.shift;
  const sum = ((a.n * b.n) << (shift - a.shift - b.shift)) + (c.n << (shift - c.shift));
  const size = sum < 0n ? -sum : sum;
  const drop = Math.max(0, size.toString(2).length - 24),
    unit = 1n << BigInt(drop),
    rest = size % unit;
  let kept = size / unit;
  if (2n * rest > unit || (2n * rest === unit && kept % 2n === 1n)) ++kept;
  return ((sum < 0n ? -1 : 1) * Number(kept) * 2 ** drop) / 2 ** Number(shift);
}

test("the view's coordinates are rounded as fmaf() rounds them", async () => {
  const random = randomNumbers(5),
    cases = [];
  const float = () => Math.fround((random() * 2 - 1) * 2 ** Math.floor(random() * 40 - 20)) || 1;
  for (let i = 0; i < 4000; ++i) cases.push([float(), float(), float()]);
  // Sums that lie next to the middle of two floats, where rounding twice goes wrong.
  for (let i = 0; i < 4000; ++i) {
    const z = Math.fround(1 + random()),
      tiny = (random() < 0.5 ? 1 : -1) * 2 ** -Math.floor(40 + random() * 30);
    cases.push(
      [Math.fround(2 ** -12 * (1 + 2 ** -20)), Math.fround(2 ** -12), z],
      [1, Math.fround(2 ** -24), z],
      [tiny, 1, z],
    );
    cases.push(
      [Math.fround(1 + 2 ** -23), Math.fround(2 ** -24 * (1 - 2 ** -23)), z],
      [-1, Math.fround(2 ** -24), z],
    );
  }
  const found = await page.evaluate((cases) => cases.map(([x, y, z]) => gpu.fmaf(x, y, z)), cases);
  let plain_wrong = 0;
  cases.forEach(([x, y, z], i) => {
    const expected = exact_fmaf(x, y, z);
    assert.equal(found[i], expected, `fmaf(${x}, ${y}, ${z})`);
    if (Math.fround(x * y + z) !== expected) ++plain_wrong;
  });
  assert.ok(plain_wrong > 100, "the cases include those that two roundings get wrong");
  assert.deepEqual(
    await page.evaluate(() => [gpu.fmaf(Infinity, 1, 1), gpu.fmaf(NaN, 1, 1), gpu.fmaf(0, 5, -0)]),
    [Infinity, NaN, 0],
  );
});

test("a view fetches at fmaf(column, right, fmaf(row, down, origin))", async () => {
  const random = randomNumbers(6);
  const float = (scale) => Math.fround((random() - 0.5) * scale);
  const view = {
    width: 13,
    height: 9,
    offset: 0.5,
    origin: [float(2), float(2)],
    right: [float(0.3), float(0.3)],
    down: [float(0.3), float(0.3)],
  };
  const request = withTexels(
    make("2d", { format: "rgba32f", sampler: { filter: "linear", address: ["wrap", "mirror"] } }),
    1,
    random,
  );
  const coordinates = [];
  for (let y = 0; y < 9; ++y)
    for (let x = 0; x < 13; ++x)
      for (const i of [0, 1])
        coordinates.push(
          exact_fmaf(x + 0.5, view.right[i], exact_fmaf(y + 0.5, view.down[i], view.origin[i])),
        );
  const found = await page.evaluate(
    ({ request, view }) => withTexture(request, (texture) => bits(texture.sampleView(view))),
    {
      request: sent(request),
      view,
    },
  );
  assert.deepEqual(found, await samples(request, { coordinates }));
});

// -- Weights ----------------------------------------------------------------------------------------------

const zeros = (request, count) => {
  const { Elements, elements } = formats[request.format];
  return {
    ...request,
    levels: sizes_of(request, count).map((s) => new Elements(s.width * s.height * s.planes * elements)),
  };
};
const weights = (request, fetch) =>
  page.evaluate(
    ({ request, fetch }) =>
      withTexture(request, (texture) =>
        texture.weights({ ...fetch, coordinates: Float32Array.from(fetch.coordinates) }),
      ),
    { request: sent(request), fetch },
  );

test("the texels of a footprint are found, with their weights, which add up to one", async () => {
  const linear = { filter: "linear", mipFilter: "linear", address: ["wrap", "clamp", "clamp"] };
  const request = zeros(make("2d", { format: "r32f", width: 8, height: 8, sampler: linear }), 1);
  // A quarter of a texel behind the center of texel 5, and half of one behind that of row 1.
  const found = await weights(request, { coordinates: [5.75 / 8, 2 / 8] });
  const texel = (x, y, weight, level = 0, z = 0) => ({ level, x, y, z, weight });
  assert.deepEqual(found.texels, [
    texel(5, 1, 0.375),
    texel(6, 1, 0.125),
    texel(5, 2, 0.375),
    texel(6, 2, 0.125),
  ]);
  assert.deepEqual([found.sum, found.total, found.complete], [1, 1, true]);
  // Across the edge, where x is wrapped and y is clamped: both rows are the first one.
  const edge = await weights(request, { coordinates: [0, 0] });
  assert.deepEqual(edge.texels, [texel(0, 0, 0.5), texel(7, 0, 0.5)]);
  const mips = await weights(zeros(request, 4), { coordinates: [5.5 / 8, 1.5 / 8], lod: 0.25 });
  assert.equal(mips.texels[0].weight, 0.75);
  assert.deepEqual(
    mips.texels.map(({ level }) => level),
    [0, 1, 1, 1, 1],
  );
});

test("in every format and dimension the weights of one fetch add up to one", async () => {
  const random = randomNumbers(7);
  for (const format of Object.keys(formats))
    for (const dimension of dimensions) {
      const sampler = { filter: "linear", mipFilter: "linear", address: ["wrap", "mirror", "clamp"] };
      const request = zeros(make(dimension, { format, sampler }), 3);
      const coordinates =
        dimension === "cube" ? [0.3, -0.9, 0.95] : [0.31, 0.47, 0.58].slice(0, axes_of(dimension));
      if (dimension.endsWith("_layered")) coordinates.push(2);
      const { texels, sum, total, complete } = await weights(request, {
        coordinates,
        lod: 0.25 + random() / 2,
      });
      const name = `${format} ${dimension}`;
      assert.ok(complete, name);
      assert.ok(Math.abs(sum - 1) < 1e-5 && Math.abs(total - 1) < 1e-5, `${name}: ${sum}, ${total}`);
      const expected = { "1d": 4, "2d": 8, "3d": 16, "1d_layered": 4, "2d_layered": 8, cube: 8 }[dimension];
      assert.equal(texels.length, expected, name);
      assert.ok(
        texels.every(({ z }) => z < planes_of(request)),
        name,
      );
      if (dimension.endsWith("_layered"))
        assert.ok(
          texels.every(({ z }) => z === 2),
          name,
        );
      if (dimension === "cube") {
        const faces = new Set(texels.map(({ z }) => z));
        assert.deepEqual([...faces].sort(), [3, 4], `${name}: face +z, and -y beyond its edge`);
      }
    }
});

test("an anisotropic footprint has more texels, with the same weights in a list of fetches", async () => {
  const sampler = { filter: "linear", mipFilter: "linear", address: ["wrap", "wrap"], anisotropy: 8 };
  const request = zeros(make("2d", { format: "r32f", width: 16, height: 16, sampler }), 5);
  const fetch = { coordinates: [0.51, 0.52], dx: [0.5, 0], dy: [0, 0.0625] };
  const { texels, sum } = await weights(request, fetch);
  assert.ok(texels.length > 8, String(texels.length));
  assert.ok(Math.abs(sum - 1) < 1e-5, String(sum));
  const again = await page.evaluate(
    ({ request, fetch, texel }) =>
      withTexture(request, (texture) =>
        Array.from(
          texture.weightOf(texel, {
            ...fetch,
            coordinates: Float32Array.from([...fetch.coordinates, 0.1, 0.1]),
          }),
        ),
      ),
    { request: sent(request), fetch, texel: texels[3] },
  );
  assert.equal(again[0], texels[3].weight);
  assert.equal(again.length, 2);
});

test("what was measured before leaves nothing behind", async () => {
  const request = zeros(make("2d", { format: "r8", width: 8, height: 8, sampler: { filter: "linear" } }), 1);
  const [first, second, sampled] = await page.evaluate(
    (request) =>
      withTexture(request, (texture) => {
        const at = { coordinates: Float32Array.of(0.4, 0.6) };
        const first = texture.weights(at);
        texture.staircase();
        texture.levelMix([0, 0.5]);
        return [first, texture.weights(at), Array.from(texture.sampleAt(at))];
      }),
    sent(request),
  );
  assert.deepEqual(second, first);
  assert.deepEqual(sampled, [0, 0, 0, 1]);
});

test("the staircase crosses from one texel to the next, along each axis", async () => {
  for (const dimension of dimensions)
    for (let axis = 0; axis < (dimension === "cube" ? 2 : axes_of(dimension)); ++axis) {
      const linear = {
        filter: "linear",
        address: ["clamp", "clamp", "clamp"],
        mipFilter: "linear",
        bias: 1,
        minLod: 1,
        maxLod: 2,
      };
      const request = zeros(make(dimension, { format: "r32f", sampler: linear }), 2);
      const found = await page.evaluate(
        ({ request, axis }) =>
          withTexture(request, (texture) => {
            const steps = texture.staircase({ axis, steps: 1024 });
            return {
              ...steps,
              fetches: undefined,
              weights: Array.from(steps.weights),
              fractions: Array.from(steps.fractions),
            };
          }),
        { request: sent(request), axis },
      );
      const name = `${dimension} axis ${axis}`;
      assert.equal(found.weights.length, 1025, name);
      found.weights.forEach((weight, i) =>
        assert.ok(Math.abs(weight - i / 1024) < 2e-6, `${name}: ${weight} at ${i}/1024`),
      );
      assert.deepEqual([found.finer, found.bits], [true, null], name);
      const { first, second } = found,
        along = ["x", "y", "z"][axis];
      assert.equal(second[along] - first[along], 1, name);
    }
  const one_row = zeros(make("2d", { format: "r8", width: 8, height: 1 }), 1);
  await assert.rejects(
    page.evaluate(
      (request) => withTexture(request, (texture) => texture.staircase({ axis: 1 })),
      sent(one_row),
    ),
    /there are no two texels along axis 1/,
  );
});

test("steps are counted", async () => {
  const counted = await page.evaluate(() => {
    const of = (weight, count = 4097) =>
      gpu.countSteps(Float32Array.from({ length: count }, (_, i) => weight(i / (count - 1))));
    return [
      of((f) => Math.floor(f * 256 + 0.5) / 256), // to nearest
      of((f) => Math.floor(f * 256) / 256), // towards zero
      of((f) => Math.round((Math.floor(f * 64) / 64) * 255) / 255),
      of((f) => Math.floor(f * 100) / 100),
      of((f) => f),
      of((f) => (f < 0.5 ? 0 : 1)),
    ];
  });
  assert.deepEqual(counted, [
    { count: 257, bits: 8, finer: false },
    { count: 257, bits: 8, finer: false },
    { count: 65, bits: 6, finer: false },
    { count: 101, bits: null, finer: false },
    { count: 4097, bits: null, finer: true },
    { count: 2, bits: 0, finer: false },
  ]);
});

test("point filtering has two weights between two texels", async () => {
  const request = zeros(make("2d", { format: "rgba8", width: 8, height: 8 }), 1);
  const found = await page.evaluate(
    (request) =>
      withTexture(request, (texture) => ({ ...texture.staircase(), fetches: undefined, weights: undefined })),
    sent(request),
  );
  assert.deepEqual([found.count, found.bits, found.finer], [2, 0, false]);
});

test("each level has its share of the mix over LOD, with the sampler's bias and limits", async () => {
  const mix = (dimension, sampler, lods) =>
    page.evaluate(
      ({ request, lods }) =>
        withTexture(request, (texture) => texture.levelMix(lods).map((level) => Array.from(level))),
      { request: sent(zeros(make(dimension, { format: "r32f", sampler }), 3)), lods },
    );
  const linear = { filter: "linear", mipFilter: "linear" };
  for (const dimension of dimensions)
    assert.deepEqual(
      await mix(dimension, linear, [-1, 0, 0.25, 1, 1.5, 2, 7]),
      [
        [1, 1, 0.75, 0, 0, 0, 0],
        [0, 0, 0.25, 1, 0.5, 0, 0],
        [0, 0, 0, 0, 0.5, 1, 1],
      ],
      dimension,
    );
  assert.deepEqual(await mix("2d", { ...linear, bias: 0.5, maxLod: 1 }, [0, 1]), [
    [0.5, 0],
    [0.5, 1],
    [0, 0],
  ]);
  assert.deepEqual(await mix("2d", { filter: "linear", mipFilter: "point" }, [0.25, 0.75, 1.75]), [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});

// -- What WebGL2 has not, and what goes wrong -------------------------------------------------------------

const why_not = (request, patch = "") =>
  page.evaluate(
    ({ request, patch }) => {
      const context = WebGL2RenderingContext.prototype;
      const get = context.getExtension;
      context.getExtension = function (name) {
        return name === patch ? null : get.call(this, name);
      };
      try {
        return machine.whyNot(received(request));
      } finally {
        context.getExtension = get;
      }
    },
    { request: { ...request, levels: Array.from({ length: request.mips ?? 1 }, () => []) }, patch },
  );

test("what WebGL2 cannot fetch has its reason", async () => {
  const no = (reason, ...values) => ({ reason, values });
  const linear = { filter: "linear" };
  for (const format of ["r8ui", "rgba16i", "rg32ui"])
    assert.deepEqual(await why_not(make("2d", { format })), no("integers"), format);
  for (const format of ["bc1", "bc7", "bc5_snorm"])
    assert.deepEqual(await why_not(make("2d", { format })), no("blocks"), format);
  for (const format of ["sr8", "srg8"])
    assert.deepEqual(await why_not(make("2d", { format })), no("srgb_channels"), format);
  for (const format of ["r16", "rgba16_snorm"])
    assert.deepEqual(await why_not(make("2d", { format }), "EXT_texture_norm16"), no("norm16"), format);
  await assert.rejects(why_not(make("2d", { format: "rgba9" })), /unknown format rgba9/);

  assert.deepEqual(
    await why_not(make("2d", { format: "r32f", sampler: linear }), "OES_texture_float_linear"),
    no("float_filter"),
  );
  assert.deepEqual(
    await why_not(
      make("2d", { format: "r32f", mips: 2, sampler: { mipFilter: "linear" } }),
      "OES_texture_float_linear",
    ),
    no("float_filter"),
  );
  assert.equal(
    await why_not(make("2d", { format: "r32f" }), "OES_texture_float_linear"),
    null,
    "point filtering needs no extension",
  );

  assert.deepEqual(
    await why_not(make("2d", { sampler: { address: ["wrap", "border", "wrap"] } })),
    no("border"),
  );
  assert.equal(
    await why_not(make("2d", { sampler: { address: ["wrap", "clamp", "border"] } })),
    null,
    "z is not used",
  );
  assert.equal(
    await why_not(make("cube", { sampler: { address: ["border", "border", "border"] } })),
    null,
    "cubes use no mode",
  );
  assert.deepEqual(await why_not(make("cube_layered")), no("cube_layered"));
  assert.deepEqual(
    await why_not(make("cube", { sampler: { ...linear, seamlessCube: false } })),
    no("cube_edges"),
  );
  assert.equal(
    await why_not(make("cube", { sampler: { seamlessCube: false } })),
    null,
    "point filtering crosses no edge",
  );

  const probes = { ...linear, anisotropy: 16 };
  assert.equal(await why_not(make("2d", { mips: 2, sampler: probes })), null);
  assert.deepEqual(
    await why_not(make("2d", { mips: 2, sampler: probes }), "EXT_texture_filter_anisotropic"),
    no("anisotropy", 1),
  );
  assert.deepEqual(
    await why_not(make("2d", { mips: 2, sampler: { ...linear, anisotropy: 32 } })),
    no("anisotropy", 16),
  );

  const limits = await page.evaluate(() =>
    ["MAX_TEXTURE_SIZE", "MAX_3D_TEXTURE_SIZE", "MAX_CUBE_MAP_TEXTURE_SIZE", "MAX_ARRAY_TEXTURE_LAYERS"].map(
      (name) => machine.gl.getParameter(machine.gl[name]),
    ),
  );
  const [side, side_3d, cube, layers] = limits;
  assert.equal(await why_not(make("2d", { width: side, height: 1 })), null);
  assert.deepEqual(await why_not(make("2d", { width: side + 1, height: 1 })), no("too_large", side, layers));
  assert.deepEqual(await why_not(make("3d", { depth: side_3d + 1 })), no("too_large", side_3d, side_3d));
  assert.deepEqual(await why_not(make("2d_layered", { depth: layers + 1 })), no("too_large", side, layers));
  assert.deepEqual(
    await why_not(make("cube", { width: cube + 1, height: cube + 1 })),
    no("too_large", cube, 6),
  );
  assert.equal(await why_not(make("cube")), null);
});

test("the reason is thrown where a texture is opened, and so is a level of the wrong size", async () => {
  assert.deepEqual(
    await page.evaluate(
      (request) => reason_of(() => machine.open(received(request))),
      sent(zeros(make("2d", { sampler: { address: ["border", "wrap"] } }), 1)),
    ),
    ["border"],
  );
  const short = { ...make("2d"), levels: [new Uint8Array(127)] };
  await assert.rejects(
    page.evaluate((request) => machine.open(received(request)), sent(short)),
    /level 0 has 127 bytes instead of 128/,
  );
});

test("bad coordinates and gradients are rejected", async () => {
  const request = zeros(make("2d"), 1);
  await assert.rejects(samples(request, { coordinates: [0, 0, 0] }), /a coordinate has 2 numbers/);
  await assert.rejects(
    samples(request, { coordinates: [0, 0], dx: [0, 0] }),
    /there are two gradients or none/,
  );
});

test("a texture that is too large to be measured is still sampled", async () => {
  const found = await page.evaluate(() => {
    const request = {
      format: "rgba8",
      dimension: "2d",
      width: 4096,
      height: 4097,
      depth: 1,
      sampler: { address: ["clamp", "clamp"], filter: "point" },
    };
    const texture = machine.open({ ...request, levels: [new Uint8Array(4096 * 4097 * 4).fill(255)] });
    try {
      const at = { coordinates: Float32Array.of(0.5, 0.5) };
      return [
        texture.sampleAt(at)[0],
        reason_of(() => texture.weights(at)),
        reason_of(() => texture.staircase()),
      ];
    } finally {
      texture.close();
    }
  });
  assert.deepEqual(found, [1, ["too_large_to_measure", 64], ["too_large_to_measure", 64]]);
});

// Counts WebGL objects that live, while `use` runs in the page with a machine of its own.
const living_after = (use) =>
  page.evaluate(async (use) => {
    const context = WebGL2RenderingContext.prototype,
      kept = {};
    let living = 0;
    for (const name of [
      "Texture",
      "Sampler",
      "Framebuffer",
      "Renderbuffer",
      "Program",
      "Shader",
      "Buffer",
      "VertexArray",
    ])
      for (const verb of ["create", "delete"]) {
        const method = (kept[verb + name] = context[verb + name]);
        context[verb + name] = function (...values) {
          living += verb === "create" ? 1 : -1;
          return method.apply(this, values);
        };
      }
    try {
      const result = await new Function("own", `return (${use})(own)`)(new gpu.YourGpu());
      return { living, result };
    } finally {
      Object.assign(context, kept);
    }
  }, String(use));

const small = `{ format: "rgba8", dimension: "2d", width: 4, height: 4, depth: 1,
  levels: [new Uint8Array(64).fill(255)], sampler: { address: ["clamp", "clamp"], filter: "linear" } }`;

test("closing frees everything", async () => {
  const found = await living_after(`(own) => {
    const texture = own.open(${small}), at = { coordinates: Float32Array.of(0.5, 0.5) };
    const value = texture.sampleAt(at)[0];
    texture.weights(at);
    texture.staircase({ axis: 1 });
    texture.levelMix([0]);
    texture.sampleAt({ ...at, dx: [0, 0], dy: [0, 0] });
    own.open(${small}); // is left to the machine
    own.close();
    return [value, own.lost];
  }`);
  assert.deepEqual(found, { living: 0, result: [1, true] });
});

test("running out of memory has its reason, and frees what was made", async () => {
  for (const call of ["texStorage2D", "renderbufferStorage"]) {
    const found = await living_after(`(own) => {
      const context = WebGL2RenderingContext.prototype, get_error = context.getError, kept = context.${call};
      let failing = false;
      context.${call} = function (...values) {
        failing = true;
        return kept.apply(this, values);
      };
      context.getError = function () {
        const error = failing ? this.OUT_OF_MEMORY : get_error.call(this);
        failing = false;
        return error;
      };
      try {
        return reason_of(() => own.open(${small}).sampleAt({ coordinates: Float32Array.of(0.5, 0.5) }));
      } finally {
        Object.assign(context, { getError: get_error, ${call}: kept });
        own.close();
      }
    }`);
    assert.deepEqual(found, { living: 0, result: ["out_of_memory"] }, call);
  }
});

test("a lost context has its reason at every call, and another machine works", async () => {
  const found = await living_after(`async (own) => {
    const texture = own.open(${small}), at = { coordinates: Float32Array.of(0.5, 0.5) };
    own.gl.getExtension("WEBGL_lose_context").loseContext();
    await new Promise((done) => setTimeout(done, 50));
    const calls = [() => texture.sampleAt(at), () => texture.weights(at), () => texture.staircase(),
      () => texture.levelMix([0]), () => own.open(${small})];
    const reasons = calls.map((call) => reason_of(call));
    const lost = own.lost;
    own.close();
    const another = new gpu.YourGpu();
    const value = another.open(${small}).sampleAt(at)[0];
    another.close();
    return { reasons: reasons.flat(), lost, value };
  }`);
  assert.deepEqual(found, {
    living: 0,
    result: { reasons: Array(5).fill("context_lost"), lost: true, value: 1 },
  });
});

test("a browser without WebGL2, or without float targets, has its reason", async () => {
  const found = await page.evaluate(() => {
    const without = (prototype, method, value) => {
      const kept = prototype[method];
      prototype[method] = value(kept);
      try {
        return reason_of(() => new gpu.YourGpu());
      } finally {
        prototype[method] = kept;
      }
    };
    return [
      without(HTMLCanvasElement.prototype, "getContext", () => () => null),
      without(
        WebGL2RenderingContext.prototype,
        "getExtension",
        (kept) =>
          function (name) {
            return name === "EXT_color_buffer_float" ? null : kept.call(this, name);
          },
      ),
    ];
  });
  assert.deepEqual(found, [["no_webgl2"], ["no_float_target"]]);
});

test("the machine is named, and software is told from a GPU", async () => {
  const [renderer, software] = await page.evaluate(() => [machine.renderer, machine.software]);
  assert.match(renderer, /SwiftShader/);
  assert.equal(software, true);
});
