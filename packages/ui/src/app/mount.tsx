import { notifyManager, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { type HostConnection, HostProvider, useHostState } from "../data/host-connection.ts";
import { unsavedText, sendUnsavedTextOnClose } from "../data/unsaved-text.ts";
import { startLanguage, readPseudoSwitch } from "../language/language.ts";
import { loadPersistently } from "../lazy/load-persistently.ts";
import { readLooks } from "../tags/read-looks.ts";
import { applyMemoFace } from "../theme/memo-face.ts";
import { applyTextSize } from "../theme/text-size.ts";
import { applyTheme, useTheme } from "../theme/theme.ts";
import { beginAtLinks } from "../timeline/list/scroll-memory.ts";
import { knowPathsBy } from "../transfer/files/path-of-file.ts";
import { preparePhone } from "../state/use-phone.ts";
import { LockedPage } from "./locked-page.tsx";
import { createAppRouter } from "./routes.tsx";

/** The parts for phones are requested with the page and rendered with it, so that nothing moves. */
const phoneSettled = preparePhone(() => import("../phone/phone-parts.ts"));

/** Unmounts the interface. */
export interface Mounted {
  unmount(): void;
}

/**
 * Mounts Tidemark in an element, over the profile behind `client`. At most once per page, because it controls
 * the page's URL and theme. Everything stays rendered while the host is away. If the host never accepted the
 * page's credentials, it shows how to sign in.
 */
export function mountTidemark(options: {
  readonly element: HTMLElement;
  readonly client: TidemarkClient;
  readonly host: HostConnection;
  /** Returns a file's path on this machine; absent in a browser. */
  readonly pathOf?: (file: File) => string;
  /** Fills the cache before the first render. */
  readonly fill?: (queries: QueryClient) => void;
}): Mounted {
  const { host, pathOf } = options;
  if (pathOf !== undefined) knowPathsBy(pathOf);
  readPseudoSwitch();
  // Renders the result of an action in the next frame; the default timer runs after it.
  notifyManager.setScheduler(queueMicrotask);
  const queries = new QueryClient({
    defaultOptions: {
      // Local data never becomes stale: the change feed names what to reload.
      queries: {
        staleTime: Infinity,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: "always",
      },
      mutations: { networkMode: "always" },
    },
  });
  options.fill?.(queries);
  void readLooks(options.client, queries);
  const router = createAppRouter();
  const stopPlaces = beginAtLinks(router.history);
  applyTheme(useTheme.getState().choice);
  applyTextSize();
  applyMemoFace();
  const stopDrops = handleStrayDropsLater();
  const stopListening = sendUnsavedTextOnClose(window);
  const stopWatching = host.watch(() => {
    // The restarted change feed updates the rest.
    if (host.state === "up") void unsavedText.flush();
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
      stopDrops();
      stopPlaces();
      stopListening();
      stopWatching();
      root.unmount();
    },
  };
}

/** Mounts only the page that shows how to sign in. */
export function mountLocked(element: HTMLElement): Mounted {
  readPseudoSwitch();
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

/** Renders once the language is loaded. Returns a function that stops following language changes. */
function showInLanguage(root: Root, shown: ReactNode): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  void Promise.all([startLanguage(), phoneSettled]).then(([stopFollowing]) => {
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
  // A page in use is never replaced: it may hold unsaved text.
  return state === "locked" && !host.wasUp ? <LockedPage /> : <RouterProvider router={router} />;
}

/** Handles stray drops once the code for them is loaded. Returns the cleanup function. */
function handleStrayDropsLater(): () => void {
  let stop: (() => void) | null = null;
  let isOver = false;
  void loadPersistently(() => import("./stray-drops.ts")).then(({ handleStrayDrops }) => {
    if (!isOver) stop = handleStrayDrops(window);
  });
  return () => {
    isOver = true;
    stop?.();
  };
}
