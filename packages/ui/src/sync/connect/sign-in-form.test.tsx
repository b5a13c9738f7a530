import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { SignInForm } from "./sign-in-form.tsx";

afterEach(cleanup);

function show(lacks: readonly string[]): void {
  const profile = { get: { query: async () => ({ lacks }) } };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={{ profile } as unknown as TidemarkClient}>
        <SignInForm />
      </ClientProvider>
    </QueryClientProvider>,
  );
}

test("a device signs in with its password", async () => {
  show([]);
  expect(await screen.findByLabelText("Password")).toBeDefined();
});

test("a browser signs in on the server's page", async () => {
  show(["servers"]);
  await expect.poll(() => screen.queryByLabelText("Password")).toBeNull();
  expect(screen.getByRole("button", { name: "Sign in" })).toHaveProperty("type", "button");
});
