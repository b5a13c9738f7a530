import { z } from "zod";
import { createApi, type Api, type ChaosClient } from "./api.ts";
import type { InstanceProcess } from "./server-processes.ts";

const madeSchema = z.object({
  personalAccessToken: z.object({ name: z.string() }),
  token: z.string(),
});

/**
 * Creates a client that signs in and uses the session and an access token at every process, which caches
 * them there. Then it ends both at any process, and checks that every process refuses them.
 */
export function createSessionEnder(options: {
  readonly api: Api;
  readonly account: { readonly username: string; readonly password: string };
  readonly processes: readonly InstanceProcess[];
  readonly onFault: (fault: string) => void;
}): ChaosClient {
  const { api, account, onFault } = options;
  const direct = options.processes.map((each) => ({
    name: each.name,
    api: createApi(each.url, onFault),
  }));

  async function everywhere(what: string, token: string, expected: number): Promise<void> {
    for (const { name, api: own } of direct) {
      const answer = await own.ask("GET", "/api/v1/auth/me", { token });
      if (answer === null || answer.status === expected) continue;
      onFault(`${name} answers ${answer.status} to ${what}, not ${expected}`);
    }
  }

  /** Retries until a process answers. A retry may find it done already (401 or 404). */
  async function untilEnded(method: string, path: string, token: string): Promise<void> {
    for (;;) {
      const answer = await api.ask(method, path, { token });
      if (answer !== null && [200, 401, 404].includes(answer.status)) return;
      if (answer !== null) {
        onFault(`${method} ${path} is answered with ${answer.status}`);
        return;
      }
      await new Promise((done) => setTimeout(done, 100));
    }
  }

  return {
    async work() {
      const signedIn = await api.ask("POST", "/api/v1/auth/signin", { body: account });
      if (signedIn === null) return;
      if (signedIn.status !== 200) {
        onFault(`signing in is answered with ${signedIn.status}`);
        return;
      }
      const session = String(signedIn.body["accessToken"]);
      const body = { description: "a script" };
      const tokens = `/api/v1/users/${account.username}/personalAccessTokens`;
      const made = await api.ask("POST", tokens, { token: session, body });
      await everywhere("a session", session, 200);
      if (made?.status === 200) {
        const { personalAccessToken, token } = madeSchema.parse(made.body);
        await everywhere("an access token", token, 200);
        await untilEnded("DELETE", `/api/v1/${personalAccessToken.name}`, session);
        await everywhere("an access token that was revoked", token, 401);
      }
      await untilEnded("POST", "/api/v1/auth/signout", session);
      await everywhere("a session that was ended", session, 401);
    },
  };
}
