import { PassThrough } from "node:stream";
import type { FilesReply } from "@tidemark/replica/rpc";
import { exportMemo, exportMemos, type ExportTarget, openZipStream } from "@tidemark/transfer";

/**
 * Returns one memo as a download: a Markdown file, or a zip if it has files. Returns null if the owner has no
 * such memo.
 */
export async function downloadMemo(
  target: ExportTarget,
  id: string,
  { signal, log }: { readonly signal: AbortSignal; readonly log: (line: string) => void },
): Promise<FilesReply | null> {
  const memo = await exportMemo(target, id);
  if (memo === null) return null;
  const { name, markdown } = memo;
  if (markdown !== null) {
    const headers = headersOf("text/markdown; charset=utf-8", `${name}.md`);
    return { status: 200, headers, body: inOne(markdown) };
  }
  const out = new PassThrough();
  // An error ends the download, which the client notices.
  out.on("error", () => {});
  // A paused download isn't read, so it is destroyed when the profile closes.
  const breakOff = (): void => void out.destroy(new Error("the profile is closed"));
  signal.addEventListener("abort", breakOff, { once: true });
  out.once("close", () => signal.removeEventListener("abort", breakOff));
  const write = async (): Promise<void> => {
    await using sink = openZipStream(out);
    await exportMemos(target, sink, { only: id, signal });
  };
  void write().catch((error: unknown) => {
    if (!signal.aborted) log(`export: ${error instanceof Error ? error.name : "failed"}`);
  });
  return { status: 200, headers: headersOf("application/zip", `${name}.zip`), body: out };
}

function headersOf(type: string, filename: string): Record<string, string> {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  return {
    "content-type": type,
    "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded(filename)}`,
    "cache-control": "no-store",
  };
}

/** Encodes a file name as in RFC 5987, which allows fewer characters than `encodeURIComponent`. */
function encoded(filename: string): string {
  return encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

async function* inOne(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text, "utf8");
}
