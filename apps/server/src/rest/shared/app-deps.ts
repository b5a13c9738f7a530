import type { CaretRoom } from "@tidemark/core/carets";
import type { FastifyBaseLogger } from "fastify";
import type { ScheduledBackups } from "../../services/scheduled-backups.ts";
import type { Config } from "../../cli/config.ts";
import type { OpenStreams } from "../../http/answers/open-streams.ts";
import type { RecentWarnings } from "../../services/recent-warnings.ts";
import type { Services } from "../../services/services.ts";
import type { AppPage } from "../../web/builds/app-page.ts";
import type { BodyDeadlines } from "../../http/bodies/body-deadline.ts";

/** Dependencies of the server's routes. */
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
    | "metricsListen"
    | "logRequests"
  >;
  /** Shares carets between editors connected to different processes; absent with a single process. */
  readonly shareCarets?: (room: CaretRoom) => Pick<CaretRoom, "enter" | "move"> & Disposable;
  /** The app's page; absent in programs that only serve the API. */
  readonly page?: Pick<AppPage, "builds" | "buildState"> | undefined;
  /** Streams that are open, if others count them too. */
  readonly streams?: OpenStreams;
  readonly warnings?: Pick<RecentWarnings, "list"> | undefined;
  /** Absent or null if the server makes no backups by itself. */
  readonly backups?: ScheduledBackups | null;
  /** Returns true once the server is about to stop. */
  readonly isDraining?: () => boolean;
  /** Time limits for receiving bodies; set only by tests. */
  readonly bodyDeadlines?: BodyDeadlines;
  readonly version: string;
  /** Commit of the repository that the server runs from; absent or "" if unknown. */
  readonly commit?: string | undefined;
  readonly logger: FastifyBaseLogger;
}
