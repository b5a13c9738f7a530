import type { MemoView } from "@tidemark/core/router";
import { CloudOff } from "lucide-react";
import { copyText } from "../../feedback/copy-text.ts";
import { useLanguage } from "../../language/language.ts";
import { SureButton } from "../sure-button.tsx";
import { unsentStrings } from "../../unsent/strings.ts";
import { unsentInWords, unsentLabel } from "../../unsent/unsent-words.ts";
import { useRefusedActions } from "./use-refused-actions.ts";

/** Reason why the server doesn't have a memo as it is here, with the choices of its writer. */
export function UnsentMark({ memo }: { readonly memo: Pick<MemoView, "content" | "unsent"> }) {
  useLanguage();
  const actions = useRefusedActions();
  const { content, unsent } = memo;
  if (unsent === null) return null;
  const { n, why, isOnServer, isAgain } = unsent;
  const isPurged = why === "memo-purged";
  return (
    <section aria-label={unsentLabel(unsent)} className="unsent-mark">
      <p className="flex items-center gap-1.5 text-warn">
        <CloudOff aria-hidden className="size-4 flex-none" />
        <span>
          {unsentInWords(unsent)}
          {isOnServer && !isPurged && `. ${unsentStrings.older}`}
        </span>
      </p>
      {isAgain ? (
        <p className="text-meta text-text-3">{unsentStrings.again}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {isPurged ? (
            <button type="button" className="button" onClick={() => actions.copyToNew(n)}>
              {unsentStrings.keep}
            </button>
          ) : (
            <button type="button" className="button" onClick={() => actions.retry(n)}>
              {unsentStrings.sendAgain}
            </button>
          )}
          <button type="button" className="button" onClick={() => void copyText(content)}>
            {unsentStrings.copy}
          </button>
          <SureButton
            label={isOnServer ? unsentStrings.useServers : unsentStrings.throwAway}
            sure={isOnServer ? unsentStrings.useServersSure : unsentStrings.throwAwaySure}
            act={() => actions.discard(n)}
          />
        </div>
      )}
    </section>
  );
}
