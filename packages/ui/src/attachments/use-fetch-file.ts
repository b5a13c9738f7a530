import type { AttachmentView } from "@tidemark/core/router";
import { useState } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { useFeedback } from "../feedback/feedback.ts";

/** Returns a function that downloads a file to this device; the change feed then shows it. */
export function useFetchFile(file: Pick<AttachmentView, "id">): {
  readonly isFetching: boolean;
  fetchFile(): void;
} {
  const client = useClient();
  const [isFetching, setIsFetching] = useState(false);
  return {
    isFetching,
    fetchFile() {
      setIsFetching(true);
      client.attachments.fetch
        .mutate({ id: file.id })
        .catch((error: unknown) => useFeedback.getState().fail(describeError(error)))
        .finally(() => setIsFetching(false));
    },
  };
}
