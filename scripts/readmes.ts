import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseJson } from "@tidemark/core";
import { z } from "zod";
import { findExamples } from "./readme-examples.ts";

// `npm run typecheck` runs this: lays out the examples of the packages' and apps' READMEs as files of
// their own, with a configuration that compiles them with the scripts and tests. An example that says
// what is not so any more fails there, at the line that it has in its README.

const root = resolve(import.meta.dirname, "..");
const folder = join(root, ".cache", "readmes");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const { name, code } of findExamples(root)) writeFileSync(join(folder, name), code(folder));
const included = z.object({ include: z.array(z.string()) });
const { include } = parseJson(included, readFileSync(join(root, "tsconfig.json"), "utf8"));
const config = {
  extends: "../../tsconfig.json",
  include: ["*.ts", ...include.map((each) => `../../${each}`)],
};
writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
