import { useEffect, useRef } from "react";
import { onHostAct } from "../shell/host-acts.ts";
import { setUi, useUi } from "../state/ui-state.ts";
import { paletteWayOf } from "./palette-way.ts";
import { pressIn } from "../commands/press.ts";
import { useAppCommands } from "./use-app-commands.ts";

/** The keys that act wherever the focus is, and what the window's menu asks of the host. */
export function useAppKeys(): void {
  const commands = useAppCommands();
  const runs = useRef(commands);
  runs.current = commands;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.isComposing || event.defaultPrevented) return;
      if (pressIn(["anywhere"], event, runs.current)) event.preventDefault();
    };
    const stopActs = onHostAct((act) => void (act === "random" && runs.current.random(0)));
    window.addEventListener("keydown", keepForPalette, true);
    window.addEventListener("keydown", press);
    return () => {
      stopActs();
      window.removeEventListener("keydown", keepForPalette, true);
      window.removeEventListener("keydown", press);
    };
  }, []);
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
