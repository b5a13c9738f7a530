import { useQueryClient } from "@tanstack/react-query";
import type { AttachmentView } from "@tidemark/core/router";
import { addToDraft, type ChangeFiles } from "../../attachments/use-attached.ts";
import { type Uploads, useUploads } from "../../attachments/use-uploads.ts";
import { findAppError, useClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { editorStrings } from "../strings.ts";

/** The draft of the next memo. */
const draftKey = "composer";

/**
 * Attaches files to a memo; one that comes when the memo takes none any more, as when it was trashed
 * elsewhere meanwhile, goes to the composer: it may be nowhere else.
 */
export function useKeptUploads(change: ChangeFiles): Uploads {
  const client = useClient();
  const queries = useQueryClient();
  return useUploads(async (file: AttachmentView) => {
    try {
      await change((now) => [...now, file]);
    } catch (error) {
      if (findAppError(error) === null) throw error;
      await addToDraft({ client, queries }, draftKey, file);
      useFeedback.getState().say(editorStrings.fileInComposer(file.filename));
    }
  });
}
