import { Combobox } from "@base-ui/react/combobox";
import type { MemoView } from "@tidemark/core/router";
import { type RefObject, useState } from "react";
import { useLinkable } from "../data/asked/memo-queries.ts";
import { keysOf } from "../commands/commands.ts";
import { useLanguage } from "../language/language.ts";
import { firstLine } from "../memo/first-line.ts";
import type { MemoActions } from "../memo/memo-actions.ts";
import { isBlurredNow } from "../tags/blur.ts";
import { MemoWords } from "../tags/memo-words.tsx";
import { tagsStrings } from "../tags/strings.ts";
import { dayLabel } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { pageStrings } from "./strings.ts";

const maxHits = 8;

interface LinkPickerProps {
  readonly memo: MemoView;
  /** Ids of the memos already linked. */
  readonly linked: readonly string[];
  readonly actions: MemoActions;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Combobox that finds a memo by its text and links to it; without input, offers the newest memos. */
export function LinkPicker({ memo, linked, actions, field }: LinkPickerProps) {
  useLanguage();
  const nowMs = useDay();
  const [words, setWords] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const taken = new Set([memo.id, ...linked]);
  const found = useLinkable(words, { size: maxHits + taken.size, isEnabled: isOpen }).data ?? [];
  const offered = found.filter(({ id }) => !taken.has(id)).slice(0, maxHits);
  return (
    <Combobox.Root<MemoView>
      items={offered}
      filter={null}
      autoHighlight
      value={null}
      inputValue={words}
      open={isOpen}
      onOpenChange={setIsOpen}
      onInputValueChange={setWords}
      itemToStringLabel={(hit) =>
        isBlurredNow(hit) ? tagsStrings.blurred : firstLine(hit.content)
      }
      onValueChange={(chosen) => {
        if (chosen === null) return;
        setWords("");
        actions.setLink(memo.id, chosen.id, true);
      }}
    >
      <Combobox.Input
        ref={field}
        className="panel-field mt-1.5"
        dir="auto"
        aria-label={pageStrings.addLink}
        aria-keyshortcuts={keysOf.onPage.linkMemo[0]}
        placeholder={pageStrings.addLink}
        onKeyDown={(event) => {
          // The first Escape closes the list.
          if (event.key !== "Escape" || isOpen || event.nativeEvent.isComposing) return;
          document.getElementById(`memo-${memo.id}`)?.focus();
        }}
      />
      <Combobox.Portal>
        <Combobox.Positioner className="z-30" sideOffset={4}>
          <Combobox.Popup className="popover max-h-(--available-height) w-(--anchor-width) min-w-64 overflow-y-auto p-1">
            <Combobox.Empty className="px-2.5 py-1.5 text-small text-text-3 empty:hidden">
              {pageStrings.nothingToLink}
            </Combobox.Empty>
            <Combobox.List>
              {(hit: MemoView) => (
                <Combobox.Item key={hit.id} value={hit} className="menu-row text-small">
                  <span dir="auto" className="truncate">
                    <MemoWords memo={hit}>{firstLine(hit.content)}</MemoWords>
                  </span>
                  <span className="ms-auto flex-none text-meta text-text-3">
                    {dayLabel(hit.createdMs, nowMs)}
                  </span>
                </Combobox.Item>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
