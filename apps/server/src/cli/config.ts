import { isIP } from "node:net";
import { resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { err, ok, type Result } from "@tidemark/core";
import {
  type ConfigStop,
  option,
  parseOptions,
  readSecret,
  refuseAll,
  type SecretSource,
  wholeNumber,
} from "./options.ts";
import { addBackupOptions, type BackupPlan, readBackupPlan } from "./backup-options.ts";
import {
  addMonitoringOptions,
  type MonitoringConfig,
  onOrOff,
  readMonitoring,
} from "./monitoring-options.ts";
import { origin } from "./origin.ts";
import { addPlaceOptions, type Place, readPlace } from "./place-options.ts";
import { addS3Options, readS3, type S3Config } from "./s3-options.ts";
import { verbsInWords } from "./verbs.ts";

/** Configuration of the server. */
export interface Config extends Place, MonitoringConfig {
  /** File of the key that encrypts secrets; `null` for `secret.key` in the data folder. */
  readonly secretKeyFile: string | null;
  /** Start with the existing key, or a new one, even if it can't decrypt existing secrets. */
  readonly newSecretKey: boolean;
  /** Trust the clock when deleting old data, however far it is from the time of the last run. */
  readonly trustClock: boolean;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** First administrator, created at start if there is none. */
  readonly admin: {
    readonly username: string;
    readonly password: SecretSource;
  } | null;
  /**
   * Origin that clients use to reach the server, without a trailing slash; `null` for the origin of each
   * request.
   */
  readonly publicUrl: string | null;
  /** True if browsers must also use https for every subdomain of that origin. */
  readonly hstsIncludesSubdomains: boolean;
  /** Addresses, subnets or names (`loopback`) of trusted proxies; [] for none. */
  readonly trustedProxies: readonly string[];
  /** Origins whose pages may read answers; [] for none. */
  readonly corsOrigins: readonly string[];
  /** Requests per hour and credential; 0 for no limit. */
  readonly rateLimit: number;
  /** Requests per hour and address without a credential; 0 for no limit. */
  readonly rateLimitAnonymous: number;
  /** Sign-ins per hour and address, successful or not; 0 for no limit. */
  readonly rateLimitSignIn: number;
  /** Bucket for the content of attachments; `null` for the data folder. */
  readonly s3: S3Config | null;
  /** Daily backups; `null` for none. */
  readonly backups: BackupPlan | null;
}

interface Options {
  secretKeyFile?: string;
  newSecretKey?: boolean;
  trustClock?: boolean;
  host: string;
  port: number;
  adminUsername?: string;
  publicUrl?: string;
  hstsIncludeSubdomains?: boolean;
  trustedProxy?: string[];
  corsOrigin?: string[];
  rateLimit: number;
  rateLimitAnonymous: number;
  rateLimitSignIn: number;
}

/** Default port, the same as memos', so its clients find the server. */
export const defaultPort = 5230;

/** Reads the command line and the environment (`TIDEMARK_…`); options override variables. */
export function readConfig(args: readonly string[], version: string): Result<Config, ConfigStop> {
  const command = addPlaceOptions(
    new Command("tidemark-server").description(
      `Serves memos to devices and API clients.\n\nOther commands: ${verbsInWords}.`,
    ),
  )
    .version(version)
    .addOption(
      option(
        "--secret-key-file <path>",
        "file with the instance's key, if not secret.key in that folder",
      ),
    )
    .addOption(
      new Option(
        "--new-secret-key",
        "start without the key that encrypted share links and other secrets",
      ),
    )
    .addOption(
      new Option("--trust-clock", "trust the clock although the server was last used long ago"),
    )
    .addOption(option("--host <address>", "address to listen on").default("127.0.0.1"))
    .addOption(
      option("--port <number>", "port to listen on, 0 for any")
        .argParser(wholeNumber(65_535))
        .default(defaultPort),
    )
    .addOption(
      option(
        "--admin-username <name>",
        "name of the first administrator, created if there is none",
      ),
    )
    .addOption(option("--admin-password <password>", "password of that administrator"))
    .addOption(
      option("--admin-password-file <path>", "file with that password, - for standard input"),
    )
    .addOption(option("--public-url <url>", "address that clients connect to").argParser(origin))
    .addOption(
      option(
        "--hsts-include-subdomains [on]",
        "extend HSTS to subdomains of an https --public-url",
      ).argParser(onOrOff),
    )
    .addOption(
      option(
        "--trusted-proxy <addresses>",
        "trusted proxies, whose X-Forwarded-For is used, comma-separated",
      ).argParser(proxyList),
    )
    .addOption(
      option(
        "--cors-origin <origins>",
        "origins whose pages may call the API, comma-separated; may be repeated",
      ).argParser(originList),
    )
    .addOption(
      option("--rate-limit <number>", "requests per hour and credential, 0: off")
        .argParser(wholeNumber(Number.MAX_SAFE_INTEGER))
        .default(1000),
    )
    .addOption(
      option(
        "--rate-limit-anonymous <number>",
        "requests per hour and address without a credential, 0: off",
      )
        .argParser(wholeNumber(Number.MAX_SAFE_INTEGER))
        .default(100),
    )
    .addOption(
      option("--rate-limit-sign-in <number>", "sign-ins per hour and address, 0: off")
        .argParser(wholeNumber(Number.MAX_SAFE_INTEGER))
        .default(600),
    );
  const parsed = parseOptions(addS3Options(addBackupOptions(addMonitoringOptions(command))), args);
  const problems: string[] = [];
  if (!parsed.ok) {
    if (parsed.error.type === "printed") return parsed;
    problems.push(parsed.error.message);
  }
  const config = toConfig(command);
  if (!config.ok) problems.push(...config.error);
  else if (problems.length === 0) return config;
  return refuseAll(problems);
}

/** Returns the configuration, or all contradictions between the options. */
function toConfig(command: Command): Result<Config, readonly string[]> {
  const options = command.opts<Options>();
  const place = readPlace(command);
  const admin = readAdmin(command);
  const s3 = readS3(command);
  const monitoring = readMonitoring(command);
  const backups = readBackupPlan(command, place.ok && place.value.database !== null);
  if (!place.ok || !admin.ok || !monitoring.ok || !s3.ok || !backups.ok) {
    const all = [place, admin, monitoring, s3, backups];
    return err(all.flatMap((read) => (read.ok ? [] : [read.error])));
  }
  if (isStandardInput(place.value.database) && isStandardInput(admin.value?.password ?? null)) {
    return err(["only one of '--database-file' and '--admin-password-file' can be -"]);
  }
  return ok({
    ...place.value,
    secretKeyFile: options.secretKeyFile === undefined ? null : resolve(options.secretKeyFile),
    newSecretKey: options.newSecretKey === true,
    trustClock: options.trustClock === true,
    host: options.host,
    port: options.port,
    admin: admin.value,
    publicUrl: options.publicUrl ?? null,
    hstsIncludesSubdomains: options.hstsIncludeSubdomains ?? false,
    trustedProxies: options.trustedProxy ?? [],
    corsOrigins: options.corsOrigin ?? [],
    rateLimit: options.rateLimit,
    rateLimitAnonymous: options.rateLimitAnonymous,
    rateLimitSignIn: options.rateLimitSignIn,
    ...monitoring.value,
    s3: s3.value,
    backups: backups.value,
  });
}

function readAdmin(command: Command): Result<Config["admin"], string> {
  const { adminUsername: username } = command.opts<Options>();
  const password = readSecret(command, "admin-password");
  if (!password.ok) return password;
  if (username === undefined && password.value === null) return ok(null);
  if (username === undefined) return err("option '--admin-username' is missing");
  if (password.value === null) return err("option '--admin-password' is missing");
  return ok({ username, password: password.value });
}

function isStandardInput(secret: SecretSource | null): boolean {
  return typeof secret === "object" && secret?.file === "-";
}

function originList(text: string, before: readonly string[] = []): string[] {
  return [...before, ...addressList(text).map(pageOrigin)];
}

/**
 * Parses an origin as browsers send it. Apps may use schemes of their own (`app://obsidian.md`,
 * `capacitor://localhost`), for which `URL` has no origin.
 */
function pageOrigin(text: string): string {
  if (/^https?:/i.test(text)) return origin(text);
  const [, scheme = "", host] = /^([a-z][a-z0-9+.-]*:\/\/)([^\s/?#@*]+)\/?$/i.exec(text) ?? [];
  if (host === undefined) throw new InvalidArgumentError("It must be an address without a path.");
  return scheme.toLowerCase() + host;
}

function proxyList(text: string): string[] {
  const proxies = addressList(text);
  if (!proxies.every(isProxy)) {
    throw new InvalidArgumentError(
      "It must be addresses, subnets, loopback, linklocal or uniquelocal.",
    );
  }
  return proxies;
}

function isProxy(text: string): boolean {
  if (/^(?:loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = "", range, ...more] = text.split("/");
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || more.length > 0) return false;
  if (range === undefined || isIP(range) === 4) return true;
  return /^[1-9]\d{0,2}$/.test(range) && Number(range) <= bits;
}

function addressList(text: string): string[] {
  return text
    .split(",")
    .map((address) => address.trim())
    .filter((address) => address !== "");
}
