import { startBrowser } from "../../apps/desktop/src/cli/start-browser.ts";
import { ensurePage } from "../../apps/desktop/src/cli/page/ensure-built.ts";
import { z } from "zod";

// The process behind hosted-apps.ts: runs the real host of one folder after another.

const orderSchema = z.discriminatedUnion("order", [
  z.object({ order: z.literal("start"), dir: z.string(), port: z.int() }),
  z.object({ order: z.literal("stop") }),
]);

/** Answer to an order: the app's address after `start`, a confirmation after `stop`, or the error message. */
export type Answer =
  | { readonly url: string }
  | { readonly stopped: true }
  | { readonly failed: string };

const log = (line: string): void => void process.stderr.write(`${line}\n`);
const never = new AbortController().signal;
/** Folder of the built page, looked up once. */
let page: Promise<string> | undefined;
let stop = async (): Promise<void> => {};

/** Serves a folder until `stop` is called. Returns its address. Throws if the app doesn't start. */
async function start(dir: string, port: number): Promise<string> {
  const ending = new AbortController();
  const shown = Promise.withResolvers<string>();
  const served = startBrowser(
    { dataDir: dir, port },
    {
      signal: ending.signal,
      log,
      page: () => (page ??= ensurePage({ signal: never, log })),
      hasWindows: false,
      async show(address) {
        shown.resolve(address);
        await new Promise((ended) =>
          ending.signal.addEventListener("abort", ended, { once: true }),
        );
      },
    },
  );
  served.catch(shown.reject);
  stop = async () => {
    ending.abort();
    await served;
  };
  return shown.promise;
}

async function obey(message: unknown): Promise<Answer> {
  const order = orderSchema.parse(message);
  if (order.order === "start") return { url: await start(order.dir, order.port) };
  await stop();
  return { stopped: true };
}

process.on("message", (message) => {
  void obey(message)
    .catch((error: unknown) => ({ failed: String(error) }))
    .then((answer) => process.send?.(answer));
});
process.on("disconnect", () => process.exit());
