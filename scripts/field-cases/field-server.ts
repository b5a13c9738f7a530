import { rm } from "node:fs/promises";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { z } from "zod";
import { readConfig } from "../../apps/server/src/cli/config.ts";
import { startServer } from "../../apps/server/src/start-server.ts";
import { parseJson } from "../../packages/core/src/json/parse-json.ts";

const password = "correct horse";
const version = "0.0.0";

/** Fresh server with the administrator `alice`. Disposing stops it and deletes its folder. */
export interface FieldServer extends AsyncDisposable {
  readonly url: string;
  /** Returns an access token of a user, by default alice. */
  bearer(username?: string): Promise<string>;
  /** Returns the cookie of a session of alice. */
  cookie(): Promise<string>;
  /** Calls the API as a user and returns the answer's JSON. Throws unless the status is 2xx. */
  call(method: string, path: string, body?: unknown, username?: string): Promise<Answer>;
}

export type Answer = Readonly<Record<string, unknown>>;
const answerSchema = z.record(z.string(), z.unknown());

/** Starts a server in this process on a free port, with command-line options. */
export async function startFieldServer(options: readonly string[] = []): Promise<FieldServer> {
  const data = mkdtempSync(join(tmpdir(), "tidemark-field-"));
  const unlimited = ["--rate-limit", "0", "--rate-limit-anonymous", "0"];
  const admin = ["--admin-username", "alice", "--admin-password", password];
  const args = ["--data", data, "--port", "0", ...admin, ...unlimited, ...options];
  const config = readConfig(args, version);
  if (!config.ok) throw new Error(`the server's options are refused: ${options.join(" ")}`);
  const logger = pino({ level: "silent" });
  const started = await startServer(config.value, { version, logger });
  if (!started.ok) throw new Error("the server does not start");
  const { url } = started.value;

  async function signIn(username: string): Promise<{ bearer: string; cookie: string }> {
    const response = await fetch(`${url}/api/v1/auth/signin`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username, password }),
    });
    const cookies = response.headers.getSetCookie().map((line) => line.replace(/;.*$/, ""));
    const schema = z.object({ accessToken: z.string() });
    const { accessToken } = parseJson(schema, await response.text());
    return { bearer: accessToken, cookie: cookies.join("; ") };
  }
  const sessions = new Map<string, ReturnType<typeof signIn>>();
  const sessionOf = (username: string): ReturnType<typeof signIn> => {
    const session = sessions.get(username) ?? signIn(username);
    sessions.set(username, session);
    return session;
  };
  const bearer = async (username = "alice"): Promise<string> => (await sessionOf(username)).bearer;

  return {
    url,
    bearer,
    cookie: async () => (await sessionOf("alice")).cookie,
    async call(method, path, body, username) {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${await bearer(username)}`,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok)
        throw new Error(`${method} ${path} is answered by ${response.status} ${text}`);
      return parseJson(answerSchema, text);
    },
    async [Symbol.asyncDispose]() {
      await started.value[Symbol.asyncDispose]();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Adds a user with the same password as alice. */
export async function addFieldUser(server: FieldServer, username: string): Promise<void> {
  await server.call("POST", "/api/v1/users", { username, password, role: "USER" });
}

/** Allows the server to connect to this machine. */
export async function allowPrivateTargets(server: FieldServer): Promise<void> {
  const webhooksSetting = { allowPrivateTargets: true };
  await server.call("PATCH", "/api/v1/instance/settings/WEBHOOKS", { webhooksSetting });
}
