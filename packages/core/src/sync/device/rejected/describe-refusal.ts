import { isRegisterOp, kindOf, type SyncOp } from "../../../merge/sync-op.ts";
import type { Refusal } from "../../protocol/refusal.ts";

/** Reason for a refusal, with as much detail as the author may know. */
export type RefusalReason =
  | "removed-elsewhere"
  | "not-in-space"
  | "file-denied"
  | "file-too-large"
  | "file-invalid"
  | "file-missing"
  | "file-content-missing"
  | "memo-denied"
  | "memo-purged"
  | "memo-too-large"
  | "memo-invalid"
  | "memo-missing"
  | "memo-base-missing";

export function describeRefusal(code: Refusal["code"], op: SyncOp): RefusalReason {
  if (isRegisterOp(op) && code === "gone") return "removed-elsewhere";
  if (code === "invalid" && isForSpace(op)) return "not-in-space";
  return kindOf(op) === "attachment" ? reasonOfFile(code) : reasonOfMemo(code);
}

/**
 * Returns true if the operation sets a space. The device checks a memo's other values before queueing; space
 * membership can change.
 */
function isForSpace(op: SyncOp): boolean {
  if (op.kind === "memo.put") return op.fields.visibility === "SPACE";
  return op.kind === "memo.set" && typeof op.set.space === "string";
}

function reasonOfFile(code: Refusal["code"]): RefusalReason {
  switch (code) {
    case "denied":
      return "file-denied";
    case "gone":
      return "removed-elsewhere";
    case "too-large":
      return "file-too-large";
    case "invalid":
      return "file-invalid";
    case "missing":
    case "missing-base":
    case "other-generation":
      return "file-missing";
    case "missing-blob":
      return "file-content-missing";
  }
}

function reasonOfMemo(code: Refusal["code"]): RefusalReason {
  switch (code) {
    case "denied":
      return "memo-denied";
    case "gone":
      return "memo-purged";
    case "too-large":
      return "memo-too-large";
    case "invalid":
      return "memo-invalid";
    case "missing":
      return "memo-missing";
    case "missing-base":
    case "missing-blob":
    case "other-generation":
      return "memo-base-missing";
  }
}
