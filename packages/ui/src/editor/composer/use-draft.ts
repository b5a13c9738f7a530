import { useEffect, useMemo, useRef } from "react";
import { useClient, type TidemarkClient } from "../../data/client.tsx";
import { newId } from "../../data/new-id.ts";
import type { SavedSource } from "../kept/saved-note.tsx";
import { sendDraft } from "./send-draft.ts";
import { createAutosaver, type SavedState, type Autosaver } from "../kept/autosaver.ts";

export interface Draft {
  /** Saves a text soon, even while the user keeps typing. */
  keep(content: string): void;
  /** Saves a text at once. Resolves when the request is answered, successfully or not. */
  keepNow(content: string): Promise<void>;
  /** Called when the stored draft is part of the text, which from then on replaces it. */
  shown(): void;
  /** Reports how much of the draft is saved. */
  readonly kept: SavedSource;
}

/** Draft of this page. It outlives its editor until its last changes are saved. */
interface DraftKeeper {
  readonly keeper: Autosaver<string>;
  latest: string;
  /** Reading of the stored draft, until it is part of the page's text; null after that. */
  reading: Reading | null;
  readonly watchers: Set<(state: SavedState) => void>;
  readonly kept: SavedSource;
}

/** A slow device reads the stored draft seconds after it shows the field. The host keeps it before saved text. */
interface Reading {
  readonly id: string;
  /** Calls `onFound` for a stored draft that isn't empty. */
  found(content: string): void;
  /** True if text was saved: its answer has the stored draft. */
  hasSaved: boolean;
}

const keepers = new WeakMap<TidemarkClient, Map<string, DraftKeeper>>();

function keeperOf(client: TidemarkClient, key: string): DraftKeeper {
  const ofClient = keepers.get(client) ?? new Map<string, DraftKeeper>();
  keepers.set(client, ofClient);
  const known = ofClient.get(key);
  if (known !== undefined) return known;
  const watchers: DraftKeeper["watchers"] = new Set();
  const keeper = createAutosaver<string>({
    async send(content) {
      const { reading } = made;
      if (reading !== null) reading.hasSaved = true;
      const before = await sendDraft(client, key, content, reading?.id);
      reading?.found(before);
    },
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
  const made: DraftKeeper = { latest: "", reading: null, watchers, keeper, kept };
  ofClient.set(key, made);
  return made;
}

/** Source of a draft: the database, or this page if its text is newer. */
export type FoundWhere = "stored" | "here";

/** Loads a draft, calls `onFound` unless it is empty, and saves it while the user types. */
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
    // Unsaved text is newer than the stored draft.
    if (made.keeper.state !== "kept") give(made.latest, "here");
    else {
      let isFound = false;
      const reading: Reading = {
        id: newId(),
        hasSaved: false,
        found(content) {
          if (isFound || made.reading !== reading) return;
          isFound = true;
          if (content === "") made.reading = null;
          else give(content, "stored");
        },
      };
      made.reading = reading;
      client.drafts.get.query({ key }).then(
        (content) => reading.hasSaved || reading.found(content),
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
      shown: () => void (made.reading = null),
      kept: made.kept,
    };
  }, [made]);
}
