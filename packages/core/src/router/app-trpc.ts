import { initTRPC } from "@trpc/server";
import type { App } from "./app-port.ts";
import { trpcErrors } from "./shared/trpc-errors.ts";

/** What every procedure of the app router has at hand. */
export interface AppContext {
  readonly app: App;
}

/** What the parts of the app router are made with. */
export const t = initTRPC.context<AppContext>().create(trpcErrors.options);
export const { unwrap } = trpcErrors;
