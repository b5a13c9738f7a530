import type { DeviceDatabase } from "@tidemark/core";
import type { MemoDeps } from "@tidemark/core/memo";
import { defaultTrashDays } from "@tidemark/core/access";
import { purgeTrash } from "@tidemark/core/upkeep";
import { accountKey } from "@tidemark/core/sync/device";
import { inBackground } from "../platform/background.ts";

const dayMs = 86_400_000;
const batch = 50;

/**
 * Purges memos after 30 days in the trash, in a profile without a server. Runs immediately and then daily,
 * until it is disposed. With an account, the server does this.
 */
export function purgeLocalTrash(deps: {
  readonly memoDeps: Pick<MemoDeps<DeviceDatabase>, "database" | "journal" | "clock">;
  readonly nowMs: () => number;
  readonly log: (line: string) => void;
}): AsyncDisposable & { readonly first: Promise<void> } {
  const run = async (): Promise<void> => {
    try {
      if (await hasServer(deps.memoDeps.database)) return;
      const beforeMs = deps.nowMs() - defaultTrashDays * dayMs;
      while ((await purgeTrash(deps.memoDeps, { beforeMs, limit: batch })) === batch);
    } catch (error) {
      deps.log(`trash: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const first = run();
  let running = first;
  const timer = inBackground(
    setInterval(() => {
      running = run();
    }, dayMs),
  );
  return {
    first,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}

function hasServer(database: DeviceDatabase): Promise<boolean> {
  return database.read(async ({ meta }) => (await meta.get(accountKey)) !== null);
}
