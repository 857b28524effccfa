// The texels of a PNG file of 8-bit RGBA, not interlaced, as they are stored: a browser's own reader may multiply them by alpha.
import { inflateSync } from "node:zlib";

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
