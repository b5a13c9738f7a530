import type { AttachmentView } from "@tidemark/core/router";
import { describeError, useClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";
import { attachmentStrings } from "./strings.ts";

/** Returns the files that can be pinned to this device: those with content, on a profile with a server. */
export function keepable(files: readonly AttachmentView[]): AttachmentView[] {
  return files.filter((file) => file.isKept !== null);
}

/** Returns a function that pins files to this device or unpins them; the change feed then shows it. */
export function useKeepFiles(): (files: readonly AttachmentView[], isKept: boolean) => void {
  const client = useClient();
  return (files, isKept) => {
    const { announce, fail } = useFeedback.getState();
    const words = files.every((file) => file.isHere)
      ? attachmentStrings.keptNow
      : attachmentStrings.keptOnceHere;
    client.attachments.setKept.mutate({ ids: files.map((file) => file.id), isKept }).then(
      () => announce(isKept ? words : attachmentStrings.notKept),
      (error: unknown) => fail(describeError(error)),
    );
  };
}
