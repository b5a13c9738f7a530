import type { MemoView } from "@tidemark/core/router";
import { AttachmentGrid } from "../attachments/attachment-grid.tsx";
import { useLanguage } from "../language/language.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { viewOfTags } from "../state/shown-to-all.ts";
import { useGoTo, withAllUnder } from "../state/view-address.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { MemoBody } from "../timeline/card/memo-body.tsx";
import { ReactionRow } from "../timeline/card/reaction-row.tsx";

/** Text, files and reactions of a memo; task boxes can be checked. */
export function PanelText({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const { id, content, attachments } = memo;
  const actions = useMemoActions();
  const goTo = useGoTo();
  const isOwn = memo.author === null && memo.deletedMs === null;
  return (
    <>
      <MemoWords memo={memo} place="panel">
        <MemoBody
          id={id}
          content={content}
          updatedMs={memo.updatedMs}
          files={attachments}
          terms={noTerms}
          isQuiet={!isOwn || memo.state === "ARCHIVED"}
          onToggleTask={(index, checked) => actions.toggleTask(id, index, checked)}
          onTag={(tag) => goTo({ view: viewOfTags(memo), tag: withAllUnder(tag) })}
        />
        <div className="reading-files">
          <AttachmentGrid files={attachments} content={content} isOwn={isOwn} />
        </div>
      </MemoWords>
      <div className="reading-files">
        <ReactionRow memo={memo} actions={actions} />
      </div>
    </>
  );
}

const noTerms: readonly string[] = [];
