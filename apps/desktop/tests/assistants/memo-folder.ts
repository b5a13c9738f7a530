import { openHost } from "../../src/host/open-host.ts";
import { createDataDir } from "../start/started.ts";

/** Returns a data folder with one memo. */
export async function memoFolder(content: string): Promise<string> {
  const dir = await createDataDir();
  const host = await openHost({ dir, isOffline: true });
  await host.services.memos.create(await host.services.caller(), { content });
  await host.close();
  return dir;
}
