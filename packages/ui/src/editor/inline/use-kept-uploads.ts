import { useQueryClient } from "@tanstack/react-query";
import type { AttachmentView } from "@tidemark/core/router";
import { type ChangeFiles, draftFiles } from "../../data/draft-files.ts";
import { type Uploads, useUploads } from "../../attachments/uploads/use-uploads.ts";
import { findAppError, useClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { composerDraft } from "../composer-draft.ts";
import { editorStrings } from "../strings.ts";

/**
 * Attaches files to a memo. If the memo no longer exists, for instance because it was trashed elsewhere,
 * attaches the file to the composer: there may be no other copy.
 */
export function useKeptUploads(change: ChangeFiles): Uploads {
  const client = useClient();
  const queries = useQueryClient();
  return useUploads(async (file: AttachmentView) => {
    try {
      await change((now) => [...now, file]);
    } catch (error) {
      if (findAppError(error)?.code !== "NOT_FOUND") throw error;
      await draftFiles({ client, queries }, composerDraft).change((now) => [...now, file]);
      useFeedback.getState().say(editorStrings.fileInComposer(file.filename));
    }
  });
}
