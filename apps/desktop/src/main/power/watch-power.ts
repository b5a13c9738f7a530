import { app, type BrowserWindow, type Event, powerMonitor } from "electron";

export interface PowerOptions {
  /** Called when the machine goes to sleep or wakes up. */
  readonly onAsleep: (isAsleep: boolean) => void;
  readonly log: (line: string) => void;
}

/**
 * Watches the machine for sleep and shutdown. Before sleep, sync closes its connections; after wake-up it
 * reconnects at once instead of after a timeout of minutes. Before shutdown, the app quits so the database is
 * closed.
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
    // Makes the system wait until this program has exited.
    event?.preventDefault();
    app.quit();
  };
  powerMonitor.on("shutdown", onShutdown);
  // Windows reports the end of the session to each window.
  app.on("browser-window-created", (_event, window) => onSessionEnd(window, onShutdown));
}

function onSessionEnd(window: BrowserWindow, end: () => void): void {
  window.on("session-end", () => end());
}
