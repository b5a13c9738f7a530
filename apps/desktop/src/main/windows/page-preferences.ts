import { nativeTheme, type WebPreferences } from "electron";

/** The canvas colours of the page, so that nothing flashes before it paints. */
const canvas = { light: "#F7F6F3", dark: "#16171A" };

export function canvasColour(): string {
  return nativeTheme.shouldUseDarkColors ? canvas.dark : canvas.light;
}

/** What every page of ours runs with: apart from Node, in a sandbox, with our preload. */
export function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    // Where the system has no dictionaries, they would be downloaded from the browser's maker.
    spellcheck: process.platform === "darwin",
  };
}
