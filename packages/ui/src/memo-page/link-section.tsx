import { Link } from "@tanstack/react-router";
import type { LinkedMemo, MemoView } from "@tidemark/core/router";
import { useLinks } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { PanelSection } from "./panel-section.tsx";
import { pageStrings } from "./strings.ts";

/** What the memo refers to, and what refers to it. */
export function LinkSection({ memo }: { readonly memo: MemoView }) {
  useLanguage();
  const links = useLinks(memo.id).data;
  if (links === undefined || links.to.length + links.from.length === 0) return null;
  return (
    <PanelSection title={pageStrings.links} note={String(links.to.length + links.from.length)}>
      <LinkList label={pageStrings.linksTo} memos={links.to} />
      <LinkList label={pageStrings.linkedFrom} memos={links.from} />
    </PanelSection>
  );
}

function LinkList(props: { readonly label: string; readonly memos: readonly LinkedMemo[] }) {
  if (props.memos.length === 0) return null;
  return (
    <>
      <h3 className="mt-1 text-meta text-text-3">{props.label}</h3>
      <ul className="-mx-2">
        {props.memos.map(({ id, snippet }) => (
          <li key={id}>
            <Link to="/m/$id" params={{ id }} className="side-row block">
              <span className="line-clamp-2">{snippet}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
