import { nativeTheme, type WebPreferences } from "electron";

/** Canvas colours of the page, which avoid a flash before it paints. */
const canvas = { light: "#F7F6F3", dark: "#16171A" };

export function canvasColour(): string {
  return nativeTheme.shouldUseDarkColors ? canvas.dark : canvas.light;
}

/** Returns the preferences of all our pages: sandboxed and isolated from Node, with our preload. */
export function pagePreferences(preload: string): WebPreferences {
  return {
    preload,
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
    // Electron would download dictionaries from Google if the system has none.
    spellcheck: process.platform === "darwin",
  };
}
