import type { PersonFacts } from "@tidemark/core/router";
import type { ReactNode } from "react";
import { usePersonFacts } from "../data/asked/memo-queries.ts";
import { useProfile } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { Avatar } from "../people/avatar.tsx";
import { peopleStrings } from "../people/strings.ts";
import { useGoTo } from "../state/view-address.ts";
import { dayInside } from "../time/day-label.ts";
import { useDay } from "../time/use-day.ts";
import { timelineStrings } from "../timeline/strings.ts";
import { exploreStrings as strings } from "./strings.ts";
import { useOfflineWords } from "./use-connection-words.ts";
import { userName } from "@tidemark/core/names";

/** Returns true for the profile's own username. */
export function useIsOwnName(username: string): boolean {
  return useProfile().data?.user === userName(username);
}

/** Bar above a person's memos: name, number of memos here, since when, and a link to everyone. */
export function PersonBar({ username }: { readonly username: string }) {
  useLanguage();
  const goTo = useGoTo();
  const nowMs = useDay();
  const { data: facts, isError, refetch } = usePersonFacts(username);
  const offline = useOfflineWords();
  const words = facts === undefined ? null : factsWords(facts, nowMs);
  return (
    <Person username={username}>
      <div>
        <PersonName username={username} />
        {facts === undefined && isError ? (
          <p role="alert" className="person-facts flex flex-wrap gap-x-2">
            {strings.factsFailed}
            <button
              type="button"
              className="min-h-6 rounded-control font-medium text-accent hover:underline pointer-coarse:min-h-11"
              onClick={() => void refetch()}
            >
              {timelineStrings.retry}
            </button>
          </p>
        ) : (
          words !== "" && <p className="person-facts">{words}</p>
        )}
        {offline !== null && <p className="person-facts">{offline}</p>}
      </div>
      <button type="button" className="button flex-none" onClick={() => goTo({ view: "explore" })}>
        {strings.everybody}
      </button>
    </Person>
  );
}

/** Name of a person of whom this device has no memos. */
export function PersonAlone({ username }: { readonly username: string }) {
  useLanguage();
  return (
    <Person username={username}>
      <div>
        <PersonName username={username} />
      </div>
    </Person>
  );
}

function Person(props: { readonly username: string; readonly children: ReactNode }) {
  useLanguage();
  return (
    <section aria-label={peopleStrings.memosOf(props.username)} className="person">
      <Avatar name={props.username} />
      {props.children}
    </section>
  );
}

function PersonName({ username }: { readonly username: string }) {
  useLanguage();
  const isOwn = useIsOwnName(username);
  return (
    <p className="flex min-w-0 gap-1.5 font-[550]">
      <bdi className="truncate">@{username}</bdi>
      {isOwn && <span className="flex-none font-normal text-text-3">{peopleStrings.you}</span>}
    </p>
  );
}

function factsWords({ count, isMore, sinceMs }: PersonFacts, nowMs: number): string {
  // An empty list is explained below.
  if (sinceMs === null) return "";
  const since = dayInside(sinceMs, nowMs);
  return isMore ? strings.manySince(count, since) : strings.memosSince(count, since);
}
