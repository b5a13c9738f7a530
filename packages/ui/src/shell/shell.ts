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
  /** null: a browser's window, which nothing is asked of. */
  readonly state: ShellState | null;
  /** What came from outside and does not stand in the capture window yet, oldest first. */
  readonly captured: readonly Captured[];
  /** What is on the clipboard and can be put into the capture window; null: nothing is offered. */
  readonly copiedLink: string | null;
  /** The server that a link asked to connect to, by a code or null, until the dialog is closed. */
  readonly offeredServer: { readonly url: string; readonly code: string | null } | null;
  /** What the program said of itself when a report was asked for. */
  readonly report: string | null;
  /** Why there is nothing to be shown. */
  readonly refused: Refused | null;
}

/** What the window around the page has said. */
export const useShell = create<Shell>(() => ({
  state: null,
  captured: [],
  copiedLink: null,
  offeredServer: null,
  report: null,
  refused: null,
}));

let port: ShellPort | null = null;

/** Asks something of the window around the page; a browser's window hears nothing. */
export function askShell(request: ShellRequest): void {
  port?.send(request);
}

/** Begins to listen to the window around the page. */
export function listenToShell(given: ShellPort): void {
  port = given;
  given.listen(take);
  given.send({ type: "watch", isCapture: location.hash.startsWith(`#${capturePath}`) });
}

/** Puts the copied link where what is captured goes. */
export function takeCopiedLink(): void {
  useShell.setState(({ captured, copiedLink }) => ({
    captured: copiedLink === null ? captured : [...captured, { text: copiedLink }],
    copiedLink: null,
  }));
}

/** Takes what came first away: it stands where it was meant for. */
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
