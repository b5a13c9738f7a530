import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { OnRevokedChoice } from "./on-revoked-choice.tsx";

interface Device {
  onRevoked: "keep" | "wipe";
  copiesUntilMs: number | null;
  /** True if the device fails to save a choice. */
  fails: boolean;
}

/** Renders the choice over a device with the given answers. */
function show(device: Device): void {
  const sync = {
    onRevoked: { query: async () => device.onRevoked },
    copiesUntilMs: { query: async () => device.copiesUntilMs },
    showsCarets: { query: async () => true },
    setOnRevoked: {
      mutate: async ({ action }: { action: "keep" | "wipe" }) => {
        if (device.fails) throw new Error("no");
        device.onRevoked = action;
      },
    },
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={{ sync } as unknown as TidemarkClient}>
        <OnRevokedChoice />
      </ClientProvider>
    </QueryClientProvider>,
  );
}

const choice = (name: RegExp) => screen.getByRole<HTMLInputElement>("radio", { name });
const keep = () => choice(/^Keep/);
const wipe = () => choice(/^Remove everything/);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("a device's data after a remote sign-out", () => {
  test("shows the stored choice with its meaning, and no copy if there is none", async () => {
    show({ onRevoked: "wipe", copiesUntilMs: null, fails: false });
    await waitFor(() => expect(wipe().checked).toBe(true));
    expect(screen.getByRole("group").textContent).toMatch(/^If this device is signed out remotely/);
    const described = document.getElementById(wipe().getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toMatch(
      /^Deletes memos, files, drafts and unsent changes from this device/,
    );
    expect(screen.queryByText(/A copy from before/)).toBeNull();
  });

  test("shows a new choice once the device has saved it", async () => {
    const device: Device = { onRevoked: "keep", copiesUntilMs: null, fails: false };
    show(device);
    await waitFor(() => expect(keep().checked).toBe(true));
    fireEvent.click(wipe());
    await waitFor(() => expect(wipe().checked).toBe(true));
    expect(device.onRevoked).toBe("wipe");
    expect(keep().checked).toBe(false);
  });

  test("keeps the old choice and reports the failure if saving failed", async () => {
    const fail = vi.spyOn(useFeedback.getState(), "fail");
    show({ onRevoked: "keep", copiesUntilMs: null, fails: true });
    await waitFor(() => expect(keep().checked).toBe(true));
    fireEvent.click(wipe());
    await waitFor(() => expect(fail).toHaveBeenCalledOnce());
    expect(keep().checked).toBe(true);
  });

  test("R16c · shows until when a copy from before an update is stored", async () => {
    show({ onRevoked: "keep", copiesUntilMs: Date.UTC(2026, 10, 27, 12), fails: false });
    expect((await screen.findByText(/A copy from before/)).textContent).toMatch(/27/);
  });
});
