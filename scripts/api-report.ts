import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describePackage, listPackages } from "./api-surface.ts";
import { scriptCommand } from "./script-command.ts";

// `npm run api:report`: writes the exports of each package, by entry point, into docs/api. A test fails if a
// report is outdated, so changes to a package's API are visible in reviews.

scriptCommand("api:report", "Writes what each package exports into docs/api.").parse();

const root = resolve(import.meta.dirname, "..");
for (const { folder, report } of listPackages(root)) {
  const file = join(root, report);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, describePackage(join(root, folder)));
  console.log(report);
}
