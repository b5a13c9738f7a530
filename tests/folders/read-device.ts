import { createHash } from "node:crypto";
import type { Host } from "../../apps/desktop/src/host/open-host.ts";
import type { MemoView, WaitingOperation } from "@tidemark/core/router";

/** A memo as a device shows it, without times and numbers. */
export interface DeviceMemo {
  readonly id: string;
  readonly content: string;
  readonly list: "timeline" | "archive" | "trash" | "comments";
  readonly pinned: boolean;
  readonly visibility: string;
  readonly author: string | null;
  readonly parent: string | null;
  readonly files: readonly string[];
}

/** What somebody finds on a device, as its pages ask for it. */
export interface DeviceView {
  readonly memos: readonly DeviceMemo[];
  readonly views: readonly string[];
  readonly general: unknown;
  readonly tags: unknown;
}

/** What a device has that no other one has. */
export interface UnsentView {
  readonly draft: string;
  readonly draftFiles: readonly string[];
  /** How many operations wait, by kind. */
  readonly waiting: Readonly<Record<string, number>>;
  /** Files that wait to be sent. */
  readonly uploads: readonly string[];
  /** The texts that refused changes keep. */
  readonly refused: readonly (string | null)[];
}

/** Name under which the page keeps the draft of a new memo. */
export const composer = "composer";

export async function readDevice({ app }: Host): Promise<DeviceView> {
  const memos: DeviceMemo[] = [];
  const seen = async (list: DeviceMemo["list"], found: readonly MemoView[]): Promise<void> => {
    for (const { id, content, pinned, visibility, author, parent, attachments } of found) {
      const files = attachments.map(({ filename }) => filename);
      memos.push({ id, content, list, pinned, visibility, author, parent, files });
      const comments = await app.listComments(id);
      if (comments.ok) await seen("comments", comments.value);
    }
  };
  for (const view of ["timeline", "archive", "trash"] as const) {
    const page = await app.listMemos({ view, search: "", tag: null, pinned: null, pageSize: 200 });
    if (!page.ok) throw new Error(page.error.message);
    await seen(view, page.value.memos);
  }
  const views = await app.own.listViews();
  return {
    memos: memos.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    views: views.map(({ title, filter }) => `${title}: ${filter}`).toSorted(),
    general: await app.own.general(),
    tags: await app.own.tags(),
  };
}

export async function readUnsent({ app }: Host): Promise<UnsentView> {
  const { waiting } = await app.syncTools.diagnostics();
  const files = await app.attachments.ofDraft(composer);
  return {
    draft: await app.getDraft(composer),
    draftFiles: files.map(({ filename }) => filename),
    waiting,
    uploads: (await app.syncTools.waiting())
      .filter(({ waitsFor }) => waitsFor === "file")
      .map(({ what }) => fileOf(what))
      .toSorted(),
    refused: (await app.syncTools.rejected()).map(({ text }) => text),
  };
}

/** What is sent of a file, in the words that released recordings have for it. */
function fileOf(what: WaitingOperation["what"]): string {
  return what.code === "file-added" ? `The file ${what.params.filename}` : "A file";
}

/** SHA-256 of an attachment's bytes as the page gets them; null while they are not here. */
export async function hashOnDevice(host: Host, id: string): Promise<string | null> {
  const url = `/file/attachments/${id}/x`;
  const reply = await host.files({ method: "GET", url, headers: {}, body: null });
  const hash = createHash("sha256");
  for await (const piece of reply.body ?? []) hash.update(piece);
  return reply.status === 200 ? hash.digest("hex") : null;
}
