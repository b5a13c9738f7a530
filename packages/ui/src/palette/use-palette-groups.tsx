import {
  Archive,
  CircleCheck,
  Compass,
  GalleryVerticalEnd,
  Image,
  Inbox,
  Settings,
  Trash2,
} from "lucide-react";
import { describeError } from "../data/client.tsx";
import { useFoundMemos } from "../data/asked/memo-queries.ts";
import { useProfile, useTags, useViews } from "../data/queries.ts";
import { eachKey, isTyped, keysOf, shortcutSections } from "../commands/commands.ts";
import { commandNames, sectionTitles } from "../keyboard/strings.ts";
import { useLanguage } from "../language/language.ts";
import { frameInboxStrings } from "../state/inbox-words.ts";
import { frameLibraryStrings } from "../state/library-words.ts";
import { timelineStrings } from "../timeline/strings.ts";
import {
  type PaletteAsk,
  type PaletteCommand,
  type PaletteGroup,
  paletteGroups,
  type PaletteKeys,
  type PaletteView,
} from "./palette-rows.ts";
import { paletteStrings } from "./strings.ts";
import { isAbsent } from "../settings/screen/absent-sections.ts";
import type { SectionId } from "../settings/screen/setting.ts";
import { settingsStrings } from "../settings/strings.ts";
import { useLacking } from "../shell/use-lacks.ts";
import { phoneQuery, useMediaQuery } from "../state/use-media-query.ts";
import { ViewIcon } from "../views/view-icon.tsx";
import { useCommands } from "./use-commands.ts";

export interface PaletteAnswer {
  readonly groups: PaletteGroup[];
  /** Message if the search for memos failed; else `null`. */
  readonly problem: string | null;
  readonly isAsking: boolean;
}

const places = [
  ["timeline", GalleryVerticalEnd],
  ["tasks", CircleCheck],
  ["library", Image],
  ["archive", Archive],
  ["trash", Trash2],
] as const;

/** Screens that need other users. */
const othersPlaces = [
  ["explore", Compass],
  ["inbox", Inbox],
] as const;

const commandTo = {
  timeline: "toTimeline",
  tasks: "toTasks",
  library: "toLibrary",
  archive: "toArchive",
  trash: "toTrash",
  explore: "toExplore",
  inbox: "toInbox",
} as const;

type Place = (typeof places | typeof othersPlaces)[number][0];

function labelOf(place: Place): string {
  if (place === "library") return frameLibraryStrings.library;
  return place === "inbox" ? frameInboxStrings.inbox : timelineStrings.views[place].title;
}

/** Returns the current groups of the palette; during a search, those of the previous words. */
export function usePaletteGroups(ask: PaletteAsk): PaletteAnswer {
  const { kind, words } = ask;
  const found = useFoundMemos(words, kind === "memos");
  const tags = useTags().data ?? none;
  const commands = useCommands();
  const views = usePlaces();
  const memos = found.data ?? none;
  useLanguage();
  const settings = useSections();
  const keys = kind === "help" ? allKeys(commands) : none;
  return {
    groups: paletteGroups(ask, { memos, commands, tags, views, settings, keys }),
    problem: kind === "memos" && found.error !== null ? describeError(found.error) : null,
    isAsking: kind === "memos" && found.isFetching,
  };
}

/** Returns the rows of the shortcut sheet. */
function allKeys(commands: readonly PaletteCommand[]): PaletteKeys[] {
  return shortcutSections.flatMap(({ title, rows }) =>
    rows.map(([id, keys]) => ({
      id: `${title}-${id}`,
      label: commandNames[id],
      where: sectionTitles[title],
      keys,
      isText: isTyped(id),
      command: commands.find((command) => command.id === id) ?? null,
    })),
  );
}

/** Returns the app's screens, then the user's views. */
function usePlaces(): PaletteView[] {
  useLanguage();
  const saved = useViews().data ?? none;
  const hasOthers = useProfile().data?.hasOthers === true;
  const own = [...places, ...(hasOthers ? othersPlaces : [])].map(([place, Icon]) => ({
    key: place,
    address: place === "library" || place === "inbox" ? place : { view: place },
    label: labelOf(place),
    command: commandNames[commandTo[place]],
    icon: <Icon size={16} strokeWidth={1.75} aria-hidden />,
    keys: "",
  }));
  const views = saved.map(({ id, title, icon }, index) => ({
    key: id,
    address: { view: "timeline", saved: id } as const,
    label: title,
    command: "",
    icon: <ViewIcon icon={icon} />,
    keys: keysOfViews[index] ?? "",
  }));
  return [...own, ...views];
}

/** Returns the sections of the settings that are shown here, and for administrators those of the server. */
function useSections(): PaletteView[] {
  const lacking = useLacking();
  const profile = useProfile().data;
  const isPhone = useMediaQuery(phoneQuery);
  const ids = Object.keys(settingsStrings.sections) as SectionId[];
  const icon = <Settings size={16} strokeWidth={1.75} aria-hidden />;
  const sections = ids
    .filter((id) => !isAbsent(id, lacking, isPhone))
    .map((id) => ({
      key: `settings-${id}`,
      address: { settings: id },
      label: paletteStrings.settings(settingsStrings.sections[id]),
      command: "",
      icon,
      keys: "",
    }));
  if (profile === undefined || lacking.includes("administration")) return sections;
  const administration = {
    key: "administration",
    address: "administration",
    label: settingsStrings.administration,
    command: settingsStrings.openAdministration,
    icon,
    keys: "",
  } as const;
  return [...sections, administration];
}

const keysOfViews = eachKey(keysOf.anywhere.savedViews);

const none: readonly never[] = [];
