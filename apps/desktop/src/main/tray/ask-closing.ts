import { type BrowserWindow, dialog } from "electron";
import type { ClosingChoice } from "@tidemark/ui";
import type { MenuWords } from "@tidemark/ui/native-menu";

export interface ClosingOptions {
  readonly words: () => MenuWords;
  /** Whether there is a tray to stay in. */
  readonly hasTray: () => boolean;
  readonly choice: () => ClosingChoice;
  readonly choose: (choice: "tray" | "quit") => void;
  readonly quit: () => void;
}

export interface Closing {
  /** Has a window ask, the first time, what its closing means. */
  watch(window: BrowserWindow): void;
  /** From now on windows close: the program ends. */
  ends(): void;
}

/** What the close button does where there is a tray: once it is asked, and then as it was chosen. */
export function createClosing({ words, hasTray, choice, choose, quit }: ClosingOptions): Closing {
  let isEnding = false;
  let isAsking = false;

  async function ask(window: BrowserWindow): Promise<void> {
    isAsking = true;
    const said = words();
    const { response } = await dialog.showMessageBox(window, {
      type: "question",
      message: said.askClosing,
      detail: said.askClosingMore,
      buttons: [said.keepInTray, said.quit, said.cancel],
      defaultId: 0,
      cancelId: 2,
    });
    isAsking = false;
    if (response === 2) return;
    const chosen = response === 0 ? "tray" : "quit";
    choose(chosen);
    act(window, chosen);
  }

  function act(window: BrowserWindow, chosen: "tray" | "quit"): void {
    if (chosen === "quit") quit();
    else if (!window.isDestroyed()) window.hide();
  }

  return {
    watch(window) {
      window.on("close", (event) => {
        if (isEnding || !hasTray()) return;
        event.preventDefault();
        const chosen = choice();
        if (chosen !== "ask") act(window, chosen);
        else if (!isAsking) void ask(window);
      });
    },
    ends() {
      isEnding = true;
    },
  };
}
