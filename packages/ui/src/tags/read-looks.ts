import type { QueryClient } from "@tanstack/react-query";
import type { TidemarkClient } from "../data/client.tsx";
import { tagStylesQuery } from "../data/queries.ts";
import { showLooks, storedLooks, useTagLooks } from "./looks.ts";
import { looksOf } from "./tag-colours.ts";

/** Reads the tag styles before anything else, because tagged memos are hidden until they are known. */
export async function readLooks(client: TidemarkClient, queries: QueryClient): Promise<void> {
  try {
    showLooks(looksOf(await queries.ensureQueryData(tagStylesQuery(client))));
  } catch {
    // Better the last known ones than hidden memos; `KeepLooks` applies the host's once it answers.
    if (useTagLooks.getState().looks === null) useTagLooks.setState({ looks: storedLooks() });
  }
}
