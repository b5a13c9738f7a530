import { hash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { ok, type Relay, type Result, type ServerDatabase, StorageError } from "@tidemark/core";
import { hashTextsWith } from "@tidemark/core/text";
import type { FastifyBaseLogger } from "fastify";
import { detectRollback, mirrorSeq } from "./backup/seq-mirror.ts";
import type { Config } from "./cli/config.ts";
import { readOneLine } from "./cli/read-line.ts";
import { auditLine } from "./ops/audit-line.ts";
import { createApp } from "./app/app.ts";
import type { Files } from "./files/store/files.ts";
import { openFiles, openMarker } from "./files/store/open-files.ts";
import { measuring, shrinking } from "./files/raster/raster-process.ts";
import { createDiskSpace, isDiskError } from "./disk/disk-space.ts";
import { giveBackMemory } from "./ops/give-back-memory.ts";
import { createClockJudge } from "./ops/judge-clock.ts";
import { logUnawaited } from "./ops/log-unawaited.ts";
import { logOversizedRows } from "./ops/log-oversized-rows.ts";
import { logUnwritableRows } from "./ops/log-unwritable-rows.ts";
import { backUpDaily } from "./ops/back-up-daily.ts";
import { sweepDaily } from "./ops/sweep-daily.ts";
import { refeedReferrersSoon } from "./ops/refeed-referrers-soon.ts";
import { upkeepHourly } from "./ops/upkeep-hourly.ts";
import { movedAwayRefusal } from "./start/moved-away.ts";
import { requireWritableFiles } from "./start/require-writable.ts";
import type { AppDeps } from "./rest/shared/app-deps.ts";
import { instanceId } from "./start/instance-meta.ts";
import type { ScheduledBackups } from "./services/scheduled-backups.ts";
import { createServices } from "./services/create-services.ts";
import { type AppPage, openAppPage } from "./web/builds/app-page.ts";
import type { Metrics } from "./ops/metrics/create-metrics.ts";
import type { PageSource } from "./web/builds/build-page.ts";
import { diskPlaces } from "./start/disk-places.ts";
import { claimFiles } from "./start/claim-files.ts";
import { claimFolder } from "./start/claim-folder.ts";
import { claimKey } from "./start/claim-key.ts";
import { serveControl } from "./control/control-socket.ts";
import type { RecentWarnings } from "./services/recent-warnings.ts";
import { createOpenStreams } from "./http/answers/open-streams.ts";
import { createEnding } from "./ops/ending.ts";
import { openServerDatabase, stopped, type WaitForDatabase } from "./start/open-server-database.ts";
import { type StartError, startRefused as refused } from "./start/start-error.ts";
import { answerRequest } from "./verbs/do-work.ts";
import { currentRequestId } from "./http/guards/request-id.ts";
import { urlHost } from "./net/url-host.ts";
import { runDeliveries } from "./webhook/run-deliveries.ts";

/** Running server. Disposing it shuts it down cleanly. */
export interface RunningServer extends AsyncDisposable {
  /** Address that it listens on, with the actual port. */
  readonly url: string;
  /** One-time code that creates the first administrator; null if there is one. */
  readonly setupCode: string | null;
  /** Makes `/readyz` answer 503, so that balancers send no more requests. Others are still served. */
  drain(): void;
}

const olderDatabase =
  "the database is older than the one last served; starting a new epoch, devices will send their data again";

/** Time for open requests to finish before they are cut. */
const closeGraceMs = 2000;

export interface StartOptions {
  readonly version: string;
  /** Commit of the repository that it runs from; omitted without a repository. */
  readonly commit?: string;
  readonly logger: FastifyBaseLogger;
  /** Place of the app's page; omitted by programs without it. */
  readonly page?: PageSource;
  /** Newest warnings of the logger, for the state. */
  readonly warnings?: Pick<RecentWarnings, "list">;
  /** Aborts the start. */
  readonly stopping?: AbortSignal;
  readonly wait?: WaitForDatabase;
}

/**
 * Claims the data folder, opens the database, checks that key and files belong to the instance, creates the
 * configured administrator, and listens. If a step is refused, everything acquired before is released.
 */
export async function startServer(
  config: Config,
  options: StartOptions,
): Promise<Result<RunningServer, StartError>> {
  try {
    return await start(config, options);
  } catch (error) {
    if (options.stopping?.aborted === true) return { ok: false, error: stopped };
    if (isDiskError(error)) {
      return refused(`the disk of ${config.data} is full, or can't be written`);
    }
    // The database failed after it was opened.
    if (error instanceof StorageError) return refused(withCause(error));
    // For example a file in the folder that belongs to another user. The message has the system call and the
    // path.
    if (isSystemError(error)) return refused(`${config.data} cannot be used: ${error.message}`);
    throw error;
  }
}

async function start(
  config: Config,
  { version, commit, logger, page: source, ...options }: StartOptions,
): Promise<Result<RunningServer, StartError>> {
  const admin = await readAdmin(config.admin);
  if (!admin.ok) return admin;
  await using resources = new AsyncDisposableStack();
  const claimed = await claimFolder(config.data);
  if (!claimed.ok) return claimed;
  const folder = resources.use(claimed.value);
  for (const warning of folder.warnings) logger.warn(warning);
  if (config.database === null) {
    const moved = await movedAwayRefusal(folder.path, null);
    if (moved !== null) return refused(moved);
  }

  resources.use(logOversizedRows(logger));
  resources.use(logUnwritableRows(logger));
  const open = await openServerDatabase({
    ...options,
    database: config.database,
    file: folder.databaseFile,
    onListenerError: logUnawaited(logger),
    onMigrate: ({ version, name, ms }) => {
      logger.info({ schema: version, ms }, `migrated the database to schema ${version}: ${name}`);
    },
    onWait: ({ message }) => logger.warn(`${message}; asked again`),
  });
  if (!open.ok) return open;
  const opened = resources.use(open.value);
  const cut = (): void => opened.cut?.();
  using _stopped = whenAborted(options.stopping, cut);
  const ending = createEnding(cut);
  const isShared = config.database !== null;

  const secretKey = await claimKey(opened.database, {
    file: config.secretKeyFile ?? join(folder.path, "secret.key"),
    mustMatch: isShared || config.secretKeyFile !== null,
    isReplaced: config.newSecretKey,
    onChange: (message) => logger.warn(message),
  });
  if (!secretKey.ok) return secretKey;
  const store = await openStore(opened.database, config, logger);
  if (!store.ok) return store;
  const files = store.value;

  const rollback = await detectRollback(opened.database, folder.path);
  if (rollback !== null) {
    logger.warn(rollback, olderDatabase);
  }
  const mirror = mirrorSeq(opened.database, folder.path, (found) =>
    logger.warn(found, olderDatabase),
  );
  resources.use(mirror);

  const disk = createDiskSpace(diskPlaces(config));
  await disk.look();
  hashTextsWith((text) => hash("sha256", text));
  const metrics = await openMetrics(config, folder.databaseFile);
  const services = await createServices(opened, {
    meter: metrics?.meter,
    files,
    erase: () => opened.eraseInPlace(),
    ...(opened.limits !== undefined && { limits: opened.limits }),
    secretKey: secretKey.value,
    disk,
    onRollback: (found) => logger.warn(found, `somebody has seen more: ${olderDatabase}`),
    requestId: currentRequestId,
    onAudit: (entry, requestId) => logger.info(auditLine(entry, requestId), "audit"),
  });
  services.signals.listen(() => mirror.soon());
  // Pending if a server was stopped while it closed an account.
  await services.users.finishClosing();
  const clock = createClockJudge(services, logger, { isTrusted: config.trustClock });
  await clock.judge();
  resources.use(sweepDaily(services, logger, ending));
  resources.use(runDeliveries(services, logger));
  resources.use(upkeepHourly(services, logger, ending, clock));
  resources.use(refeedReferrersSoon(services, logger));
  let backups: ScheduledBackups | null = null;
  if (config.backups !== null) {
    // Imported lazily: many servers are backed up by other programs.
    const { createScheduledBackups } = await import("./services/scheduled-backups.ts");
    backups = createScheduledBackups(config.backups, {
      services,
      instance: await services.database.write(({ meta }) => instanceId(meta)),
      place: { ...config, databaseFile: folder.databaseFile },
      version,
      logger,
      signal: ending.begun,
    });
    resources.use(backUpDaily(backups, services.nowMs, ending));
  }
  if (admin.value !== null) {
    const made = await services.auth.createFirstAdministrator(admin.value);
    // An administrator exists, as on every start after the first.
    if (!made.ok && made.error.code !== "FAILED_PRECONDITION") {
      return refused(`cannot create the administrator: ${made.error.message}`);
    }
  }

  const streams = createOpenStreams();
  const { warnings = { list: () => [] } } = options;
  const state = { services, version, commit, streams, warnings, backups };
  const control = await serveControl(
    folder.path,
    (asked) => answerRequest(services, asked, state),
    (error, message) => logger.warn({ err: error }, message),
  );
  if (control !== null) resources.use(control);
  const page = await openPage(source, folder.path, logger);
  if (page !== undefined) resources.use(page);
  let isDraining = false;
  let app;
  try {
    const carets = await sharingCarets(services.relay);
    const deps = { ...state, config, logger, page, ...carets };
    app = await createApp({ ...deps, isDraining: () => isDraining }, metrics);
  } catch (error) {
    if (isBadProxy(error)) return refused(`--trusted-proxy: ${error.message}`);
    throw error;
  }
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    if (isSystemError(error)) {
      return refused(`cannot listen on ${config.host}:${config.port}: ${error.message}`);
    }
    throw error;
  }
  if (metrics !== undefined && config.metrics !== null && config.metricsListen !== null) {
    const { host, port } = config.metricsListen;
    const { listenForMetrics } = await import("./ops/metrics/listen-for-metrics.ts");
    try {
      resources.use(await listenForMetrics(metrics, config.metrics, config.metricsListen, logger));
    } catch (error) {
      await app.close();
      if (!isSystemError(error)) throw error;
      return refused(`cannot listen on ${urlHost(host)}:${port} for metrics: ${error.message}`);
    }
  }
  resources.defer(async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), closeGraceMs);
    endPictures();
    try {
      await app.close();
    } finally {
      clearTimeout(cut);
      // Work that an open request started in the meantime.
      endPictures();
    }
  });

  page?.build();
  resources.use(giveBackMemory({ server: app.server, opened }, logger));

  const address = app.server.address() as AddressInfo;
  const setupCode = await services.auth.setupCode();
  const held = resources.move();
  return ok({
    url: `http://${urlHost(config.host)}:${address.port}`,
    setupCode,
    drain() {
      isDraining = true;
    },
    [Symbol.asyncDispose]: () => ending.run(() => held.disposeAsync()),
  });
}

