import { createHash } from "node:crypto";
import { copyFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf, type LinuxPackage, sizeOf } from "./linux-package.ts";
import { run } from "../workshop.ts";

/** Makes a .deb from a tree with dpkg-deb. */
export function buildDeb(wanted: LinuxPackage, tree: string): void {
  const files = filesOf(tree);
  const control = join(tree, "DEBIAN");
  mkdirSync(control);
  writeFileSync(join(control, "control"), controlOf(wanted, sizeOf(tree, files)));
  writeFileSync(
    join(control, "md5sums"),
    files.map((file) => `${md5(join(tree, file))}  ${file}\n`).join(""),
  );
  const { configFiles = [] } = wanted;
  if (configFiles.length > 0) {
    writeFileSync(join(control, "conffiles"), configFiles.map((file) => `${file}\n`).join(""));
  }
  for (const [name, script] of [
    ["postinst", wanted.afterInstall],
    ["prerm", wanted.beforeRemove ?? ""],
    ["postrm", wanted.afterRemove],
  ] as const) {
    if (script === "") continue;
    copyFileSync(script, join(control, name));
    chmodSync(join(control, name), 0o755);
  }
  // `xz -9` would take a minute longer and save only 5 %.
  const method = wanted.compression === "gz" ? "gzip" : wanted.compression;
  const compression = method === "none" ? ["-Znone"] : [`-Z${method}`, "-z6"];
  run("dpkg-deb", ["--root-owner-group", ...compression, "--build", tree, wanted.file]);
}

/** Returns the control file. The description's first line is the summary; its others are indented. */
export function controlOf(wanted: LinuxPackage, kilobytes: number): string {
  const [summary = "", ...lines] = wanted.description.split("\n").map((line) => line.trim());
  // electron-builder repeats the summary if the app has only one sentence of description.
  const rest = lines.filter((line) => line !== summary);
  const fields: readonly (readonly [string, string])[] = [
    ["Package", wanted.name],
    ["Version", wanted.version],
    ["Section", wanted.category],
    ["Priority", "optional"],
    ["Architecture", wanted.architecture],
    ["Installed-Size", String(kilobytes)],
    ["Maintainer", wanted.maintainer],
    ["Depends", wanted.depends.join(", ")],
    ["Recommends", wanted.recommends.join(", ")],
    ["Conflicts", (wanted.conflicts ?? []).join(", ")],
    ["Homepage", wanted.url],
    ["Description", [summary, ...rest.map((line) => ` ${line === "" ? "." : line}`)].join("\n")],
  ];
  return fields.map(([name, value]) => (value === "" ? "" : `${name}: ${value}\n`)).join("");
}

function md5(file: string): string {
  return createHash("md5").update(readFileSync(file)).digest("hex");
}
