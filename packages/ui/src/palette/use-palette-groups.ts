import { Archive, CircleCheck, GalleryVerticalEnd, Image, Trash2 } from "lucide-react";
import { useMemo } from "react";
import { describeError } from "../data/client.tsx";
import { useFoundMemos, useTags } from "../data/queries.ts";
import { useLanguage } from "../language/language.ts";
import { frameLibraryStrings } from "../state/library-words.ts";
import { timelineStrings } from "../timeline/strings.ts";
import {
  type PaletteAsk,
  type PaletteGroup,
  paletteGroups,
  type PaletteView,
} from "./palette-rows.ts";
import { useCommands } from "./use-commands.ts";

export interface PaletteAnswer {
  readonly groups: PaletteGroup[];
  /** Why memos could not be looked for, in a sentence. */
  readonly problem: string | null;
  readonly isAsking: boolean;
}

const viewIcons = {
  timeline: GalleryVerticalEnd,
  tasks: CircleCheck,
  library: Image,
  archive: Archive,
  trash: Trash2,
} as const;

/** What the palette lists now; while the host looks, what it found for the words before. */
export function usePaletteGroups(ask: PaletteAsk): PaletteAnswer {
  const language = useLanguage();
  const { kind, words } = ask;
  const found = useFoundMemos(words, kind === "memos");
  const tags = useTags().data ?? none;
  const commands = useCommands();
  const views = useMemo<PaletteView[]>(
    () =>
      (["timeline", "tasks", "library", "archive", "trash"] as const).map((view) => ({
        view,
        label: view === "library" ? frameLibraryStrings.library : timelineStrings.views[view].title,
        icon: viewIcons[view],
      })),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- they are named in the language
    [language],
  );
  const memos = found.data ?? none;
  return {
    groups: paletteGroups(ask, { memos, commands, tags, views }),
    problem: kind === "memos" && found.error !== null ? describeError(found.error) : null,
    isAsking: found.isFetching,
  };
}

const none: readonly never[] = [];
