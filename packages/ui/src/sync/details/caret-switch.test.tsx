import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { CaretSwitch } from "./caret-switch.tsx";

afterEach(cleanup);

test("V4 · the switch shows and sets whether others see this device's cursor", async () => {
  let isOn = true;
  // The part of the client that the switch uses.
  const sync = {
    onRevoked: { query: async () => "keep" },
    copiesUntilMs: { query: async () => null },
    showsCarets: { query: async () => isOn },
    setShowsCarets: {
      mutate: async (input: { isOn: boolean }) => {
        isOn = input.isOn;
      },
    },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={{ sync } as unknown as TidemarkClient}>
        <CaretSwitch />
      </ClientProvider>
    </QueryClientProvider>,
  );
  const box = screen.getByRole("switch", { name: "Share my cursor" });
  await waitFor(() => expect(box).toHaveProperty("checked", true));
  fireEvent.click(box);
  await waitFor(() => expect(box).toHaveProperty("checked", false));
  expect(isOn).toBe(false);
  const described = document.getElementById(box.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toMatch(/The server doesn’t store it/);
});
