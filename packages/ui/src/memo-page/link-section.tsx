import { Link } from "@tanstack/react-router";
import type { LinkedMemo, MemoView } from "@tidemark/core/router";
import { X } from "lucide-react";
import { useRef } from "react";
import { useLinks } from "../data/asked/memo-queries.ts";
import { useLanguage } from "../language/language.ts";
import { firstLine } from "../memo/first-line.ts";
import { useMemoActions } from "../memo/memo-actions.ts";
import { MemoWords, useMemoName } from "../tags/memo-words.tsx";
import { LinkPicker } from "./link-picker.tsx";
import { PanelSection } from "./panel-section.tsx";
import { pageStrings } from "./strings.ts";

/** Links from and to the memo; its author can add and remove links. */
export function LinkSection({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const actions = useMemoActions();
  const field = useRef<HTMLInputElement>(null);
  const links = useLinks(memo.id).data;
  const isOwn = memo.author === null && memo.deletedMs === null;
  const count = (links?.to.length ?? 0) + (links?.from.length ?? 0);
  if (links === undefined || (count === 0 && !isOwn)) return null;
  const unlink = (to: string): void => {
    // The row and its button are about to be removed.
    field.current?.focus({ preventScroll: true });
    actions.setLink(memo.id, to, false);
  };
  return (
    <PanelSection title={pageStrings.links} {...(count === 0 ? {} : { note: String(count) })}>
      <LinkList label={pageStrings.linksTo} memos={links.to} unlink={isOwn ? unlink : null} />
      {isOwn && (
        <LinkPicker
          memo={memo}
          linked={links.to.map(({ id }) => id)}
          actions={actions}
          field={field}
        />
      )}
      <LinkList label={pageStrings.linkedFrom} memos={links.from} unlink={null} />
    </PanelSection>
  );
}

function LinkList(props: {
  readonly label: string;
  readonly memos: readonly LinkedMemo[];
  readonly unlink: ((id: string) => void) | null;
}) {
  useLanguage();
  const { label, memos, unlink } = props;
  if (memos.length === 0) return null;
  return (
    <>
      <h3 className="mt-2 text-meta text-text-3">{label}</h3>
      <ul className="-mx-2">
        {memos.map((linked) => (
          <LinkRow key={linked.id} linked={linked} unlink={unlink} />
        ))}
      </ul>
    </>
  );
}

function LinkRow(props: {
  readonly linked: LinkedMemo;
  readonly unlink: ((id: string) => void) | null;
}) {
  useLanguage();
  const { linked, unlink } = props;
  const { id, snippet } = linked;
  const label = pageStrings.removeLink(useMemoName(linked, firstLine(snippet)));
  return (
    <li className="flex items-start">
      <Link to="/m/$id" params={{ id }} className="side-row block min-w-0 grow">
        <span dir="auto" className="line-clamp-2">
          <MemoWords memo={linked}>{snippet === "" ? firstLine("") : snippet}</MemoWords>
        </span>
      </Link>
      {unlink !== null && (
        <button
          type="button"
          className="icon-button"
          aria-label={label}
          title={label}
          onClick={() => unlink(id)}
        >
          <X size={14} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </li>
  );
}
