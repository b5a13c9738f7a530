import { bareLetters } from "@tidemark/core/same-letters";
import { Dialog } from "@base-ui/react/dialog";
import { Menu } from "@base-ui/react/menu";
import type { TagNode } from "@tidemark/core";
import { ChevronLeft, Ellipsis } from "lucide-react";
import { useRef, useState } from "react";
import { useTagTree } from "../../data/tag-queries.ts";
import { DialogHead } from "../../feedback/dialog-head.tsx";
import { useLanguage } from "../../language/language.ts";
import { setUi, type TagManagerPlace, useUi } from "../../state/ui-state.ts";
import { touchQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { blurAll, useBlur } from "../blur.ts";
import { tagsStrings } from "../strings.ts";
import { TagMenuRows } from "./tag-menu.tsx";
import { useTagStyle } from "../use-tag-style.ts";
import { ChangeForm } from "./change-form.tsx";
import { ColourForm } from "./colour-form.tsx";
import { RunProgress } from "./run-progress.tsx";
import { managerStrings } from "./strings.ts";
import { useTagRunStatus } from "./use-tag-run.ts";

/** Dialog with all tags, their styles, and actions that change a tag in every memo. */
export function TagManager() {
  useLanguage();
  const place = useUi((state) => state.tagManager);
  const [last, setLast] = useState(place);
  // Keeps showing the last page while the dialog fades out.
  if (place !== null && place !== last) setLast(place);
  const popup = useRef<HTMLDivElement>(null);
  const shown = place ?? last;
  return (
    <Dialog.Root
      open={place !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) setUi({ tagManager: null });
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-scrim" />
        <Dialog.Popup
          ref={popup}
          className="popover tag-manager fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-2rem)] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto p-6"
        >
          {shown !== null && (
            <Place key={`${shown.act} ${shown.tag}`} place={shown} popup={popup} />
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const titles = {
  rename: managerTitle("renameTitle"),
  merge: managerTitle("mergeTitle"),
  remove: managerTitle("removeTitle"),
  colour: managerTitle("colourTitle"),
};

function managerTitle(name: "renameTitle" | "mergeTitle" | "removeTitle" | "colourTitle") {
  return (tag: string): string => managerStrings[name](tag);
}

function Place(props: {
  readonly place: TagManagerPlace;
  readonly popup: React.RefObject<HTMLDivElement | null>;
}) {
  useLanguage();
  const { tag, act } = props.place;
  const toList = (): void => {
    setUi({ tagManager: { tag: null, act: null } });
    // The focused element is about to be removed.
    props.popup.current?.focus();
  };
  if (tag === null || act === null) {
    return (
      <>
        <DialogHead title={managerStrings.title} close={managerStrings.close} />
        <AllTags />
      </>
    );
  }
  return (
    <>
      <DialogHead title={titles[act](tag)} close={managerStrings.close} />
      <button
        type="button"
        className="-ms-1.5 mt-1 flex min-h-7 items-center gap-1 rounded-control px-1.5 text-small text-text-2 hover:bg-hover pointer-coarse:min-h-11"
        onClick={toList}
      >
        <ChevronLeft size={14} strokeWidth={1.75} aria-hidden className="rtl:-scale-x-100" />
        {managerStrings.back}
      </button>
      {act === "colour" ? (
        <ColourForm tag={tag} />
      ) : (
        <ChangeForm tag={tag} act={act} done={toList} />
      )}
    </>
  );
}

/** Number of rows shown at once. */
const pageOfTags = 200;

function AllTags() {
  useLanguage();
  const isTouch = useMediaQuery(touchQuery);
  const nodes = useTagTree().data ?? [];
  const status = useTagRunStatus().data;
  const isAll = useBlur((state) => state.isAll);
  const [filter, setFilter] = useState("");
  const [length, setLength] = useState(pageOfTags);
  const wanted = bareLetters(filter.trim().replace(/^#/, ""));
  const found = nodes.filter(({ tag }) => bareLetters(tag).includes(wanted));
  return (
    <>
      {status !== undefined && <RunProgress status={status} />}
      <label className="mt-3 flex min-h-8 items-start gap-2.5">
        <input
          type="checkbox"
          className="mt-1"
          checked={isAll}
          onChange={(event) => blurAll(event.target.checked)}
        />
        <span>
          {managerStrings.blurAll}
          <span className="block text-small text-text-3">
            {isTouch ? managerStrings.blurAllHelpOnTouch : managerStrings.blurAllHelp}
          </span>
        </span>
      </label>
      <input
        type="text"
        className="field mt-4"
        aria-label={tagsStrings.filter}
        placeholder={tagsStrings.filter}
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {found.length === 0 ? (
        <p className="mt-3 text-small text-text-3">
          {nodes.length === 0 ? tagsStrings.none : tagsStrings.noMatch}
        </p>
      ) : (
        <ul aria-label={managerStrings.list} className="mt-2 -mx-2">
          {found.slice(0, length).map((node) => (
            <TagLine key={node.tag} node={node} />
          ))}
        </ul>
      )}
      {found.length > length && (
        <button
          type="button"
          className="button mt-2"
          onClick={() => setLength(length + pageOfTags)}
        >
          {managerStrings.showMore(Math.min(pageOfTags, found.length - length))}
        </button>
      )}
    </>
  );
}

function TagLine({ node: { tag, under } }: { readonly node: TagNode }) {
  useLanguage();
  const { isBlurred, setBlurred } = useTagStyle(tag);
  return (
    <li data-tag={tag} className="tag-line-row">
      <button
        type="button"
        className="tag-colour-button"
        aria-label={managerStrings.colourTitle(tag)}
        title={managerStrings.colourTitle(tag)}
        onClick={() => setUi({ tagManager: { tag, act: "colour" } })}
      >
        <i aria-hidden />
      </button>
      <bdi className="min-w-0 grow [overflow-wrap:anywhere]">
        <span aria-hidden className="tag-hash" />
        {tag}
      </bdi>
      <span className="flex-none text-small text-text-3 tabular-nums">
        {tagsStrings.memoCount(under)}
      </span>
      <label className="flex min-h-8 flex-none items-center gap-1.5 text-small text-text-2">
        <input
          type="checkbox"
          aria-label={managerStrings.blurOf(tag)}
          checked={isBlurred}
          onChange={(event) => setBlurred(event.target.checked)}
        />
        <span aria-hidden>{managerStrings.blur}</span>
      </label>
      <Menu.Root>
        <Menu.Trigger className="icon-button" aria-label={managerStrings.actionsOf(tag)}>
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner side="bottom" align="end" sideOffset={4} className="z-60">
            <Menu.Popup className="popover min-w-48 p-1 outline-none">
              <TagMenuRows tag={tag} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </li>
  );
}
