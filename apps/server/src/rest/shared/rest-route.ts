import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { StateDeps } from "../../services/instance-state.ts";
import type { AppDeps } from "./app-deps.ts";

/** Dependencies of the API routes. */
export interface RouteDeps extends AppDeps {
  /** Returns the OpenAPI document. */
  readonly describe: () => Promise<object>;
  readonly state: StateDeps;
}

/** A plugin with the routes of one resource, mounted under `/api/v1`. */
export type RestRoutes = FastifyPluginAsyncZod<RouteDeps>;
