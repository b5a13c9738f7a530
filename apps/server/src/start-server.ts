import { hash } from "node:crypto";
import type { AddressInfo } from "node:net";
import { OpenDatabaseError } from "@tidemark/db";
import type { OpenServerDatabase } from "@tidemark/db/postgres";
import { holderInWords, openDatabase, openDataFolder } from "@tidemark/db/node";
import { err, ok, type Result } from "@tidemark/core";
import { hashTextsWith } from "@tidemark/core/text";
import type { FastifyBaseLogger } from "fastify";
import { detectRollback, mirrorHead } from "./backup/head-mirror.ts";
import type { Config } from "./cli/config.ts";
import { readPassword } from "./cli/read-password.ts";
import { auditLine } from "./ops/audit-line.ts";
import { openSecretKey } from "./auth/secret-key.ts";
import { createApp } from "./app/app.ts";
import { openFiles } from "./files/store/open-files.ts";
import { measuring, shrinking } from "./files/raster/raster-process.ts";
import { giveBackMemory } from "./ops/give-back-memory.ts";
import { logOversizedRows } from "./ops/log-oversized-rows.ts";
import { sweepDaily } from "./ops/sweep-daily.ts";
import { refeedReferrersSoon } from "./ops/refeed-referrers-soon.ts";
import { upkeepHourly } from "./ops/upkeep-hourly.ts";
import { createServices } from "./services/create-services.ts";
import { runDeliveries } from "./webhook/run-deliveries.ts";

/** A server that listens. Disposing it ends it cleanly. */
export interface RunningServer extends AsyncDisposable {
  /** Address that it listens on, with the port that it got. */
  readonly url: string;
  /** One-time code that makes the first administrator; null when there is one. */
  readonly setupCode: string | null;
}

/** Why a server did not start, in one line. */
export interface StartError {
  readonly type: "start-refused";
  readonly message: string;
}

const olderDatabase =
  "the database is older than the one served last: a new epoch begins, devices send what they have";

/** How long open requests may take to end before they are cut. */
const closeGraceMs = 2000;

/**
 * Claims the data folder, opens the database, makes the administrator that was asked for, and
 * listens. Whatever it had acquired is released when a later step is refused.
 */
export async function startServer(
  config: Config,
  { version, logger }: { version: string; logger: FastifyBaseLogger },
): Promise<Result<RunningServer, StartError>> {
  const admin = await readAdmin(config.admin);
  if (!admin.ok) return admin;
  await using resources = new AsyncDisposableStack();
  const folder = await openDataFolder(config.data);
  if (!folder.ok) {
    const { error } = folder;
    return refused(
      error.type === "folder-in-use"
        ? `${error.path} is in use by ${holderInWords(error.pid)}`
        : `${error.path} cannot be used: ${error.reason}`,
    );
  }
  resources.use(folder.value);

  resources.use(logOversizedRows(logger));
  let opened;
  try {
    opened = await openServerDatabase(config.database, folder.value.databaseFile, logger);
  } catch (error) {
    if (error instanceof OpenDatabaseError) return refused(error.message);
    throw error;
  }
  resources.use(opened);

  const rollback = await detectRollback(opened.database, folder.value.path);
  if (rollback !== null) {
    logger.warn(rollback, olderDatabase);
  }
  resources.use(mirrorHead(opened.database, folder.value.path));

  let files;
  try {
    files = await openFiles(folder.value.path, { s3: config.s3 });
  } catch (error) {
    if (config.s3 === null) throw error;
    logger.error({ err: error }, "the bucket cannot be used");
    return refused(`the bucket ${config.s3.bucket} cannot be used: ${String(error)}`);
  }
  hashTextsWith((text) => hash("sha256", text));
  const services = await createServices(opened.database, {
    files,
    erase: () => opened.eraseInPlace(),
    secretKey: await openSecretKey(folder.value.path),
    onRollback: (rollback) => logger.warn(rollback, `a device has seen more: ${olderDatabase}`),
    onAudit: (entry) => logger.info(auditLine(entry), "audit"),
  });
  // Left over when a server was stopped while it closed an account.
  await services.users.finishClosing();
  resources.use(sweepDaily(services, logger));
  resources.use(runDeliveries(services, logger));
  resources.use(upkeepHourly(services, logger));
  resources.use(refeedReferrersSoon(services, logger));
  if (admin.value !== null) {
    const made = await services.auth.createFirstAdministrator(admin.value);
    // There is one already: every start after the first.
    if (!made.ok && made.error.code !== "FAILED_PRECONDITION") {
      return refused(`the administrator cannot be made: ${made.error.message}`);
    }
  }

  let app;
  try {
    app = await createApp({ services, config, version, logger });
  } catch (error) {
    if (isBadProxy(error)) return refused(`--trusted-proxy: ${error.message}`);
    throw error;
  }
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    if (isListenError(error)) {
      return refused(`cannot listen on ${config.host}:${config.port}: ${error.message}`);
    }
    throw error;
  }
  resources.defer(async () => {
    const cut = setTimeout(() => app.server.closeAllConnections(), closeGraceMs);
    endPictures();
    try {
      await app.close();
    } finally {
      clearTimeout(cut);
      // What an open request began meanwhile.
      endPictures();
    }
  });

  resources.use(giveBackMemory({ server: app.server, opened }, logger));

  const address = app.server.address() as AddressInfo;
  const setupCode = await services.auth.setupCode();
  const held = resources.move();
  return ok({
    url: `http://${urlHost(config.host)}:${address.port}`,
    setupCode,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  });
}

/** Where the server keeps everything but files. Throws `OpenDatabaseError`. */
async function openServerDatabase(
  url: string | null,
  file: string,
  logger: FastifyBaseLogger,
): Promise<OpenServerDatabase> {
  const onListenerError = (error: unknown): void => {
    logger.error({ err: error }, "a commit cannot be told of");
  };
  if (url === null) return openDatabase({ file, role: "server", onListenerError });
  const { openPostgres } = await import("@tidemark/db/postgres");
  return openPostgres({ url, onListenerError });
}

/** Open requests are answered without what their pictures would say. */
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
  const read = await readPassword(password.file);
  if (!read.ok) return refused(`--admin-password-file: ${read.error}`);
  return ok({ username, password: read.value });
}

function refused(message: string): { ok: false; error: StartError } {
  return err({ type: "start-refused", message: message.replaceAll(/\s*\n\s*/g, " ") });
}

function urlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}

function isListenError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

function isBadProxy(error: unknown): error is TypeError {
  return error instanceof TypeError && /^invalid (?:IP address|range)/.test(error.message);
}
