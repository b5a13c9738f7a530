import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { AppDeps } from "./app-deps.ts";

/** What the routes of the API are built from. */
export interface RouteDeps extends AppDeps {
  /** The document that describes the API. */
  readonly describe: () => Promise<object>;
}

/** A plugin with the routes of one resource, mounted under `/api/v1`. */
export type RestRoutes = FastifyPluginAsyncZod<RouteDeps>;
