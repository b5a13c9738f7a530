import { bareLetters } from "@tidemark/core/same-letters";
import type { Trigger } from "./trigger.ts";

/** Tag to offer, with the number of memos that have it. */
export interface OfferedTag {
  readonly tag: string;
  readonly count: number;
}

const maxOffered = 50;

/** Offers the profile's tags after `#`: prefix matches first, then the most used. */
export function tagTrigger(tags: () => readonly OfferedTag[]): Trigger {
  return {
    pattern: /#([\p{L}\p{M}\p{N}_\-+&/'’]*)$/u,
    offer([, typed = ""], from) {
      const wanted = bareLetters(typed);
      const found = tags()
        .filter(({ tag }) => bareLetters(tag).includes(wanted) && tag !== typed.normalize())
        .sort((a, b) => startsWith(b, wanted) - startsWith(a, wanted) || b.count - a.count)
        .slice(0, maxOffered);
      if (found.length === 0) return null;
      return {
        from,
        filter: false,
        options: found.map(({ tag, count }) => ({
          label: `#${tag}`,
          detail: String(count),
          apply: `#${tag} `,
        })),
      };
    },
  };
}

function startsWith({ tag }: OfferedTag, wanted: string): number {
  return bareLetters(tag).startsWith(wanted) ? 1 : 0;
}
