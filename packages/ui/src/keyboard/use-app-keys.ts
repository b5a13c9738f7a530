import { useEffect, useRef } from "react";
import { onHostAct } from "../shell/host-acts.ts";
import { pressIn } from "../commands/press.ts";
import { watchLayout } from "../keys/layout.ts";
import { useAppCommands } from "./use-app-commands.ts";

/** Handles the keys that act wherever the focus is, and requests of the window's menu through the host. */
export function useAppKeys(): void {
  useEffect(watchLayout, []);
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
