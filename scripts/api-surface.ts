import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { openModule } from "./module-exports.ts";

/** Package with exports, and the file of its report. Both are relative to the repository's root. */
export interface ReportedPackage {
  readonly folder: string;
  readonly report: string;
}

const manifestSchema = z.object({
  name: z.string(),
  exports: z.record(z.string(), z.string()).optional(),
});

export function listPackages(root: string): ReportedPackage[] {
  return globSync("packages/*/package.json", { cwd: root })
    .toSorted()
    .map((manifest) => dirname(manifest))
    .filter((folder) => readManifest(join(root, folder)).exports !== undefined)
    .map((folder) => ({ folder, report: `docs/api/${folder.replace("packages/", "")}.md` }));
}

/**
 * Returns the report of a package: for each entry point its exported names in order, with their declarations.
 */
export function describePackage(folder: string): string {
  const { name, exports = {} } = readManifest(folder);
  const modules = new Map<string, ReturnType<typeof openModule>>();
  const open = (file: string): ReturnType<typeof openModule> => {
    const known = modules.get(file) ?? openModule(file, open);
    modules.set(file, known);
    return known;
  };
  const sections = Object.entries(exports).map(([entry, target]) => {
    const title = `## ${join(name, entry)}`;
    if (!/\.tsx?$/.test(target)) return `${title}\n\nThe file \`${target}\`.\n`;
    const names = [...open(join(folder, target)).exports()].toSorted(([a], [b]) =>
      a < b ? -1 : 1,
    );
    return `${title}\n\n${names.map(([, words]) => `- \`${words}\`\n`).join("")}`;
  });
  const head =
    "Written by `npm run api:report`. Of interfaces and classes it says only the members' names.";
  return `# What ${name} exports\n\n${head}\n\n${sections.join("\n")}`;
}

function readManifest(folder: string): z.infer<typeof manifestSchema> {
  return manifestSchema.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
}
