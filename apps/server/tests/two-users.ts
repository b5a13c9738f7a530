import { password, type Reply, startHttpServer, type HttpServer } from "./http-server.ts";

export type AskAs = (method: string, path: string, body?: unknown) => Promise<Reply>;

/** Server with the administrator `alice` and the users `bob` and `carol`. */
export interface TwoUsers extends AsyncDisposable {
  readonly server: HttpServer;
  readonly alice: AskAs;
  readonly bob: AskAs;
  readonly carol: AskAs;
  /** Sends requests without a credential. */
  readonly nobody: AskAs;
  /** Access token of alice. */
  readonly bearer: string;
  /** Returns a function that sends requests with the given bearer token. */
  as(bearer: string): AskAs;
}

/** Starts a server with three users. Request paths are relative to `/api/v1`. */
export async function startWithUsers(
  ...options: Parameters<typeof startHttpServer>
): Promise<TwoUsers> {
  const server = await startHttpServer(...options);
  const alice = await server.alice();
  const as = (bearer?: string): AskAs => {
    return (method, path, body) =>
      server.ask(method, `/api/v1${path}`, {
        ...(bearer !== undefined && { bearer }),
        ...(body !== undefined && { body }),
      });
  };
  return {
    server,
    alice: as(alice),
    bob: as(await addUser(server, "bob")),
    carol: as(await addUser(server, "carol")),
    nobody: as(),
    bearer: alice,
    as,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Adds an account without access to alice's things. Returns its access token. */
export async function addUser(server: HttpServer, username: string): Promise<string> {
  const alice = await server.services.database.read(({ users }) => users.findByUsername("alice"));
  if (alice === null) throw new Error("there is no alice");
  await server.services.database.write(({ users }) =>
    users.insert({
      ...alice,
      username,
      displayName: username,
      email: `${username}@tides.example`,
      role: "USER",
      isHost: false,
    }),
  );
  const reply = await server.ask("POST", "/api/v1/auth/signin", { body: { username, password } });
  return String(reply.body["accessToken"]);
}

/** Returns the list of objects under a key of a response. */
export function listOf(reply: Reply, key: string): Record<string, unknown>[] {
  return reply.body[key] as Record<string, unknown>[];
}
