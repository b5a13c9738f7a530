import type { AttachmentView } from "@tidemark/core/router";
import { useState } from "react";
import { useDraftFiles } from "../../attachments/use-attached.ts";
import { useUploads } from "../../attachments/uploads/use-uploads.ts";

const nothing: ReadonlySet<string> = new Set();

/** Manages the files of a composer. They belong to the draft until the memo they were sent with is stored. */
export function useComposerFiles(draftKey: string) {
  const { files: all, now: allNow, change, refresh } = useDraftFiles(draftKey);
  const [leaving, setLeaving] = useState(nothing);
  const isHere = (file: AttachmentView): boolean => !leaving.has(file.id);
  const files = all.filter(isHere);
  const uploads = useUploads((file) => change((now) => [...now, file]));
  return {
    files,
    uploads,
    change,
    hasAny: files.length > 0,
    /** Returns true if there are files, also if the last one was added since the last render. */
    hasAnyNow: () => allNow().some(isHere),
    /** Returns the ids of the files to attach to the memo. */
    send(): readonly string[] {
      const ids = allNow()
        .filter(isHere)
        .map((file) => file.id);
      setLeaving(new Set([...leaving, ...ids]));
      return ids;
    },
    async made(ids: readonly string[]): Promise<void> {
      if (ids.length === 0) return;
      await change((now) => now.filter((file) => !ids.includes(file.id)))
        // The files belong to the memo now: the host omits them when the draft is read again.
        .catch(() => undefined);
    },
    failed(isFileGone: boolean): void {
      setLeaving(nothing);
      if (isFileGone) refresh();
    },
  };
}
