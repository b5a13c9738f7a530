import type { MemoView } from "@tidemark/core/router";
import { useProfile } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { editorStrings } from "../strings.ts";
import { publicManyStrings } from "./public-many-strings.ts";
import type { Audience, ShownAudience } from "./audience.ts";

/** Memos that are not asked about again. */
const confirmed = new Set<string>();

/** Everybody is asked once for a memo before all the world may read it. */
export function useChooseWithCare() {
  const isLocal = useProfile().data?.serverUrl === null;
  return (
    shown: Pick<ShownAudience, "visibility">,
    /** null while it is not written yet. */
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

/** The same for many memos: one is asked once, with the number of those that it is new for. */
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
