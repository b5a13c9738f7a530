import { BrowserWindow } from "electron";
import { canvasColour, pagePreferences } from "./page-preferences.ts";

export interface WindowOptions {
  readonly url: string;
  /** Absolute path of the built preload. */
  readonly preload: string;
}

/**
 * Opens the app's window and shows it with its first frame. Electron saves its position and maximised state
 * in its own file, and restores it onto an available display.
 */
export function openWindow({ url, preload }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    name: "main",
    windowStatePersistence: true,
    width: 1180,
    height: 800,
    minWidth: 420,
    minHeight: 480,
    show: false,
    title: "Tidemark",
    backgroundColor: canvasColour(),
    webPreferences: pagePreferences(preload),
  });
  window.once("ready-to-show", () => window.show());
  void window.loadURL(url);
  return window;
}
