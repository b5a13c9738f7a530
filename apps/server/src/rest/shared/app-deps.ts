import type { FastifyBaseLogger } from "fastify";
import type { Config } from "../../cli/config.ts";
import type { Services } from "../../services/services.ts";
import type { BodyDeadlines } from "../../http/bodies/body-deadline.ts";

/** What the routes are built from. */
export interface AppDeps {
  readonly services: Services;
  readonly config: Pick<
    Config,
    | "publicUrl"
    | "trustedProxies"
    | "corsOrigins"
    | "rateLimit"
    | "rateLimitAnonymous"
    | "rateLimitSignIn"
    | "metrics"
  >;
  /** How long bodies may take; only tests say. */
  readonly bodyDeadlines?: BodyDeadlines;
  readonly version: string;
  readonly logger: FastifyBaseLogger;
}
