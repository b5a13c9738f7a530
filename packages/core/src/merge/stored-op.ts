import { type Fields, hasFields, isObject, readOwnJson } from "../json/own-json.ts";
import type { SyncOp } from "./sync-op.ts";

const named = { entity: "string", stamp: "string" } as const;

/** What an operation of each kind cannot be applied without. */
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
 * An operation as the outbox keeps it. Not read with `syncOpSchema`: what a device has queued under an
 * older limit is the server's to refuse, and must not keep the queue from being read.
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
