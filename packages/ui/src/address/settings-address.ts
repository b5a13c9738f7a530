import { useRouterState } from "@tanstack/react-router";

/** Path of the settings, and prefix of the paths of their sections. */
export const settingsPath = "/settings";

/**
 * Element that had the focus when the settings were opened; undefined if they weren't opened from the app.
 */
let opener: Element | null | undefined;

/** Stores the focused element, to restore it later. */
export function noteOpener(): void {
  opener = document.activeElement;
}

/** Opens the settings outside the router context. */
export function openSettings(): void {
  if (isSettings()) return;
  noteOpener();
  document.location.hash = settingsPath;
}

/** Opens a section of the settings outside the router context. */
export function openSettingsAt(section: string): void {
  if (!isSettings()) noteOpener();
  document.location.hash = `${settingsPath}/${section}`;
}

/** Goes back to the screen before the settings. They are one history entry, whatever section is shown. */
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

/** Toggles the settings, for their shortcut. */
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

/** Returns the section in the address; null if there is none. */
export function useSettingsSection(): string | null {
  return useRouterState({
    select: ({ location }) => location.pathname.slice(settingsPath.length + 1) || null,
  });
}
