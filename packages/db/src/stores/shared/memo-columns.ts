import type { Selectable } from "kysely";
import {
  type MemoDerived,
  type MemoLocation,
  type MemoRecord,
  type MemoRow,
  type MemoState,
  memoStates,
} from "@tidemark/core/model";
import type { Flag } from "../../schema/flag.ts";
import type { MemoTable } from "../../schema/memo-tables.ts";
import { columnToVisibility, visibilityToColumn } from "../../sql/visibility.ts";
import { fromPart } from "./part-of-content.ts";
import { readUnknownFields } from "./unknown-fields.ts";
import { readStamps, readStrings } from "../../schema/own-rows.ts";

export type MemoColumns = Omit<Selectable<MemoTable>, "pk" | "number">;

/** Returns the columns of a memo, in the order of the table. */
export function memoToColumns(row: MemoRow, derived: MemoDerived): MemoColumns {
  return {
    id: row.id,
    creator: row.creator,
    created_ms: row.createdMs,
    updated_ms: row.updatedMs,
    state: stateToColumn(row.state),
    deleted: toFlag(row.deletedMs !== null),
    pinned: toFlag(row.pinned),
    visibility: visibilityToColumn(row.visibility),
    space: row.space,
    parent: row.parent,
    has_link: toFlag(derived.property.hasLink),
    has_task_list: toFlag(derived.property.hasTaskList),
    has_code: toFlag(derived.property.hasCode),
    has_incomplete_tasks: toFlag(derived.property.hasIncompleteTasks),
    has_location: toFlag(row.location !== null),
    deleted_ms: row.deletedMs,
    latitude: row.location?.latitude ?? null,
    longitude: row.location?.longitude ?? null,
    place: row.location?.placeholder ?? null,
    seq: row.seq,
    gen: row.gen,
    title: derived.property.title,
    snippet: derived.snippet,
    tags: JSON.stringify(derived.tags),
    stamps: JSON.stringify(row.stamps),
    extra: JSON.stringify(row.extra),
    content: row.content,
    open_tasks: derived.property.openTasks,
  };
}

/** Throws if a column has a value that this version never writes. */
export function columnsToMemo(columns: Omit<Selectable<MemoTable>, "number">): MemoRecord {
  return {
    number: columns.pk,
    id: columns.id,
    creator: columns.creator,
    createdMs: columns.created_ms,
    updatedMs: columns.updated_ms,
    state: columnToState(columns.state),
    pinned: columns.pinned === 1,
    visibility: columnToVisibility(columns.visibility),
    space: columns.space,
    parent: columns.parent,
    deletedMs: columns.deleted_ms,
    location: columnsToLocation(columns),
    seq: columns.seq,
    gen: columns.gen,
    stamps: readStamps(columns.stamps),
    extra: readUnknownFields(columns.extra, { table: "memo", id: columns.id }),
    content: columns.content,
    tags: readStrings(columns.tags),
    property: {
      hasLink: columns.has_link === 1,
      hasTaskList: columns.has_task_list === 1,
      hasCode: columns.has_code === 1,
      hasIncompleteTasks: columns.has_incomplete_tasks === 1,
      openTasks: columns.open_tasks,
      title: fromPart(columns.title, columns.content),
    },
    snippet: fromPart(columns.snippet, columns.content),
  };
}

export function toFlag(value: boolean): Flag {
  return value ? 1 : 0;
}

export function stateToColumn(state: MemoState): Flag {
  return state === "NORMAL" ? 0 : 1;
}

export function columnToState(column: number): MemoState {
  const state = memoStates[column];
  if (state === undefined) throw new Error(`unknown state ${column}`);
  return state;
}

function columnsToLocation(
  columns: Pick<MemoColumns, "latitude" | "longitude" | "place">,
): MemoLocation | null {
  const { latitude, longitude, place } = columns;
  if (latitude === null || longitude === null || place === null) return null;
  return { placeholder: place, latitude, longitude };
}
