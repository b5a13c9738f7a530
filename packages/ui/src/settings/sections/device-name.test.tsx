import type { OwnDeviceName } from "@tidemark/core/router";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { DeviceName } from "./device-name.tsx";

/** Renders the field over a client with only a device name. */
function show({ fails = false } = {}): { readonly asked: string[] } {
  const usual = "desk-7";
  const asked: string[] = [];
  let named: OwnDeviceName = { name: usual, usual };
  const sync = {
    deviceName: { query: async () => named },
    renameDevice: {
      mutate: async ({ name }: { name: string }) => {
        asked.push(name);
        if (fails) throw new Error("no");
        named = { name: name === "" ? usual : name, usual };
        return named;
      },
    },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={{ sync } as unknown as TidemarkClient}>
        <DeviceName />
      </ClientProvider>
    </QueryClientProvider>,
  );
  return { asked };
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Device name" });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("shows the device's name and saves a new one on blur", async () => {
  const { asked } = show();
  await waitFor(() => expect(field().value).toBe("desk-7"));
  fireEvent.blur(field());
  expect(asked).toEqual([]);
  fireEvent.change(field(), { target: { value: "Desk" } });
  fireEvent.blur(field());
  await waitFor(() => expect(asked).toEqual(["Desk"]));
  await waitFor(() => expect(field().value).toBe("Desk"));
});

test("an empty name becomes the machine's hostname", async () => {
  const { asked } = show();
  await waitFor(() => expect(field().value).toBe("desk-7"));
  fireEvent.change(field(), { target: { value: "" } });
  fireEvent.blur(field());
  await waitFor(() => expect(asked).toEqual([""]));
  await waitFor(() => expect(field().value).toBe("desk-7"));
});

test("Escape discards the input; a name that wasn't saved isn't shown", async () => {
  const fail = vi.spyOn(useFeedback.getState(), "fail");
  const { asked } = show({ fails: true });
  await waitFor(() => expect(field().value).toBe("desk-7"));
  fireEvent.change(field(), { target: { value: "De" } });
  fireEvent.keyDown(field(), { key: "Escape" });
  expect(field().value).toBe("desk-7");
  expect(asked).toEqual([]);
  fireEvent.change(field(), { target: { value: "Desk" } });
  fireEvent.blur(field());
  await waitFor(() => expect(fail).toHaveBeenCalledOnce());
  await waitFor(() => expect(field().value).toBe("desk-7"));
});
