import { initTRPC } from "@trpc/server";
import type { App } from "./app-port.ts";
import { trpcErrors } from "./shared/trpc-errors.ts";

/** Context of all procedures of the app router. */
export interface AppContext {
  readonly app: App;
}

/** Builder for the parts of the app router. */
export const t = initTRPC.context<AppContext>().create(trpcErrors.options);
export const { unwrap } = trpcErrors;
