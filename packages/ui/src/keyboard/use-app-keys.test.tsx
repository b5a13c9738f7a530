import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../data/client.tsx";
import { setUi } from "../state/ui-state.ts";
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

test.each([{}, { shiftKey: true }, { ctrlKey: true }, { metaKey: true }])(
  "Enter with %o while the palette loads is held for it, and saves no draft",
  async (held) => {
    const press = vi.fn();
    const pressInPalette = vi.fn();
    // jsdom lacks it.
    document.execCommand = vi.fn();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <ClientProvider value={{} as TidemarkClient}>
          <Composer press={press} />
        </ClientProvider>
      </QueryClientProvider>,
    );
    const field = screen.getByRole("textbox");
    field.focus();
    openPalette("");
    fireEvent.keyDown(field, { key: "t" });
    fireEvent.keyDown(field, { key: "Enter", ...held });
    expect(press).not.toHaveBeenCalled();
    render(
      <div role="dialog">
        <input
          aria-label="palette"
          onKeyDown={({ key, shiftKey, ctrlKey, metaKey }) =>
            pressInPalette({ key, shiftKey, ctrlKey, metaKey })
          }
        />
      </div>,
    );
    screen.getByRole("textbox", { name: "palette" }).focus();
    const none = { shiftKey: false, ctrlKey: false, metaKey: false };
    await vi.waitFor(() =>
      expect(pressInPalette.mock.calls).toEqual([[{ ...none, key: "Enter", ...held }]]),
    );
    expect(vi.mocked(document.execCommand).mock.calls[0]).toEqual(["insertText", false, "t"]);
    expect(press).not.toHaveBeenCalled();
  },
);

test("a key typed while a memo's page is being opened is kept from the list", async () => {
  const press = vi.fn();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={{} as TidemarkClient}>
        <Composer press={vi.fn()} />
      </ClientProvider>
    </QueryClientProvider>,
  );
  render(<button type="button" onKeyDown={press} />);
  const row = screen.getByRole("button");
  row.focus();
  location.hash = "#/";
  viewAddress.noteMemoOpening("a", "#/m/a");
  fireEvent.keyDown(row, { key: "t" });
  expect(press).not.toHaveBeenCalled();
  location.hash = "#/tasks";
  await vi.waitFor(() => {
    fireEvent.keyDown(row, { key: "j" });
    expect(press).toHaveBeenCalled();
  });
  location.hash = "";
});
