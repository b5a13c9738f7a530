import { app, type BrowserWindow, type Event, powerMonitor } from "electron";

export interface PowerOptions {
  /** The machine goes to sleep, or is awake again. */
  readonly onAsleep: (isAsleep: boolean) => void;
  readonly log: (line: string) => void;
}

/**
 * Follows the machine's sleep and its end: what syncs lets go of its lines before it sleeps and asks at
 * once when it wakes, where it would find out after minutes; and the database is closed before the
 * machine is switched off.
 */
export function watchPower({ onAsleep, log }: PowerOptions): void {
  powerMonitor.on("suspend", () => {
    log("the machine goes to sleep");
    onAsleep(true);
  });
  powerMonitor.on("resume", () => {
    log("the machine is awake");
    onAsleep(false);
  });
  const onShutdown = (event?: Pick<Event, "preventDefault">): void => {
    log("the machine is switched off");
    // Electron has the system wait until this program has ended.
    event?.preventDefault();
    app.quit();
  };
  powerMonitor.on("shutdown", onShutdown);
  // Windows says it to windows.
  app.on("browser-window-created", (_event, window) => onSessionEnd(window, onShutdown));
}

function onSessionEnd(window: BrowserWindow, end: () => void): void {
  window.on("session-end", () => end());
}
