import type { CaretRoom } from "@tidemark/core/carets";
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
    | "hstsIncludesSubdomains"
    | "trustedProxies"
    | "corsOrigins"
    | "rateLimit"
    | "rateLimitAnonymous"
    | "rateLimitSignIn"
    | "metrics"
  >;
  /** Lets editors meet whose streams are at different processes; absent where there is one process. */
  readonly shareCarets?: (room: CaretRoom) => Pick<CaretRoom, "enter" | "move"> & Disposable;
  /** How long bodies may take; only tests say. */
  readonly bodyDeadlines?: BodyDeadlines;
  readonly version: string;
  /** The commit that it was started from; absent or "" where that is not known. */
  readonly commit?: string | undefined;
  readonly logger: FastifyBaseLogger;
}
