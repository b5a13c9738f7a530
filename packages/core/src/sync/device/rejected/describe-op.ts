import type { SyncOp } from "../../../merge/sync-op.ts";

/** Description of an operation, as a code and the parameters of its message. */
export type OpNote =
  | { readonly code: "file-added" | "file-renamed"; readonly params: { readonly filename: string } }
  /** `fields`: names of the memo's changed values; empty if only its time changed. */
  | { readonly code: "memo-changed"; readonly params: { readonly fields: readonly string[] } }
  | { readonly code: PlainOpCode; readonly params: Readonly<Record<string, never>> };

type PlainOpCode =
  /** A file that is no longer known on this device. */
  | "file"
  | "file-moved"
  | "file-removed"
  | "memo"
  | "memo-purged"
  | "memo-restored"
  | "memo-trashed"
  | "reaction"
  | "relation"
  | "setting"
  | "text-edited"
  | "view"
  | "view-removed";

export function describeOp(op: SyncOp): OpNote {
  switch (op.kind) {
    case "attachment.put":
      return { code: "file-added", params: { filename: op.filename } };
    case "attachment.set":
      return op.filename === undefined
        ? plain("file-moved")
        : { code: "file-renamed", params: { filename: op.filename } };
    case "attachment.remove":
      return plain("file-removed");
    case "memo.put":
      return plain("memo");
    case "memo.text":
      return plain("text-edited");
    case "memo.purge":
      return plain("memo-purged");
    case "memo.element":
      return plain(op.set === "reaction" ? "reaction" : "relation");
    case "memo.set": {
      if (op.set.deletedMs !== undefined) {
        return plain(op.set.deletedMs === null ? "memo-restored" : "memo-trashed");
      }
      const fields = Object.keys(op.set).filter((name) => name !== "updatedMs");
      return { code: "memo-changed", params: { fields } };
    }
    case "setting.set":
      return plain("setting");
    case "view.put":
      return plain("view");
    case "view.remove":
      return plain("view-removed");
  }
}

/** Describes a file whose content is pending. `filename` is null if the file is no longer known here. */
export function describeUpload(filename: string | null): OpNote {
  return filename === null ? plain("file") : { code: "file-added", params: { filename } };
}

function plain(code: PlainOpCode): OpNote {
  return { code, params: {} };
}
