// Runs every test file beside this one, as many at a time as there are processors: `node --test` leaves one of them idle.
import { readdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { run } from "node:test";
import { tap } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const folder = new URL(".", import.meta.url);
const names = (await readdir(folder)).filter((name) => name.endsWith(".test.mjs"));
const files = names.map((name) => fileURLToPath(new URL(name, folder)));

run({ files, concurrency: availableParallelism() })
  .on("test:fail", () => {
    process.exitCode = 1;
  })
  .compose(tap)
  .pipe(process.stdout);
