import { dialog, type WebContents } from "electron";
import type { MenuWords } from "@tidemark/ui/native-menu";

/** Maximum number of crashes per minute after which the page reloads without asking. */
const maxBreaks = 3;
const withinMs = 60_000;

export interface KeepPageOptions {
  readonly words: () => MenuWords;
  quit(): void;
}

/**
 * Reloads the page when its renderer crashes; its text is in the database and offered again as a draft. If it
 * crashes repeatedly or hangs, asks the user what to do.
 */
export function keepPage(contents: WebContents, { words, quit }: KeepPageOptions): void {
  let breaks: number[] = [];
  let isAsking = false;

  async function ask(message: string, refusal: string, refuse: () => void): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    const { response } = await dialog.showMessageBox({
      type: "warning",
      message,
      buttons: [words().showAgain, refusal],
      defaultId: 0,
      cancelId: 1,
    });
    isAsking = false;
    if (response !== 0) refuse();
    else if (!contents.isDestroyed()) contents.reload();
  }

  contents.on("render-process-gone", (_event, { reason }) => {
    if (reason === "clean-exit") return;
    const nowMs = performance.now();
    breaks = [...breaks.filter((atMs) => nowMs - atMs < withinMs), nowMs];
    if (breaks.length <= maxBreaks) contents.reload();
    else void ask(words().pageBroke, words().quit, quit);
  });
  contents.on("unresponsive", () => {
    void ask(words().pageStuck, words().wait, () => undefined);
  });
}
