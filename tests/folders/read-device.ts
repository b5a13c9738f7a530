import { createHash } from "node:crypto";
import type { Host } from "../../apps/desktop/src/host/open-host.ts";
import type { MemoView, WaitingOperation } from "@tidemark/core/router";

/** Memo as a device shows it, without times and numbers. */
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

/** Data that a device's pages show. */
export interface DeviceView {
  readonly memos: readonly DeviceMemo[];
  readonly views: readonly string[];
  readonly general: unknown;
  readonly tags: unknown;
}

/** Data that only this device has. */
export interface UnsentView {
  readonly draft: string;
  readonly draftFiles: readonly string[];
  /** Number of pending operations, by kind. */
  readonly waiting: Readonly<Record<string, number>>;
  /** Pending uploads. */
  readonly uploads: readonly string[];
  /** Texts stored with rejected changes. */
  readonly refused: readonly (string | null)[];
}

/** Key of the page's draft for a new memo. */
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

/** Describes a file's pending operation in the words of the released recordings. */
function fileOf(what: WaitingOperation["what"]): string {
  return what.code === "file-added" ? `The file ${what.params.filename}` : "A file";
}

/**
 * Returns the SHA-256 of an attachment's bytes as the page receives them; null while they aren't on the
 * device.
 */
export async function hashOnDevice(host: Host, id: string): Promise<string | null> {
  const url = `/file/attachments/${id}/x`;
  const reply = await host.files({ method: "GET", url, headers: {}, body: null });
  const hash = createHash("sha256");
  for await (const piece of reply.body ?? []) hash.update(piece);
  return reply.status === 200 ? hash.digest("hex") : null;
}
