import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import type { AppDeps } from "./app-deps.ts";

/** A plugin with the routes of one resource, mounted under `/api/v1`. */
export type RestRoutes = FastifyPluginAsyncZod<AppDeps>;
