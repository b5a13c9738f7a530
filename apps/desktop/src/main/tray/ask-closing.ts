import { type BrowserWindow, dialog } from "electron";
import type { ClosingChoice } from "@tidemark/ui";
import type { MenuWords } from "@tidemark/ui/native-menu";

export interface ClosingOptions {
  readonly words: () => MenuWords;
  /** Returns true if the app can stay in a tray. */
  readonly hasTray: () => boolean;
  readonly choice: () => ClosingChoice;
  readonly choose: (choice: "tray" | "quit") => void;
  readonly quit: () => void;
}

export interface Closing {
  /** Asks on the window's first close whether to quit or stay in the tray. */
  watch(window: BrowserWindow): void;
  /** Lets windows close from now on, since the program is quitting. */
  ends(): void;
}

/** Handles the close button when there is a tray: asks the first time, then follows the saved choice. */
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
