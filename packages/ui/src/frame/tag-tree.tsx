import { bareLetters } from "@tidemark/core/same-letters";
import { Ellipsis } from "lucide-react";
import type { TagNode } from "@tidemark/core";
import { readTagChoice } from "@tidemark/core/tag-branch";
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTagTree } from "../data/tag-queries.ts";
import { useLanguage } from "../language/language.ts";
import { lazyComponent } from "../lazy/lazy-component.ts";
import { OpenedOnce } from "../lazy/opened-once.tsx";
import { setUi } from "../state/ui-state.ts";
import { useGoTo, useShown, withAllUnder } from "../state/view-address.ts";
import { buildTree, type TagRow, treeRows } from "../tags/build-tree.ts";
import { setBranchOpen, useOpenBranches } from "../tags/open-branches.ts";
import { tagsStrings } from "../tags/strings.ts";
import type { OpenTagMenu } from "../tags/manager/tag-menu.tsx";
import { SectionHeading } from "../views/section-heading.tsx";

const TagMenu = lazyComponent(async () => (await import("../tags/manager/tag-menu.tsx")).TagMenu);

const noTags: readonly TagNode[] = [];
const filterBoxFrom = 20;
/** Rows rendered beyond the visible ones, and the step in which the rendered range changes. */
const step = 40;

/** Tree of the user's tags; a click shows the memos with the tag or a subtag. */
export function TagTree({ onChosen }: { onChosen(): void }) {
  useLanguage();
  const tree = useTagTree().data;
  const nodes = tree ?? noTags;
  const roots = useMemo(() => buildTree(nodes), [nodes]);
  const open = useOpenBranches((state) => state.open);
  const [typed, setTyped] = useState("");
  const filter = nodes.length > filterBoxFrom ? typed : "";
  const rows = useMemo(() => treeRows(roots, open, filter), [roots, open, filter]);
  return (
    <section className="mt-3.5 flex min-h-0 grow flex-col">
      <SectionHeading
        id="tags-heading"
        title={tagsStrings.title}
        action={tagsStrings.manage}
        icon={Ellipsis}
        act={() => setUi({ tagManager: { tag: null, act: null }, isDrawerOpen: false })}
      />
      {nodes.length > filterBoxFrom && (
        <div className="mb-1 flex-none px-0.5">
          <input
            type="text"
            className="field h-7! border-rule! bg-transparent! px-2! text-small"
            aria-label={tagsStrings.filter}
            placeholder={tagsStrings.filter}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {rows.length === 0 ? (
        <p className="px-2.5 text-small text-text-3">
          {nodes.length > 0 ? tagsStrings.noMatch : tree && tagsStrings.none}
        </p>
      ) : (
        <Rows rows={rows} onChosen={onChosen} />
      )}
    </section>
  );
}

function Rows({ rows, onChosen }: { readonly rows: readonly TagRow[]; onChosen(): void }) {
  useLanguage();
  const goTo = useGoTo();
  const choice = useShown(({ tag }) => tag) ?? "";
  const shown = readTagChoice(choice).tag;
  const [active, setActive] = useState("");
  const [first, setFirst] = useState(0);
  const [menu, setMenu] = useState<OpenTagMenu | null>(null);
  const list = useRef<HTMLUListElement>(null);
  /** True while the focus is there by a click. */
  const isClicked = useRef(false);
  const tabStop = [active, shown].find((tag) => rows.some(({ branch }) => branch.tag === tag));
  const stop = tabStop ?? rows[0]?.branch.tag;

  const rowHeight = (): number =>
    list.current?.querySelector<HTMLElement>("[role=treeitem]")?.offsetHeight ?? 28;
  const from = Math.min(first, Math.max(0, rows.length - 3 * step));
  const drawn = rows.slice(from, from + 3 * step);

  const choose = ({ branch: { tag } }: TagRow): void => {
    goTo(tag === shown ? { view: "timeline" } : { view: "timeline", tag: withAllUnder(tag) });
    onChosen();
  };
  const scrolled = (): void => {
    const seen = Math.floor((list.current?.scrollTop ?? 0) / rowHeight());
    setFirst(Math.max(0, (Math.floor(seen / step) - 1) * step));
  };
  const focus = (row: TagRow | undefined): void => {
    const { current } = list;
    if (row === undefined || current === null) return;
    const { tag } = row.branch;
    const find = () => current.querySelector<HTMLElement>(`[data-tag="${CSS.escape(tag)}"]`);
    if (find() === null) {
      current.scrollTop = rows.indexOf(row) * rowHeight();
      flushSync(scrolled);
    }
    setActive(tag);
    find()?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ branch }) => branch.tag === stop);
    const row = rows[at];
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const isLetter = /^[^ ]$/u.test(event.key);
    // After a click, a letter is a command of the list that was chosen.
    if (isClicked.current && isLetter) return;
    isClicked.current = false;
    if (!runKey(event.key, { rows, at, row, choose, focus })) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const openMenu = (event: MouseEvent, row: TagRow): void => {
    event.preventDefault();
    setMenu({ branch: row.branch, anchor: event.currentTarget });
  };

  return (
    <>
      <ul
        ref={list}
        role="tree"
        aria-labelledby="tags-heading"
        className="tag-scroll min-h-0 grow overflow-y-auto pb-3"
        onKeyDown={onKeyDown}
        onPointerDown={() => (isClicked.current = true)}
        onBlur={() => (isClicked.current = false)}
        onScroll={rows.length > 3 * step ? scrolled : undefined}
      >
        <Spacer rows={from} height={rowHeight} />
        {drawn.map((row) => {
          const { branch, level, isOpen, position, setSize } = row;
          const { tag, name, under, children } = branch;
          return (
            <li
              key={tag}
              role="treeitem"
              data-tag={tag}
              tabIndex={tag === stop ? 0 : -1}
              aria-label={tag}
              aria-description={tagsStrings.memoCount(under)}
              aria-level={level}
              aria-posinset={position}
              aria-setsize={setSize}
              aria-expanded={children.length > 0 ? isOpen : undefined}
              aria-selected={tag === shown}
              aria-current={tag === shown ? "page" : undefined}
              className="sidebar-row sidebar-tag sidebar-mark"
              style={{ paddingInlineStart: 2 + Math.min(level - 1, 8) * 14 }}
              onFocus={() => setActive(tag)}
              onClick={() => choose(row)}
              onContextMenu={(event) => openMenu(event, row)}
            >
              <span
                aria-hidden
                className="tag-triangle"
                onClick={(event) => {
                  if (children.length === 0) return;
                  event.stopPropagation();
                  setBranchOpen(tag, !isOpen);
                }}
              />
              <span aria-hidden className="tag-hash" />
              <bdi className="truncate">{name}</bdi>
              <i aria-hidden className="tag-dot" />
              {/* The row's text is only its name; marks and counts are rendered by CSS. */}
              <span aria-hidden data-count={under} className="sidebar-count tag-count" />
            </li>
          );
        })}
        <Spacer rows={rows.length - from - drawn.length} height={rowHeight} />
      </ul>
      <OpenedOnce isOpen={menu !== null}>
        <TagMenu menu={menu} close={() => setMenu(null)} />
      </OpenedOnce>
    </>
  );
}

