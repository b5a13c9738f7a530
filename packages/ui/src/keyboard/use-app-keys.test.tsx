import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { setUi, useUi } from "../state/ui-state.ts";
import * as viewAddress from "../state/view-address.ts";
import { openPalette } from "./use-app-commands.ts";
import { useAppKeys } from "./use-app-keys.ts";

beforeEach(() => {
  vi.spyOn(viewAddress, "useGoTo").mockReturnValue(vi.fn());
  vi.spyOn(viewAddress, "useGoToMemo").mockReturnValue(vi.fn());
  vi.spyOn(viewAddress, "useHasComposer").mockReturnValue(true);
  vi.spyOn(viewAddress, "useIsListed").mockReturnValue(true);
  vi.spyOn(viewAddress, "useIsMemoPage").mockReturnValue(false);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  setUi({ palette: null });
});

function Composer({ press }: { press(): void }) {
  useAppKeys();
  return <textarea onKeyDown={press} />;
}

test.each([
  [{}, "page"],
  [{ shiftKey: true }, "editor"],
  [{ ctrlKey: true }, "panel"],
  [{ metaKey: true }, "panel"],
])(
  "Enter with %o while the palette is on its way is kept for it, and saves no draft",
  (held, entered) => {
    const press = vi.fn();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ClientProvider value={{} as TidemarkClient}>
          <Composer press={press} />
        </ClientProvider>
      </QueryClientProvider>,
    );
    const field = screen.getByRole("textbox");
    openPalette("");
    fireEvent.keyDown(field, { key: "t" });
    fireEvent.keyDown(field, { key: "Enter", ...held });
    expect(useUi.getState().palette).toEqual({ begunWith: "t", entered });
    expect(press).not.toHaveBeenCalled();
  },
);
