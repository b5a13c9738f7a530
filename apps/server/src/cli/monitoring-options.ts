import { BlockList, isIP } from "node:net";
import { type Command, InvalidArgumentError } from "commander";
import { err, ok, type Result } from "@tidemark/core";
import { option, wholeNumber } from "./options.ts";

/** Options for operators who watch the server. */
export interface MonitoringConfig {
  /** `null` if metrics are disabled. */
  readonly metrics: MetricsConfig | null;
  /** Address for the metrics alone; `null` serves them with everything else. */
  readonly metricsListen: MetricsListen | null;
  /** Requests to log. `errors`: those with a status of 500 or more, and slow ones. */
  readonly logRequests: (typeof loggedRequests)[number];
  readonly logFormat: (typeof logFormats)[number];
  /** Time in seconds, after the signal to stop, during which balancers notice before requests are refused. */
  readonly drainSeconds: number;
}

const loggedRequests = ["off", "errors", "all"] as const;
const logFormats = ["json", "text"] as const;
/** An hour: longer than any balancer needs. */
const maxDrainSeconds = 3600;

/** Access to the metrics. */
export interface MetricsConfig {
  /** Token that allows reading the metrics; `null` allows administrators only. */
  readonly token: string | null;
}

/** Address to serve the metrics on. */
export interface MetricsListen {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

interface Options {
  metrics?: MetricsConfig | "off" | true;
  metricsListen?: MetricsListen;
  logRequests?: MonitoringConfig["logRequests"];
  logFormat?: MonitoringConfig["logFormat"];
  drain: number;
}

/** Adds those options. */
export function addMonitoringOptions(command: Command): Command {
  return command
    .addOption(
      option(
        "--metrics [token]",
        "serve /metrics to administrators and to holders of the token",
      ).argParser(metricsConfig),
    )
    .addOption(
      option(
        "--metrics-listen <address:port>",
        "serve /metrics there instead; a loopback address needs no token",
      ).argParser(listenAddress),
    )
    .addOption(
      option("--log-requests <which>", "requests to log; errors: status 500 or more, or over 1 s")
        .choices(loggedRequests)
        .default("errors"),
    )
    .addOption(
      option("--log-format <format>", "format of log lines").choices(logFormats).default("json"),
    )
    .addOption(
      option("--drain <seconds>", "time between 503 of /readyz and the end, after SIGTERM")
        .argParser(wholeNumber(maxDrainSeconds))
        .default(0),
    );
}

/** Reads those options, or returns the contradiction between them. */
export function readMonitoring(command: Command): Result<MonitoringConfig, string> {
  const options = command.opts<Options>();
  const { logRequests = "errors", logFormat = "json", drain: drainSeconds } = options;
  const rest = { logRequests, logFormat, drainSeconds };
  const metrics = readMetrics(options.metrics);
  // A refused address has no host.
  if (options.metricsListen?.host === undefined)
    return ok({ ...rest, metrics, metricsListen: null });
  const { metricsListen } = options;
  if (options.metrics === "off") {
    return err("option '--metrics-listen' cannot go with '--metrics off'");
  }
  const token = metrics?.token ?? null;
  if (token === null && !isLoopback(metricsListen.host)) {
    return err(
      "option '--metrics-listen' needs a token in '--metrics', unless its address is a loopback address",
    );
  }
  return ok({ ...rest, metrics: { token }, metricsListen });
}

/** Converts the option, which is `true` without a value. */
function readMetrics(metrics: Options["metrics"]): MetricsConfig | null {
  if (metrics === true) return { token: null };
  return metrics === undefined || metrics === "off" ? null : metrics;
}

const minTokenLength = 16;
const offPattern = /^(?:0|false|off|no)$/i;
const onPattern = /^(?:1|true|on|yes)$/i;

/** Parses the value of a switch. */
export function onOrOff(text: string): boolean {
  if (onPattern.test(text)) return true;
  if (offPattern.test(text)) return false;
  throw new InvalidArgumentError("It must be on or off.");
}

function metricsConfig(text: string): MetricsConfig | "off" {
  if (offPattern.test(text)) return "off";
  if (onPattern.test(text)) return { token: null };
  if (text.length < minTokenLength || /\s/.test(text)) {
    throw new InvalidArgumentError(`A token needs ${minTokenLength} characters or more.`);
  }
  return { token: text };
}

/** Parses `127.0.0.1:9464` or `[::1]:9464`. A name could resolve to any address, so it isn't one. */
function listenAddress(text: string): MetricsListen {
  const [, bracketed, plain, digits = ""] = /^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain ?? "";
  const isAddress = isIP(host) === (bracketed === undefined ? 4 : 6);
  if (!isAddress || Number(digits) > 65_535) {
    throw new InvalidArgumentError("It must be an IP address and a port, such as 127.0.0.1:9464.");
  }
  return { host, port: Number(digits) };
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function isLoopback(address: string): boolean {
  return loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
