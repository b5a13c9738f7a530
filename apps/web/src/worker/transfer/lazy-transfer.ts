import type { ProfileTransfer, TransferParts } from "@tidemark/replica";
import type { TransferMachine } from "./read-database.ts";
import type { Stages } from "./stages.ts";

/** Number of earlier imports that are listed. */
const maxRuns = 100;

/**
 * Import and export, whose code is loaded when somebody first uses it. It can't be loaded offline unless the
 * browser has it already.
 */
export function lazyTransfer(
  parts: TransferParts,
  host: { readonly machine: TransferMachine; readonly stages: Stages },
): ProfileTransfer {
  let loading: Promise<ProfileTransfer> | null = null;
  let opened: ProfileTransfer | null = null;

  async function load(): Promise<ProfileTransfer> {
    loading ??= import("./web-transfer.ts").then(({ openWebTransfer }) => {
      opened = openWebTransfer(parts, host);
      return opened;
    });
    try {
      return await loading;
    } catch (error) {
      loading = null;
      throw error;
    }
  }

  return {
    app: {
      state: async () => opened?.app.state() ?? { job: null, export: null },
      begin: async (from) => (await load()).app.begin(from),
      rows: async (outcome) => opened?.app.rows(outcome) ?? { rows: [], total: 0 },
      run: async (folders) => (await load()).app.run(folders),
      stop: async () => opened?.app.stop(),
      runs: () => parts.services.memoDeps.database.read(({ imports }) => imports.runs(maxRuns)),
      undo: async (run) => (await load()).app.undo(run),
    },
    files(request) {
      const { pathname } = new URL(request.url, "http://page");
      if (!pathname.startsWith("/export")) return null;
      return load().then(
        (transfer) =>
          transfer.files(request) ?? Promise.resolve({ status: 404, headers: {}, body: null }),
      );
    },
    async [Symbol.asyncDispose]() {
      await opened?.[Symbol.asyncDispose]();
    },
  };
}
