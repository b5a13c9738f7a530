import {
  CalendarDays,
  CalendarCheck,
  ChartNoAxesColumn,
  CloudUpload,
  Download,
  FolderInput,
  Gauge,
  Grid3x3,
  Keyboard,
  type LucideIcon,
  PanelLeft,
  Printer,
  Rows3,
  Search,
  Settings,
  Shuffle,
  SquarePen,
  SunMoon,
  Undo2,
} from "lucide-react";
import { useNavigate } from "@tanstack/react-router";
import { useClient } from "../data/client.tsx";
import { useProfile } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { openRandom } from "../keyboard/open-random.ts";
import { openToday } from "../keyboard/open-today.ts";
import { printShown } from "../keyboard/print-shown.ts";
import { shortcutGroups } from "../keyboard/shortcuts.ts";
import { keyboardStrings, shortcutNames } from "../keyboard/strings.ts";
import { newMemo, searchMemos } from "../keyboard/use-app-keys.ts";
import { useLanguage } from "../language/language.ts";
import { choiceStrings } from "../settings/choice-strings.ts";
import { densityWords } from "../state/density-words.ts";
import { densityChoices, layOut, useListLayout } from "../state/list-layout.ts";
import { openSettings } from "../address/settings-address.ts";
import { toggleSidebar } from "../state/toggle-sidebar.ts";
import { openYear } from "../state/open-year.ts";
import { setUi } from "../state/ui-state.ts";
import {
  useGoTo,
  useGoToMemo,
  useIsListed,
  useIsMemoPage,
  useShown,
} from "../state/view-address.ts";
import { themeChoices, useTheme } from "../theme/theme.ts";
import { downloadExport } from "../transfer/download-export.ts";
import type { PaletteCommand } from "./palette-rows.ts";
import { paletteStrings } from "./strings.ts";

/** What can be done from anywhere, what is done most first. */
export function useCommands(): PaletteCommand[] {
  useLanguage();
  const client = useClient();
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const navigate = useNavigate();
  const isListed = useIsListed();
  const isMemoPage = useIsMemoPage();
  const view = useShown((address) => address.view);
  const hasServer = (useProfile().data?.serverUrl ?? null) !== null;
  const { choice: theme, choose } = useTheme();
  const shownDensity = useListLayout(({ density }) => density);
  const showTimeline = (): void => goTo({ view: "timeline" });
  const command = (
    id: string,
    label: string,
    icon: LucideIcon,
    run: () => void,
    keys = keysOf(id),
  ): PaletteCommand => ({ id, label, icon, run, keys });

  return [
    command("newMemo", shortcutNames.newMemo, SquarePen, () =>
      newMemo(isListed && view === "timeline", showTimeline),
    ),
    command("today", shortcutNames.today, CalendarCheck, () => void openToday(client, goToMemo)),
    command("random", shortcutNames.random, Shuffle, () => void openRandom(client, goToMemo)),
    command("search", paletteStrings.search, Search, () => searchMemos(isListed, showTimeline)),
    command("toDate", paletteStrings.goToDate, CalendarDays, () => setUi({ isGoToDateOpen: true })),
    command("year", paletteStrings.year, Grid3x3, openYear),
    command("undo", shortcutNames.undo, Undo2, () => useFeedback.getState().undo()),
    ...densityChoices
      .filter((density) => density !== shownDensity)
      .map((density) =>
        command(
          `density-${density}`,
          paletteStrings.density(densityWords[density]),
          Rows3,
          () => layOut("density", density),
          `Ctrl+Shift+${densityChoices.indexOf(density) + 1}`,
        ),
      ),
    ...themeChoices
      .filter((each) => each !== theme)
      .map((each) =>
        command(`theme-${each}`, paletteStrings.theme(choiceStrings.themes[each]), SunMoon, () =>
          choose(each),
        ),
      ),
    command("sidebar", shortcutNames.sidebar, PanelLeft, toggleSidebar),
    ...(hasServer
      ? [
          command("sync", shortcutNames.sync, CloudUpload, () => void client.sync.now.mutate()),
          command("syncDetails", paletteStrings.syncDetails, ChartNoAxesColumn, () =>
            setUi({ syncDetails: "waiting" }),
          ),
        ]
      : [
          command("connect", paletteStrings.connect, CloudUpload, () =>
            setUi({ isConnectOpen: true }),
          ),
        ]),
    ...(isListed || isMemoPage
      ? [command("print", paletteStrings.print, Printer, () => printShown(isMemoPage, isListed))]
      : []),
    command("import", paletteStrings.import, FolderInput, () =>
      setUi({ importing: { dropped: [] } }),
    ),
    command("export", paletteStrings.exportAll, Download, downloadExport),
    command("settings", shortcutNames.settings, Settings, () => openSettings()),
    command("sheet", keyboardStrings.sheetTitle, Keyboard, () =>
      setUi({ isShortcutSheetOpen: true }),
    ),
    command(
      "performance",
      paletteStrings.performance,
      Gauge,
      () => void navigate({ to: "/performance" }),
    ),
  ];
}

/** The keys that do the same, as the sheet writes them. */
function keysOf(id: string): string {
  for (const { rows } of shortcutGroups) {
    for (const [keys, what] of rows) if (what === id) return keys[0];
  }
  return "";
}
