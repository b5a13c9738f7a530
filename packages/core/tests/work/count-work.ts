import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface CallMessage {
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly maxSteps: number;
}

export type ResultMessage = { readonly id: number } & (
  | { readonly steps: number; readonly value: unknown }
  | { readonly error: unknown }
);

/** Module whose functions count their work. */
export interface CountedModule<Module> extends AsyncDisposable {
  /**
   * Calls an exported function and counts its steps: function calls, loop iterations, and the characters or
   * elements visited by native searches and copies of texts and lists. Includes backtracking of regular
   * expressions. The same calls in the same order take the same steps on every machine. Rejects after 20
   * million steps.
   */
  call<Name extends keyof Module>(
    name: Name,
    ...args: Module[Name] extends (...args: infer Args) => unknown ? Args : never
  ): Promise<{
    readonly steps: number;
    readonly value: Module[Name] extends (...args: never[]) => infer Value ? Value : never;
  }>;
}

const maxSteps = 20_000_000;

/** Loads a module and its imports into a thread that counts their work, on the first call. */
export function loadCounted<Module>(url: URL): CountedModule<Module> {
  let worker: Worker | undefined;
  let calls = 0;
  const start = (): Worker =>
    new Worker(new URL("./counting-thread.ts", import.meta.url), {
      workerData: url.href,
      execArgv: [],
    });
  return {
    call: async (name, ...args) => {
      worker ??= start();
      const id = calls++;
      worker.postMessage({ id, name: String(name), args, maxSteps } satisfies CallMessage);
      for (;;) {
        const [result] = await once(worker, "message");
        // A test that timed out leaves a pending call.
        if (result.id !== id) continue;
        if ("error" in result) throw result.error;
        return { steps: result.steps, value: result.value };
      }
    },
    [Symbol.asyncDispose]: async () => void (await worker?.terminate()),
  };
}

/**
 * Returns the growth of work when the length doubles, without the fixed cost of each call: 2 for linear time,
 * 4 for quadratic time. Measures one, two and four times the length.
 */
export async function growthOf(
  length: number,
  stepsFor: (length: number) => Promise<number>,
): Promise<number> {
  const one = await stepsFor(length);
  const two = await stepsFor(2 * length);
  const four = await stepsFor(4 * length);
  return (four - two) / Math.max(1, two - one);
}

/** Growth that linear time never reaches, even with caches and sorting. */
export const superlinear = 2.4;
