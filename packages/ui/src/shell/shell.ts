import { create } from "zustand";
import { capturePath } from "../address/capture-address.ts";
import { focusComposer } from "../focus/focus-composer.ts";
import { focusSearch } from "../focus/focus-search.ts";
import { focusWhenShown } from "../focus/focus-when-shown.ts";
import { openYear } from "../focus/open-year.ts";
import { setUi } from "../state/ui-state.ts";
import { useTheme } from "../theme/theme.ts";
import { passToHost } from "./host-acts.ts";
import type {
  Captured,
  Refused,
  ShellAct,
  ShellEvent,
  ShellPort,
  ShellRequest,
  ShellState,
} from "./shell-port.ts";

interface Shell {
  /** State of the desktop window; null in a browser. */
  readonly state: ShellState | null;
  /** Texts from outside not yet in the capture window, oldest first. */
  readonly captured: readonly Captured[];
  /** Link on the clipboard to offer in the capture window; null if none. */
  readonly copiedLink: string | null;
  /** Server of a link, with a code or null, until the dialog is closed. */
  readonly offeredServer: { readonly url: string; readonly code: string | null } | null;
  /** Report of the app, once it was requested. */
  readonly report: string | null;
  /** Reason why the database can't be opened. */
  readonly refused: Refused | null;
}

/** State received from the desktop window. */
export const useShell = create<Shell>(() => ({
  state: null,
  captured: [],
  copiedLink: null,
  offeredServer: null,
  report: null,
  refused: null,
}));

let port: ShellPort | null = null;

/** Sends a request to the desktop window; does nothing in a browser. */
export function askShell(request: ShellRequest): void {
  port?.send(request);
}

/** Connects to the desktop window. */
export function listenToShell(given: ShellPort): void {
  port = given;
  given.listen(take);
  given.send({ type: "watch", isCapture: location.hash.startsWith(`#${capturePath}`) });
}

/** Moves the copied link to the captured texts. */
export function consumeCopiedLink(): void {
  useShell.setState(({ captured, copiedLink }) => ({
    captured: copiedLink === null ? captured : [...captured, { text: copiedLink }],
    copiedLink: null,
  }));
}

/** Removes the first `count` captured texts, which are in the composer now. */
export function tookCaptured(count: number): void {
  useShell.setState(({ captured }) => ({ captured: captured.slice(count) }));
}

function take(event: ShellEvent): void {
  switch (event.type) {
    case "state":
      useShell.setState({ state: event.state });
      break;
    case "capture":
      useShell.setState(({ captured }) => ({ captured: [...captured, event.captured] }));
      break;
    case "copied-link":
      useShell.setState({ copiedLink: event.link });
      break;
    case "act":
      act(event.act);
      break;
    case "report":
      useShell.setState({ report: event.text });
      break;
    case "refused":
      useShell.setState({ refused: event.refused });
      break;
    case "connect":
      useShell.setState({ offeredServer: { url: event.url, code: event.code } });
      setUi({ isConnectOpen: true });
      break;
  }
}

function act(asked: ShellAct): void {
  switch (asked) {
    case "new-memo":
      location.hash = "/";
      focusWhenShown(focusComposer);
      break;
    case "record":
      location.hash = "/";
      setUi({ isRecordingAsked: true });
      break;
    case "search":
      location.hash = "/";
      focusWhenShown(focusSearch);
      break;
    case "go-to-date":
      setUi({ isGoToDateOpen: true });
      break;
    case "year":
      openYear();
      break;
    case "theme-system":
      useTheme.getState().choose("system");
      break;
    case "theme-light":
      useTheme.getState().choose("light");
      break;
    case "theme-dark":
      useTheme.getState().choose("dark");
      break;
    case "sync-details":
      setUi({ syncDetails: "waiting" });
      break;
    case "import":
      setUi({ importing: { dropped: [] } });
      break;
    case "connect":
      setUi({ isConnectOpen: true });
      break;
    default:
      passToHost(asked);
  }
}
