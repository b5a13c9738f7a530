import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError, useClient } from "../../data/client.tsx";
import { queryKeys, useGeneralSetting } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { visibilityWords } from "../../memo/visibility-words.ts";
import type { Audience } from "./audience.ts";
import { editorStrings } from "../strings.ts";

interface NewVisibility {
  readonly audience: Audience;
  /** Sets the audience of memos written here from now on. */
  choose(audience: Audience): void;
  /** Makes this visibility the user's default on all devices; `null` if it already is, and for a space. */
  readonly makeDefault: (() => void) | null;
}

/** Returns the audience of new memos: the one chosen here, or the user's default. */
export function useNewVisibility(): NewVisibility {
  const client = useClient();
  const queries = useQueryClient();
  const setting = useGeneralSetting().data;
  const [chosen, choose] = useState<Audience | null>(null);
  const usual = setting?.memoVisibility || "PRIVATE";
  const audience = chosen ?? { visibility: usual };
  const { visibility } = audience;
  if (setting === undefined || visibility === usual || visibility === "SPACE") {
    return { audience, choose, makeDefault: null };
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
  return { audience, choose, makeDefault };
}
