import { useQueryClient } from "@tanstack/react-query";
import type { AttachmentView } from "@tidemark/core/router";
import { type ChangeFiles, draftFiles } from "../../data/draft-files.ts";
import { type Uploads, useUploads } from "../../attachments/use-uploads.ts";
import { findAppError, useClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { composerDraft } from "../composer-draft.ts";
import { editorStrings } from "../strings.ts";

/**
 * Attaches files to a memo; one that comes when the memo is no more, as when it was trashed elsewhere
 * meanwhile, goes to the composer: it may be nowhere else.
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
