import { download } from "../memo/download.ts";

/** Downloads all memos as a zip with one Markdown file each. */
export function downloadExport(): void {
  download("/export.zip");
}

/** Downloads all memos as a zip with one JSON file. */
export function downloadJson(): void {
  download("/export.json.zip");
}
