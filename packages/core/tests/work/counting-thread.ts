import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { CallMessage, ResultMessage } from "./count-work.ts";
import { instrument } from "./instrument.ts";
import { countNativeWork } from "./native-work.ts";

// Entry point of a thread that calls the functions of one module and counts their steps. Its `workerData` is
// the URL of the module, which is instrumented with all its imports.

// The parser loads some of its parts on first use. They must not count.
instrument("first.ts", "() => {};");
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.startsWith("file:")) return loaded;
    const file = fileURLToPath(url);
    return { ...loaded, source: instrument(file, readFileSync(file, "utf8")) };
  },
});
const work = countNativeWork();
Reflect.set(globalThis, "$work", work);
const module = (await import(String(workerData))) as Record<
  string,
  (...args: unknown[]) => unknown
>;

function count({ id, name, args, maxSteps }: CallMessage): ResultMessage {
  work.steps = 0;
  work.max = maxSteps;
  try {
    const value = module[name]!(...args);
    return { id, steps: work.steps, value };
  } catch (error) {
    return { id, error };
  } finally {
    work.max = Number.POSITIVE_INFINITY;
  }
}

parentPort!.on("message", (message: CallMessage) => parentPort!.postMessage(count(message)));
