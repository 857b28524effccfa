// The reader's own picture, as the bytes that its file holds.

/**
 * Colors are neither converted nor multiplied by alpha. Throws if the browser cannot read the file.
 * @param {Blob} file @returns {Promise<ImageData>}
 */
export async function readPicture(file) {
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: "none", premultiplyAlpha: "none" });
  try {
    return byWebGl(bitmap) ?? byCanvas(bitmap);
  } finally {
    bitmap.close();
  }
}

/** A framebuffer keeps the color of transparent texels, which a 2-D canvas does not. @param {ImageBitmap} bitmap @returns {ImageData | null} */
function byWebGl(bitmap) {
  const gl = new OffscreenCanvas(1, 1).getContext("webgl2");
  if (gl === null || Math.max(bitmap.width, bitmap.height) > gl.getParameter(gl.MAX_TEXTURE_SIZE)) return null;
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, bitmap);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, gl.getParameter(gl.TEXTURE_BINDING_2D), 0);
  const image = new ImageData(bitmap.width, bitmap.height);
  gl.readPixels(0, 0, bitmap.width, bitmap.height, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(image.data.buffer));
  const failed = gl.getError() !== gl.NO_ERROR;
  gl.getExtension("WEBGL_lose_context")?.loseContext();
  return failed ? null : image;
}

/** @param {ImageBitmap} bitmap */
function byCanvas(bitmap) {
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
  if (context === null) throw new Error("this browser draws no 2-D canvas");
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}
