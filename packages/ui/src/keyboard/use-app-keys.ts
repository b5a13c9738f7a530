import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type Density, densityChoices, layOut } from "../state/list-layout.ts";
import { switchSettings } from "../address/settings-address.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { toggleSidePanel } from "../state/use-side-panel.ts";
import {
  useGoTo,
  useGoToMemo,
  useHasComposer,
  useIsListed,
  useIsMemoPage,
} from "../state/view-address.ts";
import { useClient } from "../data/client.tsx";
import { queryKeys } from "../data/queries.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { paletteWayOf } from "./palette-way.ts";
import { isPrintKey, printShown } from "./print-shown.ts";
import { focusRegion } from "./regions.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { toggleSidebar } from "../state/toggle-sidebar.ts";
import { blurAll, useBlur } from "../tags/blur.ts";
import { focusSearch } from "../focus/focus-search.ts";
import { focusWhenShown, isInText } from "../focus/focus-when-shown.ts";

/** With Shift and Ctrl; by their place, since what they write differs by layout. */
const densityKeys: readonly string[] = ["Digit1", "Digit2", "Digit3"];

/** The commands with Ctrl (⌘), which act wherever the focus is. */
export function useAppKeys(): void {
  const goTo = useGoTo();
  const goToMemo = useGoToMemo();
  const hasComposer = useHasComposer();
  const isMemoPage = useIsMemoPage();
  const isListed = useIsListed();
  const client = useClient();
  const queries = useQueryClient();
  useEffect(() => {
    const run = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented) return;
      if (isPrintKey(event)) {
        event.preventDefault();
        printShown(isMemoPage, isListed);
        return;
      }
      if (event.altKey) return;
      if (event.key === "F6" && focusRegion(event.shiftKey ? -1 : 1)) event.preventDefault();
      if (!(event.ctrlKey || event.metaKey)) return;
      const density = event.shiftKey && densityChoices[densityKeys.indexOf(event.code)];
      if (density) {
        event.preventDefault();
        layOut("density", density);
        void announceDensity(density);
        return;
      }
      if (!event.shiftKey && /^[1-9]$/.test(event.key)) {
        const saved = queries.getQueryData<readonly { readonly id: string }[]>(queryKeys.views);
        const view = saved?.[Number(event.key) - 1];
        if (view === undefined) return;
        event.preventDefault();
        goTo({ view: "timeline", saved: view.id });
        return;
      }
      const key = event.shiftKey ? `shift+${event.key.toLowerCase()}` : event.key.toLowerCase();
      switch (key) {
        case "n":
          newMemo(hasComposer, () => goTo({ view: "timeline" }));
          break;
        case "d":
          // Seldom enough to come when it is asked for.
          void import("./open-today.ts").then(({ openToday }) => openToday(client, goToMemo));
          break;
        case "f":
          searchMemos(!isMemoPage, () => goTo({ view: "timeline" }));
          break;
        case "p":
          openPalette("");
          break;
        case "shift+p":
          openPalette(">");
          break;
        case "k":
          // In a text the key makes a link.
          if (isInText(event.target)) return;
          openPalette("");
          break;
        case "\\":
          toggleSidebar();
          break;
        // With Shift the key writes another character on most layouts.
        case "shift+\\":
        case "shift+|":
          toggleSidePanel();
          break;
        case "/":
          setUi({ isShortcutSheetOpen: !useUi.getState().isShortcutSheetOpen });
          break;
        case ",":
          switchSettings();
          break;
        case "shift+h":
          blurAll(!useBlur.getState().isAll);
          break;
        case "shift+s":
          void client.sync.now.mutate();
          break;
        case "z":
          // Inside a text the key takes back typing, not the last action.
          if (isInText(event.target)) return;
          useFeedback.getState().undo();
          break;
        default:
          return;
      }
      event.preventDefault();
    };
    window.addEventListener("keydown", keepForPalette, true);
    window.addEventListener("keydown", run);
    return () => {
      window.removeEventListener("keydown", keepForPalette, true);
      window.removeEventListener("keydown", run);
    };
  }, [goTo, goToMemo, hasComposer, isMemoPage, isListed, client, queries]);
}

/** Writing begins on the timeline, whatever is shown. */
export function newMemo(hasComposer: boolean, showTimeline: () => void): void {
  const { isDrawerOpen } = useUi.getState();
  setUi({ isDrawerOpen: false });
  // At once: the next key is meant for it. What floats over it gives the focus back first.
  if (hasComposer && !isDrawerOpen && focusComposer()) return;
  if (!hasComposer) showTimeline();
  focusWhenShown(focusComposer);
}

/** The search is over a list: from elsewhere it begins on the timeline. */
export function searchMemos(isOnList: boolean, showTimeline: () => void): void {
  setUi({ isDrawerOpen: false });
  if (isOnList && focusSearch()) return;
  showTimeline();
  focusWhenShown(focusSearch);
}

/** Opens the palette with something in its field, or closes it. */
export function openPalette(begunWith: string): void {
  const { palette } = useUi.getState();
  const opened = { begunWith, entered: null };
  setUi({ palette: palette === null ? opened : null, isDrawerOpen: false });
}

/** What is typed while the palette is on its way stands in its field, and is no command of a list. */
function keepForPalette(event: KeyboardEvent): void {
  const { palette } = useUi.getState();
  if (palette === null || event.altKey || event.isComposing) return;
  if (document.querySelector("[data-palette]") !== null) return;
  if (event.key === "Enter") setUi({ palette: { ...palette, entered: paletteWayOf(event) } });
  else if (event.ctrlKey || event.metaKey) return;
  else if (event.key === "Escape") setUi({ palette: null });
  else if ([...event.key].length === 1) {
    setUi({ palette: { ...palette, begunWith: palette.begunWith + event.key } });
  } else return;
  event.preventDefault();
  event.stopPropagation();
}

async function announceDensity(density: Density): Promise<void> {
  const { densityWords } = await import("../state/density-words.ts");
  useFeedback.getState().announce(densityWords[density]);
}
