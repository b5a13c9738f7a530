import { QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { refuseStrayDrops } from "../attachments/refuse-stray-drops.ts";
import { ClientProvider, isUnauthenticated, type TidemarkClient } from "../data/client.tsx";
import { applyTheme, useTheme } from "../theme/theme.ts";
import { LockedPage } from "./locked-page.tsx";
import { createAppRouter } from "./routes.tsx";
import { setUi, useUi } from "./ui-state.ts";

/** Takes the interface off the page again. */
export interface Mounted {
  unmount(): void;
}

/**
 * Shows Tidemark in an element, speaking to the profile behind `client`. One per page: the address
 * and the theme of the page are its own. When the other side answers that it does not know who is
 * asking, a page says how to come in.
 */
export function mountTidemark(options: {
  readonly element: HTMLElement;
  readonly client: TidemarkClient;
}): Mounted {
  const queries = new QueryClient({
    queryCache: new QueryCache({
      onError(error) {
        if (isUnauthenticated(error)) setUi({ isLocked: true });
      },
    }),
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
  applyTheme(useTheme.getState().choice);
  const takeDrops = refuseStrayDrops(window);
  const root = createRoot(options.element);
  root.render(
    <QueryClientProvider client={queries}>
      <ClientProvider value={options.client}>
        <Screen router={router} />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return {
    unmount() {
      takeDrops();
      root.unmount();
    },
  };
}

/** Shows how to come in, and nothing else. */
export function mountLocked(element: HTMLElement): Mounted {
  applyTheme(useTheme.getState().choice);
  const root = createRoot(element);
  root.render(<LockedPage />);
  return { unmount: () => root.unmount() };
}

function Screen({ router }: { readonly router: ReturnType<typeof createAppRouter> }) {
  const isLocked = useUi((state) => state.isLocked);
  return isLocked ? <LockedPage /> : <RouterProvider router={router} />;
}
