import type { TidemarkClient } from "../../data/client.tsx";
import type { WritingHelp } from "./help.ts";
import type { Trigger } from "./trigger.ts";

const maxOffered = 8;
/** Number of other users' memos searched for authors. */
const maxMemos = 100;
/** Time that the authors are cached. */
const keptMs = 60_000;

/** Offers the authors of other users' memos on this device after `@`, if there are any. */
export function peopleTrigger({ client }: WritingHelp): Trigger {
  let known: Promise<readonly string[]> = Promise.resolve([]);
  let askedMs = Number.NEGATIVE_INFINITY;
  return {
    // Mention as in the grammar (M12).
    pattern: /(?<![\p{L}\p{M}\p{N}_@.+/-])@(?<name>[a-z0-9-]{0,36})$/iu,
    async offer({ groups }, from) {
      if (performance.now() - askedMs > keptMs) {
        askedMs = performance.now();
        known = authors(client).catch(() => []);
      }
      const name = groups?.["name"]?.toLowerCase() ?? "";
      const found = (await known)
        .filter((each) => each.toLowerCase().startsWith(name))
        .slice(0, maxOffered);
      if (found.length === 0) return null;
      return {
        from,
        filter: false,
        options: found.map((each) => ({ label: `@${each}`, apply: `@${each} ` })),
      };
    },
  };
}

/** Returns the authors of other users' memos, most recent first. */
async function authors(client: TidemarkClient): Promise<readonly string[]> {
  const { user, serverUrl } = await client.profile.get.query();
  if (serverUrl === null) return [];
  const search = `= creator != ${JSON.stringify(user)}`;
  const page = await client.memos.list.query({ search, scope: "all", pageSize: maxMemos });
  return [...new Set(page.memos.flatMap(({ author }) => author ?? []))];
}
