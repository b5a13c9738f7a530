import type { MemoView } from "@tidemark/core/router";
import { useLanguage } from "../language/language.ts";
import { Avatar } from "./avatar.tsx";
import { peopleStrings } from "./strings.ts";

/** Who wrote a memo. */
export function AuthorName({ memo }: { readonly memo: Pick<MemoView, "author" | "creator"> }) {
  useLanguage();
  return (
    <span className="author-name">
      <Avatar name={memo.creator.slice("users/".length)} />
      <span className="sr-only">{peopleStrings.by} </span>
      <span className="truncate">{memo.author ?? peopleStrings.you}</span>
    </span>
  );
}
