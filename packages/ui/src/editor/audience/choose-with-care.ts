import type { MemoView } from "@tidemark/core/router";
import { useProfile } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { editorStrings } from "../strings.ts";
import { publicManyStrings } from "./public-many-strings.ts";
import type { Audience, ShownAudience } from "./audience.ts";

/** Ids of memos that the user has confirmed to make public. */
const confirmed = new Set<string>();

/** Returns a function that changes an audience. It asks once per memo before making it public. */
export function useChooseWithCare() {
  const isLocal = useProfile().data?.serverUrl === null;
  return (
    shown: Pick<ShownAudience, "visibility">,
    /** `null` for a memo that isn't stored yet. */
    memoId: string | null,
    next: Audience,
    choose: (audience: Audience) => void,
  ): void => {
    const isRaised = next.visibility === "PUBLIC" && shown.visibility !== "PUBLIC";
    if (!isRaised || (memoId !== null && confirmed.has(memoId))) {
      choose(next);
      return;
    }
    useFeedback.getState().ask({
      title: editorStrings.publicTitle,
      body: isLocal ? editorStrings.publicLater : editorStrings.publicBody,
      action: editorStrings.publicAction,
      confirm() {
        if (memoId !== null) confirmed.add(memoId);
        choose(next);
      },
    });
  };
}

/** Returns the same for many memos. It asks once, with the number of memos that would become public. */
export function useChooseManyWithCare() {
  const isLocal = useProfile().data?.serverUrl === null;
  return (
    memos: readonly Pick<MemoView, "id" | "visibility">[],
    next: Audience,
    choose: (audience: Audience) => void,
  ): void => {
    const raised = memos.filter(
      ({ id, visibility }) =>
        next.visibility === "PUBLIC" && visibility !== "PUBLIC" && !confirmed.has(id),
    );
    if (raised.length === 0) return choose(next);
    useFeedback.getState().ask({
      title: publicManyStrings.title(raised.length),
      body: isLocal ? publicManyStrings.later : publicManyStrings.body,
      action: editorStrings.publicAction,
      confirm() {
        for (const { id } of raised) confirmed.add(id);
        choose(next);
      },
    });
  };
}
