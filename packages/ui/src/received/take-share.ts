import type { QueryClient } from "@tanstack/react-query";
import { UploadError } from "../attachments/uploads/upload-error.ts";
import { uploadFile } from "../attachments/uploads/upload-file.ts";
import { describeError, type TidemarkClient } from "../data/client.tsx";
import { draftFiles } from "../data/draft-files.ts";
import { sendDraft } from "../editor/composer/send-draft.ts";
import { useFeedback } from "../feedback/feedback.ts";
import type { ReceivedShare } from "./received.ts";
import { receivedStrings as strings } from "./strings.ts";

interface Deps {
  readonly client: TidemarkClient;
  readonly queries: QueryClient;
}

/** Returns the key of a share's draft. */
export function shareDraft(id: string): string {
  return `shared-${id}`;
}

/**
 * Moves a share into its draft, the text first. Reports files that can't be attached; they stay with the share,
 * and the next page tries again.
 */
export async function takeShare(deps: Deps, share: ReceivedShare): Promise<void> {
  const key = shareDraft(share.id);
  let left = share.files;
  if (!share.isTaken) {
    await sendDraft(deps.client, key, share.text);
    await share.setTaken(left);
  }
  const { change } = draftFiles(deps, key);
  for (const file of share.files) {
    try {
      const { signal } = new AbortController();
      const attached = await uploadFile(file, { onProgress: () => {}, signal });
      await change((now) => [...now, attached]);
      left = left.filter((each) => each !== file);
      await share.setTaken(left);
    } catch (error) {
      const why = error instanceof UploadError ? error.message : describeError(error);
      useFeedback.getState().fail(strings.notAdded(file.name, why));
    }
  }
}

/** Deletes a share with its draft and the draft's files. */
export async function discardShare(deps: Deps, share: ReceivedShare): Promise<void> {
  const { client } = deps;
  const key = shareDraft(share.id);
  const files = await client.attachments.ofDraft.query({ key });
  await sendDraft(client, key, "");
  await draftFiles(deps, key).change(() => []);
  if (files.length > 0) await client.attachments.remove.mutate({ ids: files.map(({ id }) => id) });
  await share.remove();
}