/** Opens the files after checking that they belong to the instance. */
async function openStore(
  database: ServerDatabase,
  { data, files, s3, database: url }: Config,
  logger: FastifyBaseLogger,
): Promise<Result<Files, StartError>> {
  try {
    if (s3 === null) await requireWritableFiles(files ?? data);
    using marker = await openMarker(files ?? data, s3);
    const claimed = await claimFiles(database, marker, { isShared: url !== null });
    if (!claimed.ok) return claimed;
    if (url === null) return ok(await openFiles(data, { s3, files }));
    const { openSharedFiles } = await import("./cluster/index.ts");
    return ok(await openSharedFiles(data, { s3, files, database }));
  } catch (error) {
    if (error instanceof StorageError) throw error;
    if (s3 === null) {
      if (files === null || !isSystemError(error)) throw error;
      return refused(`the folder ${files} cannot be used: ${error.message}`);
    }
    logger.error({ err: error }, "the bucket cannot be used");
    return refused(`the bucket ${s3.bucket} cannot be used: ${String(error)}`);
  }
}

/** Opens the app's page. Without its folder of earlier builds, the server starts all the same. */
async function openPage(
  source: PageSource | undefined,
  data: string,
  logger: FastifyBaseLogger,
): Promise<AppPage | undefined> {
  if (source === undefined) return undefined;
  return openAppPage(source, { data, logger });
}

