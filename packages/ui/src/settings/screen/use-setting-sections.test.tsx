import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Profile } from "@tidemark/core/router";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { ClientProvider, type TidemarkClient } from "../../data/client.tsx";
import { useSettingSections } from "./use-setting-sections.ts";

test("no section is listed until the host has said which parts it lacks", async () => {
  const asked = Promise.withResolvers<Pick<Profile, "lacks">>();
  const profile = { get: { query: () => asked.promise } };
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>
      <ClientProvider value={{ profile } as unknown as TidemarkClient}>{children}</ClientProvider>
    </QueryClientProvider>
  );
  const { result, unmount } = renderHook(useSettingSections, { wrapper });
  expect(result.current).toEqual([]);
  await act(async () => asked.resolve({ lacks: ["window"] }));
  await waitFor(() => expect(result.current.map(({ id }) => id)).toContain("account"));
  expect(result.current.map(({ id }) => id)).not.toContain("capture");
  unmount();
});
