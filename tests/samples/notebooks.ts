import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Sixty notes of our own in many languages, which every clone has. */
export const ownNotebook = resolve(import.meta.dirname, "notebook.jsonl");

const samples =
  process.env["TIDEMARK_SAMPLES"] ?? resolve(import.meta.dirname, "../../../shared/data");
const real = process.env["TIDEMARK_NOTEBOOK"] ?? resolve(samples, "notebook.jsonl");

/** A notebook of real notes, where one is beside the repository or named; null: there is none. */
export const realNotebook = existsSync(real) ? real : null;
