import { hasFields, isObject, isStrings, readOwnJson, type SnapshotParts } from "@tidemark/core";
import type {
  FieldStamps,
  MediaMetadata,
  MemoElement,
  MemoRecord,
  MemoRow,
  MotionMedia,
} from "@tidemark/core/model";

/** Reads JSON from columns that only the stores write; see `readOwnJson`. */

export function readStrings(stored: string): string[] {
  return readOwnJson(stored, isStrings, "a list of words");
}

export function readStamps(stored: string): FieldStamps {
  return readOwnJson(stored, isStamps, "stamps of a memo");
}

export function readMemoRow(stored: string): MemoRow {
  return readOwnJson(stored, isMemoRow, "a memo");
}

export function readMemoRecord(stored: string): MemoRecord {
  return readOwnJson(stored, isMemoRecord, "a memo with what is derived of it");
}

export function readSnapshotParts(stored: string): SnapshotParts {
  return readOwnJson(stored, isSnapshotParts, "what hung on a memo");
}

export function readMemoElements(stored: string): MemoElement[] {
  return readOwnJson(stored, isMemoElements, "elements of a memo");
}

export function readElementValue(stored: string): NonNullable<MemoElement["value"]> {
  return readOwnJson(stored, isElementValue, "an element of a memo");
}

export function readMotion(stored: string): MotionMedia {
  return readOwnJson(stored, isMotion, "a part of a moving picture");
}

export function readMetadata(stored: string): MediaMetadata {
  return readOwnJson(stored, isMetadata, "metadata of a file");
}

function isStamps(value: unknown): value is FieldStamps {
  return isObject(value) && Object.values(value).every((stamp) => typeof stamp === "string");
}

/** Checks only fields that rows of older versions have too. */
function isMemoRow(value: unknown): value is MemoRow {
  return hasFields(value, {
    id: "string",
    creator: "string",
    content: "string",
    gen: "number",
    seq: "number",
    stamps: "object",
  });
}

function isMemoRecord(value: unknown): value is MemoRecord {
  return (
    isMemoRow(value) &&
    hasFields(value, { number: "number", property: "object", snippet: "string" }) &&
    "tags" in value &&
    isStrings(value.tags)
  );
}

function isMemoElements(value: unknown): value is MemoElement[] {
  const fields = { set: "string", key: "string", stamp: "string", value: "object?" } as const;
  return Array.isArray(value) && value.every((each) => hasFields(each, fields));
}

function isElementValue(value: unknown): value is NonNullable<MemoElement["value"]> {
  if (!isObject(value)) return false;
  return Object.values(value).every((each) => typeof each === "string" || typeof each === "number");
}

function isMotion(value: unknown): value is MotionMedia {
  return hasFields(value, { family: "string", role: "string", groupId: "string" });
}

function isSnapshotParts(value: unknown): value is SnapshotParts {
  return (
    hasFields(value, { attachments: "object", reactions: "object", relations: "object" }) &&
    isObject(value) &&
    Array.isArray(value["attachments"]) &&
    Array.isArray(value["reactions"])
  );
}

/** All fields are optional. */
function isMetadata(value: unknown): value is MediaMetadata {
  return isObject(value);
}
