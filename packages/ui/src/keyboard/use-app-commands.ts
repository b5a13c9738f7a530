import { useQueryClient } from "@tanstack/react-query";
import { switchSettings } from "../address/settings-address.ts";
import { type TidemarkClient, useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { focusSearch } from "../focus/focus-search.ts";
import { focusWhenShown } from "../focus/focus-when-shown.ts";
import { isInText } from "../focus/is-in-text.ts";
import { openPart, typeIntoText } from "../focus/open-part.ts";
import { download } from "../memo/download.ts";
import { densityChoices, layOut } from "../state/list-layout.ts";
import { openYear } from "../focus/open-year.ts";
import { toggleSidebar } from "../state/toggle-sidebar.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { toggleSidePanel } from "../state/use-side-panel.ts";
import {
  useGoTo,
  useGoToMemo,
  useHasComposer,
  useIsListed,
  useIsMemoPage,
} from "../state/view-address.ts";
import { blurAll, useBlur } from "../tags/blur.ts";
import type { Runs } from "../commands/press.ts";
import type { KeyPress } from "../keys/pressed-keys.ts";
import { printShown } from "./print-shown.ts";
import { focusRegion } from "./regions.ts";

/** Returns the commands that can be run from anywhere, by keys, from the palette and from a window's menu. */
export function useAppCommands(): Runs<"anywhere"> {
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const hasComposer = useHasComposer();
  const isMemoPage = useIsMemoPage();
  const isListed = useIsListed();
  const client = useClient();
  const queries = useQueryClient();
  const showTimeline = (): void => goTo({ view: "timeline" });
  return {
    newMemo: () => newMemo(hasComposer, showTimeline),
    savedViews(at) {
      const saved = queries.getQueryData<readonly { readonly id: string }[]>(queryKeys.views);
      const view = saved?.[at];
      if (view === undefined) return false;
      goTo({ view: "timeline", saved: view.id });
      return true;
    },
    today: () => void openToday(client, goToMemo),
    // In a text, the second of its keys makes a link.
    palette: (at, press) => (at === 1 && isInOwnText(press) ? false : openPalette("")),
    commands: () => openPalette(">"),
    search: () => searchMemos(!isMemoPage, showTimeline),
    // In a text, the key undoes typing and not the last action.
    undo: (_, press) => (isInOwnText(press) ? false : useFeedback.getState().undo()),
    sync: () => void client.sync.now.mutate(),
    sidebar: toggleSidebar,
    density: (at) => void changeDensity(at),
    panel: toggleSidePanel,
    region: () => focusRegion(1),
    regionBefore: () => focusRegion(-1),
    blurAll: () => blurAll(!useBlur.getState().isAll),
    print: () => printShown(isMemoPage, isListed),
    settings: switchSettings,
    sheet: switchSheet,
    random: () => void openRandom(client, goToMemo),
    toDate: () => openPart({ isGoToDateOpen: true }),
    year: openYear,
    syncDetails: () => openPart({ syncDetails: "waiting" }),
    connect: () => openPart({ isConnectOpen: true }),
    import: () => openPart({ importing: { dropped: [] } }),
    exportAll: () => download("/export.zip"),
    performance: () => void (document.location.hash = "/performance"),
  };
}

function isInOwnText(press: KeyPress | undefined): boolean {
  return isInText(press?.target ?? null);
}

/** Focuses the composer, after opening the timeline if the screen has none. */
export function newMemo(hasComposer: boolean, showTimeline: () => void): void {
  const { isDrawerOpen } = useUi.getState();
  setUi({ isDrawerOpen: false });
  // Focus at once, because the next key is meant for it. An open drawer must restore the focus first.
  if (hasComposer && !isDrawerOpen && focusComposer()) return;
  if (!hasComposer) showTimeline();
  focusWhenShown(focusComposer);
}

/** Focuses the search field, after opening the timeline if no list is shown. */
function searchMemos(isOnList: boolean, showTimeline: () => void): void {
  setUi({ isDrawerOpen: false });
  if (isOnList && focusSearch()) return;
  showTimeline();
  focusWhenShown(focusSearch);
}

/** Opens the palette with a text in its field, or closes it. */
export function openPalette(begunWith: string): void {
  const isOpen = useUi.getState().palette !== null;
  setUi({ isDrawerOpen: false });
  if (isOpen) setUi({ palette: null });
  else openPart({ palette: { begunWith } });
}

function switchSheet(): void {
  if (useUi.getState().isShortcutSheetOpen) setUi({ isShortcutSheetOpen: false });
  else openPart({ isShortcutSheetOpen: true });
}

async function changeDensity(at: number): Promise<void> {
  const density = densityChoices[at];
  if (density === undefined) return;
  layOut("density", density);
  const { densityWords } = await import("../state/density-words.ts");
  useFeedback.getState().announce(densityWords[density]);
}

// Used rarely, so they are loaded on demand.

async function openToday(client: TidemarkClient, goToMemo: (id: string) => void): Promise<void> {
  let isWanted = true;
  typeIntoText("article.reading", () => isWanted);
  isWanted = await (await import("./open-today.ts")).openToday(client, goToMemo);
}

async function openRandom(client: TidemarkClient, goToMemo: (id: string) => void): Promise<void> {
  await (await import("./open-random.ts")).openRandom(client, goToMemo);
}
