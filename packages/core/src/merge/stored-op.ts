import { type Fields, hasFields, isObject, readOwnJson } from "../json/own-json.ts";
import type { SyncOp } from "./sync-op.ts";

const named = { entity: "string", stamp: "string" } as const;

/** Fields that an operation of each kind needs to be applied. */
const needed: Readonly<Record<SyncOp["kind"], Fields>> = {
  "memo.put": { ...named, creator: "string", fields: "object", stamps: "object", text: "object" },
  "memo.set": { ...named, set: "object" },
  "memo.text": { ...named, gen: "number", update: "string", updatedMs: "number" },
  "memo.element": { ...named, set: "string", key: "string", value: "object?" },
  "memo.purge": named,
  "attachment.put": { ...named, creator: "string", filename: "string", stamps: "object" },
  "attachment.set": { ...named, updatedMs: "number" },
  "attachment.remove": named,
  "setting.set": named,
  "view.put": named,
  "view.remove": named,
};

/**
 * Reads an operation from the outbox. It doesn't use `syncOpSchema`: an operation queued under older limits
 * must not make the queue unreadable. The server decides whether to refuse it.
 */
export function readStoredOp(stored: string): SyncOp {
  return readOwnJson(stored, isStoredOp, "an operation");
}

function isStoredOp(value: unknown): value is SyncOp {
  if (!isObject(value) || typeof value["kind"] !== "string") return false;
  const { kind } = value;
  return Object.hasOwn(needed, kind) && hasFields(value, neededOf(kind));
}

function neededOf(kind: string): Fields {
  return Object.entries(needed).find(([each]) => each === kind)?.[1] ?? named;
}
