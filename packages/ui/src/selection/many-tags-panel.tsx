import { Popover } from "@base-ui/react/popover";
import type { MemoView } from "@tidemark/core/router";
import { X } from "lucide-react";
import { type RefObject, useMemo, useRef } from "react";
import { useTags } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { manyTagStrings } from "../memo/tags/many-strings.ts";
import { tagStrings } from "../memo/tags/strings.ts";
import { TagEditor } from "../memo/tags/tag-editor.tsx";
import { tagsOfMany } from "./tags-of-many.ts";

interface ManyTagsPanelProps {
  readonly memos: readonly MemoView[];
  readonly isOpen: boolean;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly finalFocus: () => HTMLElement | boolean;
  close(): void;
}

/** Tags of all selected memos, in a panel above the bar. */
export function ManyTagsPanel({ memos, isOpen, anchor, finalFocus, close }: ManyTagsPanelProps) {
  useLanguage();
  const field = useRef<HTMLInputElement>(null);
  const known = useTags().data ?? [];
  const { all, some } = useMemo(() => tagsOfMany(memos), [memos]);
  return (
    <Popover.Root
      open={isOpen}
      onOpenChange={(opens, { reason, event }) => {
        // Stays open after a click on a message, for instance on Undo.
        const isOnMessage = event.target instanceof Element && event.target.closest(message);
        if (!opens && (reason !== "outside-press" || !isOnMessage)) close();
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={anchor}
          side="top"
          align="start"
          sideOffset={10}
          collisionPadding={12}
          className="z-30"
        >
          <Popover.Popup initialFocus={field} finalFocus={finalFocus} className="popover tag-panel">
            <div className="flex items-center justify-between">
              <Popover.Title className="font-semibold">
                {memos.length === 1 ? tagStrings.title : manyTagStrings.title(memos.length)}
              </Popover.Title>
              <Popover.Close className="icon-button -me-1.5" aria-label={tagStrings.close}>
                <X size={16} strokeWidth={1.75} aria-hidden />
              </Popover.Close>
            </div>
            <TagEditor
              ids={memos.map(({ id }) => id)}
              tags={all}
              partial={some}
              known={known}
              field={field}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const message = "[role=status], [role=alert]";
