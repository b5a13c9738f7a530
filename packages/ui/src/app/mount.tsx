import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { type HostConnection, HostProvider, useHostState } from "../data/host-connection.ts";
import { lastWords, sayLastWordsOn } from "../data/last-words.ts";
import { startLanguage, takePseudoSwitch } from "../language/language.ts";
import { applyMemoFace } from "../theme/memo-face.ts";
import { applyTextSize } from "../theme/text-size.ts";
import { applyTheme, useTheme } from "../theme/theme.ts";
import { beginAtLinks } from "../timeline/list/scroll-memory.ts";
import { knowPathsBy } from "../transfer/files/path-of-file.ts";
import { LockedPage } from "./locked-page.tsx";
import { createAppRouter } from "./routes.tsx";

/** Takes the interface off the page again. */
export interface Mounted {
  unmount(): void;
}

/**
 * Shows Tidemark in an element, speaking to the profile behind `client`. One per page: the address
 * and the theme of the page are its own. While the host is away everything stays as it is; where it
 * never knew who is asking, a page says how to come in.
 */
export function mountTidemark(options: {
  readonly element: HTMLElement;
  readonly client: TidemarkClient;
  readonly host: HostConnection;
  /** Where a file is on this machine; a browser does not say it. */
  readonly pathOf?: (file: File) => string;
}): Mounted {
  const { host, pathOf } = options;
  if (pathOf !== undefined) knowPathsBy(pathOf);
  takePseudoSwitch();
  // What somebody does is drawn with the next frame. A timer, the default, comes after that.
  notifyManager.setScheduler(queueMicrotask);
  const queries = new QueryClient({
    defaultOptions: {
      // What is on this device does not go stale by itself: the change feed says what to read again.
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
  const router = createAppRouter();
  const stopPlaces = beginAtLinks(router.history);
  applyTheme(useTheme.getState().choice);
  applyTextSize();
  applyMemoFace();
  const takeDrops = takeStrayDrops(window);
  const stopListening = sayLastWordsOn(window);
  const stopWatching = host.watch(() => {
    // Everything on screen follows with the change feed, which begins anew.
    if (host.state === "up") void lastWords.flush();
  });
  const root = createRoot(options.element);
  const stopLanguage = showInLanguage(
    root,
    <QueryClientProvider client={queries}>
      <ClientProvider value={options.client}>
        <HostProvider value={host}>
          <Screen router={router} host={host} />
        </HostProvider>
      </ClientProvider>
    </QueryClientProvider>,
  );
  return {
    unmount() {
      stopLanguage();
      takeDrops();
      stopPlaces();
      stopListening();
      stopWatching();
      root.unmount();
    },
  };
}

/** Shows how to come in, and nothing else. */
export function mountLocked(element: HTMLElement): Mounted {
  takePseudoSwitch();
  applyTheme(useTheme.getState().choice);
  applyTextSize();
  applyMemoFace();
  const root = createRoot(element);
  const stopLanguage = showInLanguage(root, <LockedPage />);
  return {
    unmount() {
      stopLanguage();
      root.unmount();
    },
  };
}

/** Shows it once its words are there. Gives what stops following the language. */
function showInLanguage(root: Root, shown: ReactNode): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  void startLanguage().then((stopFollowing) => {
    stop = stopFollowing;
    if (isOver) stop();
    else root.render(shown);
  });
  return () => {
    isOver = true;
    stop?.();
  };
}

interface ScreenProps {
  readonly router: ReturnType<typeof createAppRouter>;
  readonly host: HostConnection;
}

function Screen({ router, host }: ScreenProps) {
  const state = useHostState();
  // A page that was in use is never replaced: it may hold typed words that are saved nowhere else.
  return state === "locked" && !host.wasUp ? <LockedPage /> : <RouterProvider router={router} />;
}

/**
 * Takes what is dropped beside everything that takes files, to be imported; a browser would open it in
 * the page's place. While a dialog is open nothing is. Returns what ends it.
 */
function takeStrayDrops(target: Window): () => void {
  const isStray = (event: DragEvent): boolean =>
    !event.defaultPrevented && event.dataTransfer?.types.includes("Files") === true;
  const isFree = (): boolean =>
    target.document.querySelector('[role="dialog"], [role="alertdialog"]') === null;
  const over = (event: DragEvent): void => {
    if (!isStray(event) || event.dataTransfer === null) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = isFree() ? "copy" : "none";
  };
  const drop = (event: DragEvent): void => {
    if (!isStray(event) || event.dataTransfer === null) return;
    event.preventDefault();
    if (!isFree()) return;
    // It is there during the event alone.
    const dropped = [...event.dataTransfer.items]
      .filter(({ kind }) => kind === "file")
      .flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
    void import("../transfer/take-drop.ts").then(
      ({ takeDrop }) => takeDrop(dropped),
      () => undefined,
    );
  };
  target.addEventListener("dragover", over);
  target.addEventListener("drop", drop);
  return () => {
    target.removeEventListener("dragover", over);
    target.removeEventListener("drop", drop);
  };
}
