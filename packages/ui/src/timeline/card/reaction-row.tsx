import type { MemoView, ReactionView } from "@tidemark/core/router";
import { Suspense } from "react";
import { useLanguage } from "../../language/language.ts";
import { lazyComponent } from "../../lazy/lazy-component.ts";
import type { MemoActions } from "../../memo/memo-actions.ts";
import { inList } from "../../time/in-list.ts";
import { timelineStrings } from "../strings.ts";

const ReactionPicker = lazyComponent(
  async () => (await import("./reaction-picker.tsx")).ReactionPicker,
);

/** Reactions to a memo, with the user's own pressed, and a button to add one. */
export function ReactionRow(props: {
  readonly memo: MemoView;
  readonly actions: Pick<MemoActions, "setReaction">;
  /** True if the button is shown even without reactions. */
  readonly isOffered?: boolean;
  /** Shortcut of the button. */
  readonly keys?: string;
}) {
  useLanguage();
  const { memo, actions } = props;
  const isTrashed = memo.deletedMs !== null;
  if (memo.reactions.length === 0 && (isTrashed || props.isOffered !== true)) return null;
  return (
    <div className="reactions">
      {memo.reactions.map((reaction) => (
        <button
          key={reaction.type}
          type="button"
          className="reaction"
          aria-pressed={reaction.isOwn}
          aria-label={timelineStrings.reaction(reaction.type, reaction.count)}
          title={inList(namesOf(reaction))}
          disabled={isTrashed}
          onClick={() => actions.setReaction(memo.id, reaction.type, !reaction.isOwn)}
        >
          <span className="truncate">{reaction.type}</span> {reaction.count}
        </button>
      ))}
      {!isTrashed && (
        <Suspense>
          <ReactionPicker memo={memo} actions={actions} keys={props.keys} />
        </Suspense>
      )}
    </div>
  );
}

function namesOf({ isOwn, others, count }: ReactionView): string[] {
  const named = isOwn ? [timelineStrings.you, ...others] : others;
  const more = count - named.length;
  return more > 0 ? [...named, timelineStrings.moreReactions(more)] : [...named];
}
