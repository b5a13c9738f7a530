import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { findExamples } from "./readme-examples.ts";

// `npm run typecheck` runs this: writes the examples of the packages' and apps' READMEs to files, with a
// configuration that compiles them. An outdated example fails there, at its line in the README.

const root = resolve(import.meta.dirname, "..");
const folder = join(root, ".cache", "readmes");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { name, code } of findExamples(root)) writeFileSync(join(folder, name), code(folder));
writeFileSync(
  join(folder, "tsconfig.json"),
  JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }),
);
