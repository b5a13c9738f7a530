import { useEffect, useMemo, useRef } from "react";
import { useClient, type TidemarkClient } from "../../data/client.tsx";
import type { SavedSource } from "../kept/saved-note.tsx";
import { sendDraft } from "./send-draft.ts";
import { createWordKeeper, type SavedState, type WordKeeper } from "../kept/word-keeper.ts";

export interface Draft {
  /** Takes a text: it is in the database soon, also while one goes on typing. */
  keep(content: string): void;
  /** Takes it and sends it at once. Resolves when that was answered, well or not. */
  keepNow(content: string): Promise<void>;
  /** How much of it is in the database. */
  readonly kept: SavedSource;
}

/** A draft of this page; it outlives the editor that shows it, until its last words are kept. */
interface DraftKeeper {
  readonly keeper: WordKeeper<string>;
  latest: string;
  readonly watchers: Set<(state: SavedState) => void>;
  readonly kept: SavedSource;
}

const keepers = new WeakMap<TidemarkClient, Map<string, DraftKeeper>>();

function keeperOf(client: TidemarkClient, key: string): DraftKeeper {
  const ofClient = keepers.get(client) ?? new Map<string, DraftKeeper>();
  keepers.set(client, ofClient);
  const known = ofClient.get(key);
  if (known !== undefined) return known;
  const watchers: DraftKeeper["watchers"] = new Set();
  const keeper = createWordKeeper<string>({
    send: (content) => sendDraft(client, key, content),
    join: (_before, after) => after,
    onState: (state) => watchers.forEach((watch) => watch(state)),
  });
  const kept: SavedSource = {
    get state() {
      return keeper.state;
    },
    watch(onState) {
      watchers.add(onState);
      return () => void watchers.delete(onState);
    },
  };
  const made: DraftKeeper = { latest: "", watchers, keeper, kept };
  ofClient.set(key, made);
  return made;
}

/** A draft that was there: as it is stored, or as this page knows better. */
export type FoundWhere = "stored" | "here";

/** A stored draft: given to `onFound` when there is one, and kept while one types. */
export function useDraft(
  key: string,
  onFound: (content: string, where: FoundWhere) => void,
): Draft {
  const client = useClient();
  const found = useRef(onFound);
  found.current = onFound;
  const made = useMemo(() => keeperOf(client, key), [client, key]);

  useEffect(() => {
    let isGone = false;
    const give = (content: string, where: FoundWhere): void => {
      if (!isGone && content !== "") found.current(content, where);
    };
    // What is not in the database yet is newer than what it would answer.
    if (made.keeper.state !== "kept") give(made.latest, "here");
    else {
      client.drafts.get.query({ key }).then(
        (content) => give(content, "stored"),
        () => undefined,
      );
    }
    return () => {
      isGone = true;
      void made.keeper.flush();
    };
  }, [client, key, made]);

  return useMemo(() => {
    const keep = (content: string): void => {
      made.latest = content;
      made.keeper.typed(content);
    };
    return {
      keep,
      keepNow(content) {
        keep(content);
        return made.keeper.flush();
      },
      kept: made.kept,
    };
  }, [made]);
}
