import { useLanguage } from "../language/language.ts";
import { personHref } from "../state/view-address.ts";
import { Avatar } from "./avatar.tsx";
import { peopleStrings } from "./strings.ts";

/** Disc of a person, with a link to their public memos. */
export function PersonDisc({ username }: { readonly username: string }) {
  useLanguage();
  const label = peopleStrings.memosOf(username);
  return (
    <a href={personHref(username)} aria-label={label} title={label} className="person-disc">
      <Avatar name={username} />
    </a>
  );
}
