// The sentences of kernels/ground/text, as the pages have them.
import { readFile } from "node:fs/promises";

/** The texts of one file in one language, by name. */
export async function textsOf(language, file) {
  const source = await readFile(
    new URL(`../../kernels/ground/text/${language}/${file}.def`, import.meta.url),
    "utf8",
  );
  const found = [...source.matchAll(/^TEXT\((\w+), ("(?:[^"\\]|\\.)*")\)$/gm)];
  return Object.fromEntries(found.map(([, name, string]) => [name, JSON.parse(string)]));
}
