import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describePackage, listPackages } from "./api-surface.ts";
import { scriptCommand } from "./script-command.ts";

// `npm run api:report`: writes what each package exports, entry by entry, into docs/api. A test fails
// while a report is not what the source says: a change of a door is to be seen in a review.

scriptCommand("api:report", "Writes what each package exports into docs/api.").parse();

const root = resolve(import.meta.dirname, "..");
for (const { folder, report } of listPackages(root)) {
  const file = join(root, report);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, describePackage(join(root, folder)));
  console.log(report);
}
