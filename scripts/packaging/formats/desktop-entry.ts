import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { MissingTool, run, toolOf } from "../workshop.ts";

/** Checks that the .desktop file starts this program, shows its icon, and handles links and Markdown. */
export function checkDesktopEntry(file: string, program: string): void {
  const entry = readFileSync(file, "utf8");
  for (const line of [
    "Name=Tidemark",
    "Icon=tidemark",
    "StartupWMClass=tidemark",
    `Exec=${program} %U`,
    "Categories=Office;",
    "MimeType=text/markdown;x-scheme-handler/tidemark;",
  ]) {
    assert(entry.split("\n").includes(line), `${file} has no ${line}:\n${entry}`);
  }
  try {
    toolOf("desktop-file-validate", "desktop-file-utils");
  } catch (error) {
    // Validates with freedesktop's tool only if it is installed; the app needs only the lines above.
    if (error instanceof MissingTool) return;
    throw error;
  }
  run("desktop-file-validate", [file]);
}