/** Empty space for rows that aren't visible. */
function Spacer({ rows, height }: { readonly rows: number; height(): number }) {
  return rows > 0 && <li role="none" style={{ blockSize: rows * height() }} />;
}

interface KeyPlace {
  readonly rows: readonly TagRow[];
  readonly at: number;
  readonly row: TagRow;
  choose(row: TagRow): void;
  focus(row: TagRow | undefined): void;
}

/** Handles the keys of a tree, as specified by WAI-ARIA. */
function runKey(key: string, { rows, at, row, choose, focus }: KeyPlace): boolean {
  const { tag, children } = row.branch;
  const isRtl = document.documentElement.dir === "rtl";
  switch (key) {
    case "ArrowDown":
      focus(rows[at + 1]);
      return true;
    case "ArrowUp":
      focus(rows[at - 1]);
      return true;
    case "Home":
      focus(rows[0]);
      return true;
    case "End":
      focus(rows.at(-1));
      return true;
    case isRtl ? "ArrowLeft" : "ArrowRight":
      if (children.length === 0) return true;
      if (row.isOpen) focus(rows[at + 1]);
      else setBranchOpen(tag, true);
      return true;
    case isRtl ? "ArrowRight" : "ArrowLeft":
      if (row.isOpen) setBranchOpen(tag, false);
      else focus(rows.slice(0, at).findLast(({ level }) => level < row.level));
      return true;
    case "Enter":
    case " ":
      choose(row);
      return true;
    default:
      if (!/^[\p{L}\p{N}]$/u.test(key)) return false;
      focus(
        [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ branch }) =>
          bareLetters(branch.name).startsWith(bareLetters(key)),
        ),
      );
      return true;
  }
}
