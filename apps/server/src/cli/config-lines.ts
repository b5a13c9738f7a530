import type { Config } from "./config.ts";
import type { SecretSource } from "./options.ts";

/** Stands for a secret. */
const hidden = "…";

/** Returns a configuration as JSON, without its secrets. */
export function configLines(config: Config): string {
  const { database, admin, metrics } = config;
  const shown = {
    ...config,
    database: database === null ? null : shownDatabase(database),
    admin: admin === null ? null : { ...admin, password: shownSecret(admin.password) },
    metrics: metrics === null ? null : { token: metrics.token === null ? null : hidden },
  };
  return JSON.stringify(shown, null, 2);
}

function shownSecret(source: SecretSource): SecretSource {
  return typeof source === "string" ? hidden : source;
}

/** Returns the address without its password, wherever that stands. */
function shownDatabase(source: SecretSource): SecretSource {
  if (typeof source !== "string") return source;
  const url = URL.parse(source);
  if (url === null) return hidden;
  if (url.password !== "") url.password = hidden;
  for (const name of [...url.searchParams.keys()]) {
    if (/pass|secret|key/i.test(name)) url.searchParams.set(name, hidden);
  }
  // Other escapes stay: an address may have some that stand for nothing.
  return url.href.replaceAll(encodeURIComponent(hidden), hidden);
}
