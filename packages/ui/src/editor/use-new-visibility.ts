import type { MemoView } from "@tidemark/core/router";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError, useClient } from "../data/client.tsx";
import { queryKeys, useGeneralSetting } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { visibilityWords } from "../timeline/strings.ts";
import { editorStrings } from "./strings.ts";

type Visibility = MemoView["visibility"];

interface NewVisibility {
  readonly visibility: Visibility;
  /** For the memos that are written here from now on. */
  choose(visibility: Visibility): void;
  /** Makes it what new memos have on all devices of the user; null where it is that already. */
  readonly makeDefault: (() => void) | null;
}

/** Who may read the memos that one writes: what was chosen here, else what the user's setting says. */
export function useNewVisibility(): NewVisibility {
  const client = useClient();
  const queries = useQueryClient();
  const setting = useGeneralSetting().data;
  const [chosen, choose] = useState<Visibility | null>(null);
  const usual = setting?.memoVisibility || "PRIVATE";
  const visibility = chosen ?? usual;
  if (setting === undefined || visibility === usual || visibility === "SPACE") {
    return { visibility, choose, makeDefault: null };
  }
  const makeDefault = (): void => {
    const { say, fail } = useFeedback.getState();
    client.settings.setGeneral.mutate({ memoVisibility: visibility }).then(
      (after) => {
        queries.setQueryData(queryKeys.general, after);
        choose(null);
        say(editorStrings.defaultNow(visibilityWords[visibility]));
      },
      (error: unknown) => fail(describeError(error)),
    );
  };
  return { visibility, choose, makeDefault };
}
