import type { MemoView } from "@tidemark/core/router";
import { useLanguage } from "../language/language.ts";
import { personHref } from "../state/view-address.ts";
import { Avatar } from "./avatar.tsx";
import { peopleStrings } from "./strings.ts";
import { usernameOf } from "@tidemark/core/names";

/** Author of a memo, with a link to their public memos. */
export function AuthorName({ memo }: { readonly memo: Pick<MemoView, "author" | "creator"> }) {
  useLanguage();
  const username = usernameOf(memo.creator);
  return (
    <a href={personHref(username)} className="author-name">
      <Avatar name={username} />
      <span className="sr-only">{peopleStrings.by} </span>
      <span className="truncate">{memo.author ?? peopleStrings.you}</span>
    </a>
  );
}
