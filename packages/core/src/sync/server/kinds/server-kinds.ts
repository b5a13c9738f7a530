import type { Caller } from "../../../model/caller.ts";
import { endOfPart, pagePartBytes } from "../../../paging/page-parts.ts";
import type { FeedRow } from "../../../stores/sync-stores.ts";
import type { ServerReadStores } from "../../../stores/server-database.ts";
import type { WireChange } from "../../protocol/messages.ts";
import { serverAttachments } from "./server-attachments.ts";
import type { LoadedRow, RowReader, ServerKind } from "./server-kind.ts";
import { serverMemos } from "./server-memos.ts";
import { serverRegisters } from "./server-registers.ts";
import type { SyncKind } from "../../../merge/sync-op.ts";

/** Kinds of entities that the server syncs. */
export const serverKinds: Readonly<Record<SyncKind, ServerKind>> = {
  memo: serverMemos,
  attachment: serverAttachments,
  setting: serverRegisters("setting"),
  view: serverRegisters("view"),
};

/** Approximate size of a row without content in an answer, in bytes. */
const bareBytes = 200;

/** Rows of a feed page, loaded with one call per kind. */
export interface LoadedPage {
  /** Returns undefined if the reader may not see the row. */
  rowOf(entry: Pick<FeedRow, "kind" | "entity">): LoadedRow | undefined;
  bytesOf(entry: Pick<FeedRow, "kind" | "entity">): number;
}

export async function loadPage(
  stores: ServerReadStores,
  reader: RowReader,
  page: readonly Pick<FeedRow, "kind" | "entity">[],
): Promise<LoadedPage> {
  const rows = new Map<string, ReadonlyMap<string, LoadedRow>>();
  for (const [name, entries] of Map.groupBy(page, ({ kind }) => kind)) {
    const ids = entries.map(({ entity }) => entity);
    const kind = findServerKind(name);
    if (kind !== null) rows.set(name, await kind.load(stores, reader, ids));
  }
  const rowOf: LoadedPage["rowOf"] = ({ kind, entity }) => rows.get(kind)?.get(entity);
  return { rowOf, bytesOf: (entry) => rowOf(entry)?.bytes ?? bareBytes };
}

/**
 * Splits a feed page into parts that fit in memory. Rows are small unless a text is large, and five hundred
 * large ones are too many to load.
 */
export async function pageParts<E extends Pick<FeedRow, "kind" | "entity">>(
  { memos, registers }: Pick<ServerReadStores, "memos" | "registers">,
  { name }: Pick<Caller, "name">,
  page: readonly E[],
): Promise<readonly (readonly E[])[]> {
  const idsOf = (wanted: string): string[] =>
    page.filter(({ kind }) => kind === wanted).map(({ entity }) => entity);
  // Older versions stored some registers of many megabytes (ADR 0093).
  const sizes = new Map([
    ["memo", await memos.sizes(idsOf("memo"))],
    ["view", await registers.sizes(name, "view", idsOf("view"))],
    ["setting", await registers.sizes(name, "setting", idsOf("setting"))],
  ]);
  const places = page.map((entry) => ({
    entry,
    bytes: bareBytes + (sizes.get(entry.kind)?.get(entry.entity) ?? 0),
  }));
  const parts: (readonly E[])[] = [];
  for (let start = 0; start < places.length;) {
    const end = endOfPart(places, start, pagePartBytes);
    parts.push(places.slice(start, end).map(({ entry }) => entry));
    start = end;
  }
  return parts;
}

/** Returns the fields of a row in a change. */
export function sent(loaded: LoadedRow): Pick<WireChange, "row" | "visibilityLost" | "choices"> {
  return { row: loaded.row, ...besideRow(loaded) };
}

/** Returns what is sent beside a row. */
export function besideRow(
  loaded: LoadedRow | undefined,
): Pick<WireChange, "visibilityLost" | "choices"> {
  const { visibilityLost, choices } = loaded ?? {};
  return {
    ...(visibilityLost !== undefined && { visibilityLost }),
    ...(choices !== undefined && { choices }),
  };
}

/** Returns null for a kind that this version doesn't know. */
export function findServerKind(name: string): ServerKind | null {
  return Object.hasOwn(serverKinds, name) ? serverKinds[name as SyncKind] : null;
}
