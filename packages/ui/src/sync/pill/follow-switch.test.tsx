import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { FollowSwitch } from "./follow-switch.tsx";

afterEach(cleanup);

test("R15 · the switch shows and sets whether others' public memos are stored here", async () => {
  let isPublic = false;
  const spaces = [
    { name: "spaces/g", title: "Garden" },
    { name: "spaces/h", title: "House" },
  ];
  // The part of the client that the switch uses.
  const client = {
    sync: {
      following: { query: async () => ({ spaces, isPublic }) },
      setFollowPublic: {
        mutate: async ({ isOn }: { isOn: boolean }) => {
          isPublic = isOn;
        },
      },
    },
  } as unknown as TidemarkClient;
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={client}>
        <FollowSwitch />
      </ClientProvider>
    </QueryClientProvider>,
  );
  const box = screen.getByRole("switch", { name: "Keep shared memos offline" });
  await waitFor(() => expect(box).toHaveProperty("disabled", false));
  expect(box).toHaveProperty("checked", false);
  fireEvent.click(box);
  await waitFor(() => expect(box).toHaveProperty("checked", true));
  expect(isPublic).toBe(true);
  fireEvent.click(box);
  await waitFor(() => expect(box).toHaveProperty("checked", false));
  expect(isPublic).toBe(false);
  expect(screen.getByText("Your spaces: Garden, House")).toBeTruthy();
});