/** Creates the metrics, if they are enabled. Loaded on demand, since few servers need them. */
async function openMetrics(
  { metrics, database }: Config,
  databaseFile: string,
): Promise<Metrics | undefined> {
  if (metrics === null) return undefined;
  const { createMetrics } = await import("./ops/metrics/create-metrics.ts");
  return createMetrics(database === null ? databaseFile : null);
}

/** Loads the caret sharing between processes; nothing for a single process. */
async function sharingCarets(relay: Relay | null): Promise<Pick<AppDeps, "shareCarets">> {
  if (relay === null) return {};
  const { createSharedCarets } = await import("./cluster/index.ts");
  return { shareCarets: (room) => createSharedCarets(room, relay) };
}

/** Calls `work` when a signal aborts, or immediately if it has, until disposed. */
function whenAborted(signal: AbortSignal | undefined, work: () => void): Disposable {
  if (signal?.aborted === true) work();
  signal?.addEventListener("abort", work);
  return { [Symbol.dispose]: () => signal?.removeEventListener("abort", work) };
}

/** Kills the picture processes, so open requests are answered without their results. */
function endPictures(): void {
  shrinking.end();
  measuring.end();
}

async function readAdmin(
  admin: Config["admin"],
): Promise<Result<{ readonly username: string; readonly password: string } | null, StartError>> {
  if (admin === null) return ok(null);
  const { username, password } = admin;
  if (typeof password === "string") return ok({ username, password });
  const read = await readOneLine(password.file);
  if (!read.ok) return refused(`--admin-password-file: ${read.error}`);
  return ok({ username, password: read.value });
}

/** Adds the database's message, which is more specific and contains no password. */
function withCause({ message, cause }: StorageError): string {
  return cause instanceof Error && cause.message !== "" ? `${message} (${cause.message})` : message;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

function isBadProxy(error: unknown): error is TypeError {
  return error instanceof TypeError && /^invalid (?:IP address|range)/.test(error.message);
}
