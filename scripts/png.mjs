// PNG files. Reads 8-bit RGBA, not interlaced, as it is stored: a browser's own reader may multiply texels by alpha. Writes RGB.
import { deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const channels = 4;

/** Each chunk's name and content. @param {Buffer} file @returns {[string, Buffer][]} */
function chunks(file) {
  /** @type {[string, Buffer][]} */
  const found = [];
  for (let at = signature.length; at + 12 <= file.length; ) {
    const size = file.readUInt32BE(at);
    found.push([file.toString("latin1", at + 4, at + 8), file.subarray(at + 8, at + 8 + size)]);
    at += size + 12;
  }
  return found;
}

/** What a row's filter has taken off. @param {number} filter @param {number} left @param {number} above @param {number} corner */
function predicted(filter, left, above, corner) {
  const paeth = () => {
    const sum = left + above - corner;
    const [a, b, c] = [left, above, corner].map((value) => Math.abs(sum - value));
    return a <= b && a <= c ? left : b <= c ? above : corner;
  };
  return [0, left, above, (left + above) >> 1, paeth()][filter];
}

/** @param {Buffer} file @param {string} name */
export function readPng(file, name) {
  const parts = chunks(file), head = parts[0]?.[1];
  const plain = file.subarray(0, 8).equals(signature) && parts[0]?.[0] === "IHDR" && head.subarray(8, 13).equals(Buffer.from([8, 6, 0, 0, 0]));
  if (!plain) throw new Error(`${name}: a page takes PNG files of 8-bit RGBA alone`);
  const width = head.readUInt32BE(0), height = head.readUInt32BE(4), row = width * channels;
  const packed = inflateSync(Buffer.concat(parts.filter(([chunk]) => chunk === "IDAT").map(([, content]) => content)));
  if (packed.length !== height * (row + 1)) throw new Error(`${name}: its texels are incomplete`);
  const texels = new Uint8Array(height * row);
  for (let y = 0; y < height; ++y)
    for (let x = 0; x < row; ++x) {
      const at = (/** @type {number} */ dx, /** @type {number} */ dy) => (x < dx || y < dy ? 0 : texels[(y - dy) * row + x - dx]);
      const taken = predicted(packed[y * (row + 1)], at(channels, 0), at(0, 1), at(channels, 1));
      if (taken === undefined) throw new Error(`${name}: a row has an unknown filter`);
      texels[y * row + x] = packed[y * (row + 1) + 1 + x] + taken;
    }
  return { width, height, texels };
}

/** @param {string} name @param {Uint8Array} content */
function chunk(name, content) {
  const head = Buffer.alloc(8), tail = Buffer.alloc(4), named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  head.writeUInt32BE(content.length);
  head.write(name, 4, "latin1");
  tail.writeUInt32BE(crc(named));
  return Buffer.concat([head, content, tail]);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, code) => {
  let rest = code;
  for (let bit = 0; bit < 8; ++bit) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest >>> 0;
});

/** @param {Uint8Array} bytes */
function crc(bytes) {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ crcTable[(rest ^ byte) & 255];
  return (rest ^ 0xffffffff) >>> 0;
}

/** A file of 8-bit RGB. Each row has the filter that leaves the smaller numbers: the difference from the left, or from above.
 * @param {number} width @param {number} height @param {Uint8Array | Uint8ClampedArray} rgba */
export function writePng(width, height, rgba) {
  const row = width * 3, filtered = Buffer.alloc(height * (row + 1)), tried = [Buffer.alloc(row), Buffer.alloc(row)];
  for (let y = 0; y < height; ++y) {
    const sums = [0, 0];
    for (let x = 0, from = y * width * 4, to = 0; x < width; ++x, ++from)
      for (let channel = 0; channel < 3; ++channel, ++from, ++to) {
        tried[0][to] = rgba[from] - (x > 0 ? rgba[from - 4] : 0);
        tried[1][to] = rgba[from] - (y > 0 ? rgba[from - 4 * width] : 0);
        for (const i of [0, 1]) sums[i] += Math.min(tried[i][to], 256 - tried[i][to]);
      }
    const best = sums[0] <= sums[1] ? 0 : 1;
    filtered[y * (row + 1)] = best + 1;
    tried[best].copy(filtered, y * (row + 1) + 1);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(filtered, { level: 9 })), chunk("IEND", Buffer.alloc(0))]);
}
