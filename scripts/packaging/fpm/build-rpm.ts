import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { LinuxPackage } from "./linux-package.ts";
import { run } from "../workshop.ts";

/** Makes an .rpm from a tree with rpmbuild. */
export function buildRpm(wanted: LinuxPackage, tree: string): void {
  const top = mkdtempSync(join(tmpdir(), "tidemark-rpm-"));
  try {
    const spec = join(top, "package.spec");
    writeFileSync(spec, specOf(wanted, tree));
    const architecture = architectures[wanted.architecture] ?? wanted.architecture;
    const macros = {
      _topdir: top,
      _rpmdir: top,
      _rpmfilename: "made.rpm",
      // The files weren't compiled here, so no debug packages and no stripping.
      debug_package: "%{nil}",
      __os_install_post: "%{nil}",
      _build_id_links: "none",
      _binary_payload: wanted.compression.startsWith("xz") ? "w6.xzdio" : "w6.gzdio",
    };
    run("rpmbuild", [
      ...["-bb", "--quiet", "--target", architecture],
      ...Object.entries(macros).flatMap(([name, value]) => ["--define", `${name} ${value}`]),
      spec,
    ]);
    mkdirSync(dirname(wanted.file), { recursive: true });
    copyFileSync(join(top, "made.rpm"), wanted.file);
  } finally {
    rmSync(top, { recursive: true, force: true });
  }
}

const architectures: Readonly<Record<string, string>> = { amd64: "x86_64", arm64: "aarch64" };

/** Returns the spec file: the tree unchanged, without rpmbuild's automatic dependencies. */
export function specOf(wanted: LinuxPackage, tree: string): string {
  const script = (file: string) => escaped(readFileSync(file, "utf8").replace(/^#!.*\n/, ""));
  return `Name: ${wanted.name}
Version: ${wanted.version}
Release: ${wanted.release}
Summary: ${escaped(wanted.summary)}
License: ${wanted.licence || "MIT"}
Vendor: ${wanted.vendor}
Packager: ${wanted.maintainer}
URL: ${wanted.url}
AutoReqProv: no
${wanted.depends.map((name) => `Requires: ${name}\n`).join("")}
%description
${escaped(
  wanted.description
    .split("\n")
    .map((line) => line.trim())
    .join("\n"),
)}

%install
mkdir -p "%{buildroot}"
cp -a "${escaped(tree)}/." "%{buildroot}/"

%post -p /bin/bash
${script(wanted.afterInstall)}
%postun -p /bin/sh
${script(wanted.afterRemove)}
%files
%defattr(-,root,root,-)
${wanted.contents.map(({ to }) => `"${escaped(to)}"\n`).join("")}`;
}

/** Escapes the percent sign, which begins a macro. */
function escaped(text: string): string {
  return text.replaceAll("%", "%%");
}
