// A PNG file of 8-bit RGBA texels.
import { deflateSync } from "node:zlib";

/** @param {string} name @param {Buffer} content */
function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const size = Buffer.alloc(4), sum = Buffer.alloc(4);
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(checksum(body));
  return Buffer.concat([size, body, sum]);
}

/** @param {Buffer} bytes */
function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; ++bit) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** @param {number} width @param {number} height @param {number[][]} texels */
export function png(width, height, texels) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const rows = Array.from({ length: height }, (_, y) => Buffer.from([0, ...texels.slice(y * width, (y + 1) * width).flat()]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", deflateSync(Buffer.concat(rows))), chunk("IEND", Buffer.alloc(0))]);
}
