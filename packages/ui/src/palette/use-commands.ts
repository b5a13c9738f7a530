import { SunMoon } from "lucide-react";
import { openSettings } from "../address/settings-address.ts";
import { useProfile } from "../data/queries.ts";
import { useLacks } from "../shell/use-lacks.ts";
import { commandIcons } from "../keyboard/command-icons.ts";
import { type CommandIn, eachKey, keysOf, shownKeys } from "../commands/commands.ts";
import { menuName } from "../keyboard/strings.ts";
import { useAppCommands } from "../keyboard/use-app-commands.ts";
import { useLanguage } from "../language/language.ts";
import { choiceStrings } from "../settings/choice-strings.ts";
import { densityWords } from "../state/density-words.ts";
import { densityChoices, useListLayout } from "../state/list-layout.ts";
import { phoneQuery, useMediaQuery } from "../state/use-media-query.ts";
import { useIsListed, useIsMemoPage } from "../state/view-address.ts";
import { themeChoices, useTheme } from "../theme/theme.ts";
import type { PaletteCommand } from "./palette-rows.ts";
import { paletteStrings } from "./strings.ts";

type ListedCommand = CommandIn<"anywhere"> & keyof typeof commandIcons;

/** Returns the commands that can be run from anywhere, most used first. */
export function useCommands(): PaletteCommand[] {
  useLanguage();
  const runs = useAppCommands();
  const isListed = useIsListed();
  const isMemoPage = useIsMemoPage();
  const hasServer = (useProfile().data?.serverUrl ?? null) !== null;
  const isPhone = useMediaQuery(phoneQuery);
  const hasTransfer = !useLacks("transfer");
  const hasServers = !useLacks("servers");
  const { choice: theme, choose } = useTheme();
  const shownDensity = useListLayout(({ density }) => density);
  const command = (id: ListedCommand): PaletteCommand => ({
    id,
    label: id === "search" ? paletteStrings.search : menuName(id),
    keys: shownKeys(id),
    icon: commandIcons[id],
    // Unlike the keys, this never closes the settings.
    run: () => void (id === "settings" ? openSettings() : runs[id](0)),
  });
  const densities = densityChoices.map((density, at) => ({
    id: `density-${density}`,
    label: paletteStrings.density(densityWords[density]),
    keys: densityKeys[at] ?? "",
    icon: commandIcons.density,
    run: () => void runs.density(at),
  }));
  const themes = themeChoices.map((each) => ({
    id: `theme-${each}`,
    label: paletteStrings.theme(choiceStrings.themes[each]),
    keys: "",
    icon: SunMoon,
    run: () => choose(each),
  }));
  const others: readonly ListedCommand[] = [
    ...(isPhone ? [] : (["sidebar"] as const)),
    ...(hasServer ? (["sync", "syncDetails"] as const) : hasServers ? (["connect"] as const) : []),
    ...(isListed || isMemoPage ? (["print"] as const) : []),
    ...(hasTransfer ? (["import", "exportAll"] as const) : []),
    "settings",
    ...(isPhone ? [] : (["sheet"] as const)),
    "performance",
  ];
  return [
    ...usual.map(command),
    ...densities.filter(({ id }) => id !== `density-${shownDensity}`),
    ...themes.filter(({ id }) => id !== `theme-${theme}`),
    ...others.map(command),
  ];
}

const usual: readonly ListedCommand[] = [
  "newMemo",
  "today",
  "random",
  "search",
  "toDate",
  "year",
  "undo",
];

const densityKeys = eachKey(keysOf.anywhere.density);
