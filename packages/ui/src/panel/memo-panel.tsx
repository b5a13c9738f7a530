import { X } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef } from "react";
import { findAppError, useClient } from "../data/client.tsx";
import { useOneMemo } from "../data/asked/memo-queries.ts";
import { EmptyMessage } from "../feedback/empty-message.tsx";
import { pressIn } from "../commands/press.ts";
import { useLanguage } from "../language/language.ts";
import { calledOut } from "../memo/first-line.ts";
import { pageStrings } from "../memo-page/strings.ts";
import { setUi } from "../state/ui-state.ts";
import { memoOfHref, useGoToMemo } from "../state/view-address.ts";
import { useHidesAgain } from "../tags/blur.ts";
import { useMemoName } from "../tags/memo-words.tsx";
import { PanelMoments } from "./panel-moments.tsx";
import { PanelText } from "./panel-text.tsx";
import { panelStrings } from "./strings.ts";
import { usePanelFocus } from "./use-panel-focus.ts";

/** Side panel with a memo, next to the current screen. */
export function MemoPanel({ opened }: { readonly opened: { readonly id: string } }) {
  useLanguage();
  const { id } = opened;
  const panel = useRef<HTMLElement>(null);
  const asked = useOneMemo(id);
  // A purged memo isn't shown, even if it was loaded before.
  const isGone = findAppError(asked.error)?.code === "NOT_FOUND";
  const memo = isGone ? undefined : asked.data;
  const name = useMemoName(memo, memo === undefined ? panelStrings.label : calledOut(memo));
  const client = useClient();
  const goToMemo = useGoToMemo();
  usePanelFocus(panel, opened);
  useHidesAgain("panel", id);
  useEffect(
    () => void client.finder.noteOpened.mutate({ id }).catch(() => undefined),
    [client, id],
  );
  useLayoutEffect(() => {
    if (panel.current !== null) panel.current.scrollTop = 0;
  }, [id]);

  const openPage = (): void => {
    close();
    // A comment opens the page of its parent.
    goToMemo(memo?.parent ?? id);
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, currentTarget } = event;
    // Popups opened from the panel close themselves.
    const isInside = target instanceof Node && currentTarget.contains(target);
    if (event.defaultPrevented || !isInside) return;
    const isOnArticle = target === currentTarget.firstElementChild;
    const runs = { open: () => isOnArticle && openPage(), closePanel: close };
    if (pressIn(["inPanel"], event, runs)) event.preventDefault();
  };
  return (
    <aside ref={panel} aria-label={panelStrings.label} className="memo-panel" onKeyDown={press}>
      {/* A single element for all contents: it has the focus, and arrow keys scroll it. */}
      <article
        aria-label={name}
        aria-busy={asked.isPending}
        tabIndex={0}
        className="reading outline-none"
        onClickCapture={openLinkHere}
      >
        <header className="memo-panel-bar">
          {memo !== undefined && <PanelMoments memo={memo} name={name} openPage={openPage} />}
          <button
            type="button"
            className="icon-button ms-auto"
            aria-label={panelStrings.close}
            title={panelStrings.close}
            aria-keyshortcuts="Escape"
            onClick={close}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </button>
        </header>
        {memo !== undefined ? (
          <PanelText key={id} memo={memo} />
        ) : (
          asked.isError && (
            <EmptyMessage
              title={isGone ? pageStrings.missing : pageStrings.failed}
              body={isGone ? pageStrings.missingBody : ""}
              {...(!isGone && { action: pageStrings.retry, act: () => void asked.refetch() })}
            />
          )
        )}
      </article>
    </aside>
  );
}

function close(): void {
  setUi({ inPanel: null });
}

/** Opens a memo link in the panel on Ctrl+click. */
function openLinkHere(event: MouseEvent): void {
  if (!(event.ctrlKey || event.metaKey) || !(event.target instanceof Element)) return;
  const link = event.target.closest(".memo-body a[href]");
  const id = memoOfHref(link?.getAttribute("href") ?? "");
  if (id === null) return;
  event.preventDefault();
  event.stopPropagation();
  setUi({ inPanel: { id } });
}
