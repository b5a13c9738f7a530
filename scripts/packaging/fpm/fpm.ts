import { parseArgs } from "node:util";
import { rmSync } from "node:fs";
import { buildDeb } from "./build-deb.ts";
import { buildRpm } from "./build-rpm.ts";
import { type LinuxPackage, stageTree } from "./linux-package.ts";

// Replaces fpm (CUSTOM_FPM_PATH), which electron-builder uses for .deb and .rpm and which would download its
// own Ruby. It supports only the options that electron-builder passes. dpkg-deb and rpmbuild do the work (ADR
// 0070).

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "input-type": { type: "string", short: "s" },
    "output-type": { type: "string", short: "t" },
    force: { type: "boolean" },
    debug: { type: "boolean" },
    log: { type: "string" },
    depends: { type: "string", short: "d", multiple: true },
    "deb-recommends": { type: "string", multiple: true },
    "deb-compression": { type: "string" },
    "deb-priority": { type: "string" },
    "rpm-os": { type: "string" },
    "rpm-compression": { type: "string" },
    "rpm-summary": { type: "string" },
    architecture: { type: "string" },
    "after-install": { type: "string" },
    "after-remove": { type: "string" },
    description: { type: "string" },
    version: { type: "string" },
    iteration: { type: "string" },
    package: { type: "string" },
    name: { type: "string" },
    maintainer: { type: "string" },
    vendor: { type: "string" },
    url: { type: "string" },
    category: { type: "string" },
    license: { type: "string" },
  },
});

if (values["input-type"] !== "dir") throw new Error("only -s dir is understood");

const wanted: LinuxPackage = {
  file: needed("package"),
  name: needed("name"),
  version: needed("version"),
  release: values.iteration ?? "1",
  architecture: needed("architecture"),
  maintainer: needed("maintainer"),
  vendor: values.vendor ?? needed("maintainer"),
  url: needed("url"),
  licence: values.license ?? "",
  category: values.category ?? "utils",
  summary: values["rpm-summary"] ?? needed("description").split("\n")[0]?.trim() ?? "",
  description: needed("description"),
  depends: values.depends ?? [],
  recommends: values["deb-recommends"] ?? [],
  afterInstall: needed("after-install"),
  afterRemove: needed("after-remove"),
  compression: values["deb-compression"] ?? values["rpm-compression"] ?? "xz",
  contents: positionals.map((pair) => {
    const at = pair.lastIndexOf("=/");
    if (at < 1) throw new Error(`not SOURCE=/TARGET: ${pair}`);
    return { from: pair.slice(0, at), to: pair.slice(at + 1) };
  }),
};

const tree = stageTree(wanted.contents);
try {
  const type = values["output-type"];
  if (type === "deb") buildDeb(wanted, tree);
  else if (type === "rpm") buildRpm(wanted, tree);
  else throw new Error(`-t ${type} is not understood`);
} finally {
  rmSync(tree, { recursive: true, force: true });
}

function needed(option: keyof typeof values): string {
  const value = values[option];
  if (typeof value !== "string" || value === "") throw new Error(`--${option} is missing`);
  return value;
}
