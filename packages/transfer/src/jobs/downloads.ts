import { type AppError, appError, errorCodes, notFound } from "@tidemark/core";
import type { ExportJob } from "@tidemark/core/router";
import { toUtf8 } from "../bytes/text-bytes.ts";
import {
  exportMemo,
  exportMemos,
  type ExportOptions,
  type ExportReport,
  type ExportTarget,
} from "../tidemark/export-memos.ts";
import type { ZipPipe } from "../tidemark/export-sink.ts";

export interface DownloadOptions {
  readonly target: ExportTarget;
  readonly openPipe: () => ZipPipe;
  /** Called when the state of the export changes. */
  readonly onChange: () => void;
  readonly log: (line: string) => void;
}

/** Answer to a request for a download. */
export interface DownloadReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Exports as downloads. Disposing breaks off those that are still read. */
export interface Downloads extends AsyncDisposable {
  /** Returns the state of the last export of all memos. */
  view(): ExportJob | null;
  /** Answers a request for an export; null for other requests. */
  answer(request: { readonly method: string; readonly url: string }): Promise<DownloadReply> | null;
}

/** Number of memos between progress updates. */
const everyMemos = 50;

/** Creates the downloads: all memos as Markdown or JSON, and each memo alone. */
export function createDownloads({ target, openPipe, onChange, log }: DownloadOptions): Downloads {
  const closing = new AbortController();
  let exported: ExportJob | null = null;
  let exporting = Promise.resolve();

  /** Exports into a zip while it is read. Rejects if that fails, which the reader notices too. */
  function zipped(
    options: ExportOptions,
    onDone: (report: ExportReport) => void = () => {},
  ): {
    readonly body: AsyncIterable<Uint8Array>;
    readonly written: Promise<void>;
    readonly end: AbortSignal;
  } {
    const { sink, body, left, breakOff } = openPipe();
    const end = AbortSignal.any([closing.signal, left]);
    // A paused download isn't read, so it is broken off when the profile closes.
    const close = (): void => breakOff(new Error("the profile is closed"));
    closing.signal.addEventListener("abort", close, { once: true });
    left.addEventListener("abort", () => closing.signal.removeEventListener("abort", close));
    const write = async (): Promise<void> => {
      await using held = sink;
      onDone(await exportMemos(target, held, { ...options, signal: end }));
    };
    return { body, written: write(), end };
  }

  function note(error: unknown, end: AbortSignal): void {
    if (!end.aborted) log(`export: ${error instanceof Error ? error.name : "failed"}`);
  }

  function exportAll(format: "markdown" | "json"): DownloadReply {
    let memos = 0;
    const show = (job: Partial<ExportJob>): void => {
      exported = { phase: "running", memos, files: 0, problems: 0, ...job };
      onChange();
    };
    show({});
    const { body, written, end } = zipped(
      {
        format,
        onProgress(count) {
          memos = count;
          if (count % everyMemos === 0) show({});
        },
      },
      ({ files, problems, ...done }) =>
        show({ phase: "done", memos: done.memos, files, problems: problems.length }),
    );
    exporting = written.catch((error: unknown) => {
      note(error, end);
      show({ phase: "failed" });
    });
    const day = new Date().toISOString().slice(0, 10);
    const filename = `tidemark-${day}${format === "json" ? "-json" : ""}.zip`;
    const headers = {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${filename}"`,
      "cache-control": "no-store",
    };
    return { status: 200, headers, body };
  }

  /** Returns one memo: a Markdown file, or a zip if it has files. */
  async function exportOne(id: string): Promise<DownloadReply> {
    const memo = await exportMemo(target, id);
    if (memo === null) return failure(notFound());
    const { name, markdown } = memo;
    if (markdown !== null) {
      const headers = headersOf("text/markdown; charset=utf-8", `${name}.md`);
      return { status: 200, headers, body: inOne(markdown) };
    }
    const { body, written, end } = zipped({ only: id });
    void written.catch((error: unknown) => note(error, end));
    return { status: 200, headers: headersOf("application/zip", `${name}.zip`), body };
  }

  async function answer(method: string, make: () => DownloadReply | Promise<DownloadReply>) {
    if (method !== "GET") return failure(appError("METHOD_NOT_ALLOWED", "GET downloads it"));
    return make();
  }

  return {
    view: () => exported,
    answer({ method, url }) {
      const { pathname } = new URL(url, "http://page");
      const format = { "/export.zip": "markdown", "/export.json.zip": "json" } as const;
      if (pathname === "/export.zip" || pathname === "/export.json.zip") {
        return answer(method, () =>
          exported?.phase === "running"
            ? failure(appError("FAILED_PRECONDITION", "an export is at work"))
            : exportAll(format[pathname]),
        );
      }
      const [, memo] = /^\/export\/memos\/([\w-]{1,64})$/.exec(pathname) ?? [];
      return memo === undefined ? null : answer(method, () => exportOne(memo));
    },
    async [Symbol.asyncDispose]() {
      closing.abort();
      await exporting;
    },
  };
}

/** Returns the answer for an error, as the page reads it. */
export function failure(error: AppError): DownloadReply {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  };
  return {
    status: errorCodes[error.code].status,
    headers,
    body: inOne(JSON.stringify({ error })),
  };
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
  yield toUtf8(text);
}
