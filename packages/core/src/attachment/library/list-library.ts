import type { AppError } from "../../error/errors.ts";
import { ok, type Result } from "../../error/result.ts";
import type { AttachmentRecord } from "../../model/attachment.ts";
import type { Caller } from "../../model/caller.ts";
import type { Shelf } from "../../model/shelf.ts";
import type { PageTokens } from "../../paging/page-token.ts";
import type { ShelfListQuery } from "../../stores/attachment-store.ts";
import type { Database } from "../../stores/database.ts";
import type { AttachmentDeps } from "../attachment-deps.ts";
import { unusedAmong, type WaitingParts } from "./unused-files.ts";

export interface LibraryDeps {
  readonly database: Pick<Database, "read">;
  readonly pageTokens: PageTokens;
  readonly clock: Pick<AttachmentDeps["memoDeps"]["clock"], "nowMs">;
}

export interface LibraryListInput {
  readonly kind: Shelf | "unused";
  /** Sort order: newest or largest first. */
  readonly order: "time" | "size";
  /** Part of the file names, with the same letters (F6a); blank for all. */
  readonly name: string;
  readonly pageSize: number;
  /** Token from the previous page, or `""`. */
  readonly pageToken: string;
}

export interface LibraryFiles {
  readonly files: readonly AttachmentRecord[];
  /** `""` on the last page. A page may be shorter than requested, or empty, without being the last. */
  readonly nextPageToken: string;
}

/** Maximum number of rows to read per page. Files on no memo may still be used in texts or drafts. */
const maxWalked = 500;

/** Returns one page of the caller's own files of a kind. */
export async function listLibrary(
  { database, pageTokens, clock }: LibraryDeps,
  caller: Caller,
  input: LibraryListInput,
  waiting: WaitingParts,
): Promise<Result<LibraryFiles, AppError>> {
  const { kind, order, pageSize } = input;
  const name = input.name.trim();
  const asked = ["library", caller.name, kind, order, name];
  let after: ShelfListQuery["after"] = null;
  if (input.pageToken !== "") {
    const opened = pageTokens.open(input.pageToken, asked);
    if (!opened.ok) return opened;
    const [value = 0, number = 0] = opened.value.after.values.map(Number);
    after = { value, number };
  }
  const files: AttachmentRecord[] = [];
  const isFull = await database.read(async (stores) => {
    for (let walked = 0; walked < maxWalked;) {
      const limit = pageSize - files.length;
      const shelf = kind === "unused" ? "loose" : kind;
      const rows = await stores.attachments.listShelf({
        creator: caller.name,
        shelf,
        order,
        name,
        after,
        limit,
      });
      const shown = kind === "unused" ? await unusedAmong(stores, caller, rows, waiting) : rows;
      files.push(...shown);
      walked += rows.length;
      const last = rows.at(-1);
      if (last !== undefined) after = placeOf(last, order);
      if (rows.length < limit) return false;
      if (files.length === pageSize) return true;
    }
    return true;
  });
  if (!isFull || after === null) return ok({ files, nextPageToken: "" });
  const place = { values: [after.value, after.number], id: "" };
  const nextPageToken = pageTokens.seal({ after: place, nowMs: clock.nowMs(), pageSize }, asked);
  return ok({ files, nextPageToken });
}

function placeOf(
  { createdMs, sizeBytes, number }: AttachmentRecord,
  order: "time" | "size",
): NonNullable<ShelfListQuery["after"]> {
  return { value: order === "time" ? createdMs : sizeBytes, number };
}
