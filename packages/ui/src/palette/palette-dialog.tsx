import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { Search } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useLanguage } from "../language/language.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { openLibrary } from "../state/library-address.ts";
import { useGoTo, useGoToMemo } from "../state/view-address.ts";
import { PaletteFoot } from "./palette-foot.tsx";
import { PaletteLine } from "./palette-line.tsx";
import { type PaletteGroup, type PaletteRow, readAsk } from "./palette-rows.ts";
import { paletteStrings } from "./strings.ts";
import { usePaletteGroups } from "./use-palette-groups.ts";

/** One field that leads anywhere: to memos, commands, tags and views. */
export function PaletteDialog() {
  useLanguage();
  const begunWith = useUi((state) => state.palette);
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog.Root
      open={begunWith !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) close();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup
          className="popover palette"
          initialFocus={field}
          aria-label={paletteStrings.title}
        >
          {begunWith !== null && <Palette begunWith={begunWith} field={field} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function close(): void {
  setUi({ palette: null });
}

interface PaletteProps {
  readonly begunWith: string;
  readonly field: React.RefObject<HTMLInputElement | null>;
}

function Palette({ begunWith, field }: PaletteProps) {
  useLanguage();
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const [typed, setTyped] = useState(begunWith);
  const lit = useRef<PaletteRow | undefined>(undefined);
  const ask = readAsk(typed);
  const { groups, problem, isAsking } = usePaletteGroups(ask);

  const choose = (row: PaletteRow, isToEdit = false): void => {
    close();
    switch (row.kind) {
      case "memo":
        if (isToEdit) setUi({ editOnOpenId: row.memo.id });
        return goToMemo(row.memo.id);
      case "command":
        // Once the dialog has given the focus back: a command may move it.
        return void setTimeout(row.command.run);
      case "tag":
        return goTo({ view: "timeline", tag: row.tag.tag });
      case "view":
        if (row.view.view === "library") return openLibrary();
        return goTo({ view: row.view.view });
      case "search":
        return goTo({ view: "timeline", q: row.words });
    }
  };
  const press = (event: KeyboardEvent): void => {
    const row = lit.current;
    if (event.nativeEvent.isComposing || row === undefined) return;
    if (event.key === "Tab" && !event.shiftKey && row.kind === "tag") setTyped(`#${row.tag.tag} `);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && row.kind === "memo") {
      choose(row, true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

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
        // What was chosen is gone to, and not written.
        if (reason === "input-change" || reason === "input-clear") setTyped(value);
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
          // At once: the next key is meant for it, and the dialog would give the focus a frame later.
          autoFocus
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
      <Autocomplete.List
        className="palette-list"
        aria-label={paletteStrings.title}
        data-found={isAsking ? undefined : ask.words}
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
                  onClick={() => choose(row)}
                >
                  <PaletteLine row={row} />
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      <Autocomplete.Status className="palette-nothing">
        {problem ?? (groups.length === 0 && !isAsking ? paletteStrings.nothing : null)}
      </Autocomplete.Status>
      <PaletteFoot />
    </Autocomplete.Root>
  );
}

const prefixes = [
  [">", "helpCommands"],
  ["#", "helpTags"],
  ["@", "helpViews"],
] as const;

/** What a first character asks for; on a narrow screen the character alone. */
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
