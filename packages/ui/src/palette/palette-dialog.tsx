import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { adminPath } from "../address/admin-address.ts";
import { openSettingsAt } from "../address/settings-address.ts";
import { returnFocus } from "../focus/return-focus.ts";
import { paletteWayOf } from "../keyboard/palette-way.ts";
import { pressIn } from "../commands/press.ts";
import { useLanguage } from "../language/language.ts";
import { type PaletteWay, setUi, useUi } from "../state/ui-state.ts";
import { openInbox } from "../state/inbox-address.ts";
import { openLibrary } from "../state/library-address.ts";
import { touchQuery, useMediaQuery } from "../state/use-media-query.ts";
import { useOpenInPanel } from "../state/use-side-panel.ts";
import { useGoTo, useGoToMemo, withAllUnder } from "../state/view-address.ts";
import { PaletteFoot } from "./palette-foot.tsx";
import { PaletteLine } from "./palette-line.tsx";
import { type PaletteGroup, type PaletteRow, readAsk } from "./palette-rows.ts";
import { paletteStrings } from "./strings.ts";
import { usePaletteGroups } from "./use-palette-groups.tsx";

/** Field that finds memos, commands, tags, views and keyboard shortcuts. */
export function PaletteDialog() {
  useLanguage();
  const palette = useUi((state) => state.palette);
  const field = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLElement>(null);
  return (
    <Dialog.Root
      open={palette !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup
          className="popover palette"
          initialFocus={field}
          // A user who reopens it while it closes is typing in its field by then.
          finalFocus={returnFocus(() => opener.current)}
          aria-label={paletteStrings.title}
        >
          {palette !== null && <Palette {...palette} field={field} opener={opener} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function close(): void {
  setUi({ palette: null });
}

function openSheet(): void {
  setUi({ isShortcutSheetOpen: true });
}

interface PaletteProps {
  readonly begunWith: string;
  readonly field: React.RefObject<HTMLInputElement | null>;
  /** Element that had the focus before. */
  readonly opener: React.RefObject<HTMLElement | null>;
}

function Palette({ begunWith, field, opener }: PaletteProps) {
  useLanguage();
  const [typed, setTyped] = useState(begunWith);
  const lit = useRef<PaletteRow | undefined>(undefined);
  /** Set if Enter was pressed while the search was running. */
  const entered = useRef<PaletteWay | null>(null);
  // Focus at once: the next key is meant for the field, and the dialog would focus it a frame later. Sets the
  // caret after the initial text.
  useLayoutEffect(() => {
    const focused = document.activeElement;
    // If it is reopened while it closes, its opener stays the same.
    if (focused instanceof HTMLElement && focused.closest(".palette") === null) {
      opener.current = focused === document.body ? null : focused;
    }
    field.current?.focus();
    field.current?.setSelectionRange(begunWith.length, begunWith.length);
    // A dialog that was still closing when this one opened takes the focus in the next frame.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [field, opener, begunWith]);
  const ask = readAsk(typed, useMediaQuery(touchQuery));
  const { groups, problem, isAsking } = usePaletteGroups(ask);

  const choose = useChoose();
  /**
   * Returns the highlighted row if it is still listed, else the first: the highlight lags behind fast typing.
   */
  const litRow = (): PaletteRow | undefined => {
    const rows = groups.flatMap(({ items }) => items);
    return rows.find(({ key }) => key === lit.current?.key) ?? rows[0];
  };
  const chooseLit = (way: PaletteWay): void => {
    const row = litRow();
    if (row !== undefined) choose(row, way);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    const enter = (way: PaletteWay) => (): void => {
      // The rows still answer an earlier query.
      if (isAsking) entered.current = way;
      else chooseLit(way);
    };
    const isKey = pressIn(["inPalette"], event, {
      goThere: enter("page"),
      openInPanel: enter("panel"),
      openEditor: enter("editor"),
      narrow() {
        const row = litRow();
        if (row?.kind !== "tag") return false;
        setTyped(`#${row.tag.tag} `);
        return true;
      },
    });
    if (!isKey) return;
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    const waiting = entered.current;
    if (waiting === null || isAsking) return;
    entered.current = null;
    chooseLit(waiting);
  });

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      filter={null}
      autoHighlight="always"
      keepHighlight
      items={groups}
      value={typed}
      onValueChange={(value, { reason }) => {
        // A chosen row is opened, and its text not written into the field.
        if (reason !== "input-change" && reason !== "input-clear") return;
        entered.current = null;
        lit.current = undefined;
        setTyped(value);
      }}
      onItemHighlighted={(row) => {
        lit.current = row;
      }}
      itemToStringValue={(row: PaletteRow) => row.key}
    >
      <div className="palette-head" onKeyDownCapture={press}>
        <Search size={18} strokeWidth={1.75} aria-hidden className="flex-none text-text-3" />
        <Autocomplete.Input
          ref={field}
          data-palette
          className="palette-field"
          dir="auto"
          aria-label={paletteStrings.placeholder}
          placeholder={paletteStrings.placeholder}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        <Prefixes
          begin={(prefix) => {
            setTyped(prefix);
            field.current?.focus();
          }}
        />
      </div>
      <Found words={isAsking ? undefined : ask.words} choose={choose} />
      <Autocomplete.Status className="palette-nothing">
        {problem ?? (groups.length === 0 && !isAsking ? paletteStrings.nothing : null)}
      </Autocomplete.Status>
      <PaletteFoot />
    </Autocomplete.Root>
  );
}

/** Returns a function that closes the palette and opens a row. */
function useChoose(): (row: PaletteRow, way: PaletteWay) => void {
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const openInPanel = useOpenInPanel();
  return (row, way) => {
    close();
    switch (row.kind) {
      case "memo":
        if (way === "panel") return openInPanel(row.memo.id);
        if (way === "editor") setUi({ editOnOpenId: row.memo.id });
        return goToMemo(row.memo.id);
      case "command":
        // After the dialog has restored the focus, because a command may move it.
        return void setTimeout(row.command.run);
      case "tag":
        return goTo({ view: "timeline", tag: withAllUnder(row.tag.tag) });
      case "view":
        if (row.view.address === "library") return openLibrary();
        if (row.view.address === "inbox") return openInbox();
        if (row.view.address === "administration") {
          document.location.hash = adminPath;
          return;
        }
        if ("settings" in row.view.address) return openSettingsAt(row.view.address.settings);
        return goTo(row.view.address);
      case "keys":
        return void setTimeout(row.keys.command?.run ?? openSheet);
      case "search":
        return goTo({ view: "timeline", q: row.words });
    }
  };
}

/** Groups of results. */
function Found(props: {
  /** Query that the results answer; `undefined` while they answer an earlier one. */
  readonly words: string | undefined;
  choose(row: PaletteRow, way: PaletteWay): void;
}) {
  useLanguage();
  return (
    <Autocomplete.List
      className="palette-list"
      aria-label={paletteStrings.title}
      data-found={props.words}
    >
      {(group: PaletteGroup) => (
        <Autocomplete.Group key={group.value} items={group.items} className="palette-group">
          {group.value !== "search" && (
            <Autocomplete.GroupLabel className="palette-label">
              {paletteStrings[group.value]}
            </Autocomplete.GroupLabel>
          )}
          <Autocomplete.Collection>
            {(row: PaletteRow) => (
              <Autocomplete.Item
                key={row.key}
                value={row}
                className="palette-row"
                onClick={(event) => props.choose(row, paletteWayOf(event))}
              >
                <PaletteLine row={row} />
              </Autocomplete.Item>
            )}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}

const prefixes = [
  [">", "helpCommands"],
  ["#", "helpTags"],
  ["@", "helpViews"],
  ["?", "helpKeys"],
] as const;

/** Buttons for the prefixes; without their names on a narrow screen. */
function Prefixes({ begin }: { begin(prefix: string): void }) {
  useLanguage();
  return (
    <div className="palette-prefixes">
      {prefixes.map(([prefix, name]) => (
        <button
          key={prefix}
          type="button"
          tabIndex={-1}
          className="palette-prefix"
          aria-label={paletteStrings[name]}
          onClick={() => begin(prefix)}
        >
          <span aria-hidden>{prefix}</span>{" "}
          <span className="max-rail:hidden">{paletteStrings[name]}</span>
        </button>
      ))}
    </div>
  );
}
