import { download } from "../memo/download.ts";

/** Has everything downloaded as a zip, a Markdown file for each memo. */
export function downloadExport(): void {
  download("/export.zip");
}

/** The same with all memos in one JSON file. */
export function downloadJson(): void {
  download("/export.json.zip");
}
