import { existsSync } from "node:fs";
import { resolve } from "node:path";

/** Sixty notes of our own in many languages, in every clone. */
export const ownNotebook = resolve(import.meta.dirname, "notebook.jsonl");

const samples =
  process.env["TIDEMARK_SAMPLES"] ?? resolve(import.meta.dirname, "../../../shared/data");
const real = process.env["TIDEMARK_NOTEBOOK"] ?? resolve(samples, "notebook.jsonl");

/**
 * Notebook of real notes, beside the repository or named by `TIDEMARK_NOTEBOOK`; null if there is none.
 */
export const realNotebook = existsSync(real) ? real : null;
