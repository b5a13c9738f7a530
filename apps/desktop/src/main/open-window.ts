import { BrowserWindow, nativeTheme } from "electron";

/** The canvas colours of the page, so that nothing flashes before it paints. */
const canvas = { light: "#F7F6F3", dark: "#16171A" };

export interface WindowOptions {
  readonly url: string;
  /** Absolute path of the built preload. */
  readonly preload: string;
}

/** Opens the app's window; it shows when its first frame is there, and remembers where it stood. */
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
    backgroundColor: nativeTheme.shouldUseDarkColors ? canvas.dark : canvas.light,
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      // Where the system has no dictionaries, they would be downloaded from the browser's maker.
      spellcheck: process.platform === "darwin",
    },
  });
  window.once("ready-to-show", () => window.show());
  void window.loadURL(url);
  return window;
}
