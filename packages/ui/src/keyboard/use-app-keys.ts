import { useEffect, useRef } from "react";
import { onHostAct } from "../shell/host-acts.ts";
import { pressIn } from "../commands/press.ts";
import { stopTypingOnPage, typeOnFirstPage, typeOnPage } from "../focus/type-on-page.ts";
import { watchLayout } from "../keys/layout.ts";
import { onMemoOpening } from "../state/view-address.ts";
import { useAppCommands } from "./use-app-commands.ts";

/** Handles the keys that act wherever the focus is, and requests of the window's menu through the host. */
export function useAppKeys(): void {
  useEffect(watchLayout, []);
  useEffect(holdKeysOfOpening, []);
  const commands = useAppCommands();
  const runs = useRef(commands);
  runs.current = commands;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented) return;
      if (pressIn(["anywhere"], event, runs.current)) event.preventDefault();
    };
    const stopActs = onHostAct((act) => void (act === "random" && runs.current.random(0)));
    window.addEventListener("keydown", press);
    return () => {
      stopActs();
      window.removeEventListener("keydown", press);
    };
  }, []);
}

/** Holds keys while a memo's page is opened, until it has the focus or something else is clicked. */
function holdKeysOfOpening(): () => void {
  typeOnFirstPage();
  onMemoOpening(typeOnPage);
  window.addEventListener("pointerdown", stopTypingOnPage, true);
  return () => {
    onMemoOpening(() => undefined);
    stopTypingOnPage();
    window.removeEventListener("pointerdown", stopTypingOnPage, true);
  };
}
