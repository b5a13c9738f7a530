import { Popover } from "@base-ui/react/popover";
import { X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useOneMemo } from "../../data/asked/memo-queries.ts";
import { useTags } from "../../data/queries.ts";
import { returnFocus } from "../../focus/return-focus.ts";
import { useLanguage } from "../../language/language.ts";
import { setUi, useUi } from "../../state/ui-state.ts";
import { TagEditor } from "./tag-editor.tsx";
import { tagStrings } from "./strings.ts";

/** Popover with the tags of the memo `taggingId`, next to its card. */
export function TagPanel() {
  useLanguage();
  const taggingId = useUi((state) => state.taggingId);
  const [last, setLast] = useState(taggingId);
  // Keeps showing the last memo while the popover fades out.
  if (taggingId !== null && taggingId !== last) setLast(taggingId);
  const field = useRef<HTMLInputElement>(null);
  const place = useRef(new DOMRect());
  return (
    <Popover.Root
      open={taggingId !== null}
      onOpenChange={(isOpen, { reason, event }) => {
        // Clicking Undo in the message keeps the popover open.
        const isOnMessage = event.target instanceof Element && event.target.closest(message);
        if (isOpen || (reason === "outside-press" && isOnMessage)) return;
        setUi({ taggingId: null });
        // Focus the card now, not after the fade: the next key is meant for it.
        if (reason === "escape-key" || reason === "close-press") shownCard(last)?.focus(still);
      }}
    >
      <Popover.Portal>
        <Popover.Positioner
          anchor={() => headOf(last, place)}
          side="bottom"
          align="end"
          sideOffset={2}
          collisionPadding={12}
          className="z-30"
        >
          <Popover.Popup
            initialFocus={field}
            finalFocus={() => focusCard(last)}
            className="popover tag-panel"
          >
            <div className="flex items-center justify-between">
              <Popover.Title className="font-semibold">{tagStrings.title}</Popover.Title>
              <Popover.Close className="icon-button -me-1.5" aria-label={tagStrings.close}>
                <X size={16} strokeWidth={1.75} aria-hidden />
              </Popover.Close>
            </div>
            {last !== null && <Tags key={last} id={last} field={field} />}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

const message = "[role=status], [role=alert]";

function Tags(props: { readonly id: string; readonly field: RefObject<HTMLInputElement | null> }) {
  const memo = useOneMemo(props.id).data;
  const known = useTags().data ?? [];
  const isGone = memo !== undefined && memo.deletedMs !== null;
  // Closes if the memo was trashed meanwhile, for example on another device.
  useEffect(() => {
    if (isGone) setUi({ taggingId: null });
  }, [isGone]);
  return <TagEditor ids={[props.id]} tags={memo?.tags ?? null} known={known} field={props.field} />;
}

/** Focuses the memo's card, or the one that replaced it, rather than its first link or button. */
function focusCard(id: string | null): boolean {
  const card = returnFocus(() => shownCard(id))();
  if (!(card instanceof HTMLElement)) return card;
  card.focus(still);
  return false;
}

const still: FocusOptions = { preventScroll: true };

function shownCard(id: string | null): HTMLElement | null {
  return cardOf(id) ?? cardOf(useUi.getState().activeId);
}

function cardOf(id: string | null): HTMLElement | null {
  return id === null ? null : document.getElementById(`memo-${id}`);
}

const headHeight = 36;

/**
 * Returns the anchor: the top of the memo's card, or of the window if the card starts above it. The card may
 * be remounted, or leave the list with its tag; the popover then stays in place.
 */
function headOf(id: string | null, last: RefObject<DOMRect>) {
  const card = cardOf(id);
  return {
    ...(card === null ? {} : { contextElement: card }),
    getBoundingClientRect: () => {
      const box = cardOf(id)?.getBoundingClientRect();
      if (box === undefined) return last.current;
      const top = Math.max(0, Math.min(box.y, innerHeight - 2 * headHeight));
      return (last.current = new DOMRect(box.x, top, box.width, headHeight));
    },
  };
}
