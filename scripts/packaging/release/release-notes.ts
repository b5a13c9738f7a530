import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { notesOf } from "./notes-of.ts";

// `node scripts/packaging/release/release-notes.ts v0.2.0`: prints that version's section of CHANGELOG.md,
// for the draft of its release.

const changelog = readFileSync(
  join(resolve(import.meta.dirname, "../../.."), "CHANGELOG.md"),
  "utf8",
);
process.stdout.write(notesOf(changelog, process.argv[2] ?? ""));
