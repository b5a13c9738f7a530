import { useRouterState } from "@tanstack/react-router";

/** Where the settings are; a part of them is under it. */
export const settingsPath = "/settings";

/** What had the focus when the settings were opened; undefined: they were not opened from within. */
let opener: Element | null | undefined;

/** Remembers where one is, to come back to it. */
export function noteOpener(): void {
  opener = document.activeElement;
}

/** Goes to the settings from where there is no router at hand. */
export function openSettings(): void {
  if (isSettings()) return;
  noteOpener();
  document.location.hash = settingsPath;
}

/** The same, to a part of them. */
export function openSettingsAt(section: string): void {
  if (!isSettings()) noteOpener();
  document.location.hash = `${settingsPath}/${section}`;
}

/** Goes back to where one was: the settings are one place of the history, whichever part is shown. */
export function leaveSettings(): void {
  if (opener === undefined) {
    document.location.hash = "/";
    return;
  }
  const before = opener;
  opener = undefined;
  const focus = (): void => {
    if (before instanceof HTMLElement && before.isConnected) before.focus();
  };
  window.addEventListener("popstate", () => requestAnimationFrame(focus), { once: true });
  history.back();
}

/** The same keys open the settings and leave them. */
export function switchSettings(): void {
  if (isSettings()) leaveSettings();
  else openSettings();
}

function isSettings(): boolean {
  return isSettingsPath(document.location.hash.slice(1).split("?")[0] ?? "");
}

function isSettingsPath(path: string): boolean {
  return path === settingsPath || path.startsWith(`${settingsPath}/`);
}

export function useIsSettings(): boolean {
  return useRouterState({ select: ({ location }) => isSettingsPath(location.pathname) });
}

/** The part that the address names; null where it names none. */
export function useSettingsSection(): string | null {
  return useRouterState({
    select: ({ location }) => location.pathname.slice(settingsPath.length + 1) || null,
  });
}
