import { ApiClient, Seen } from "./api-client.ts";

/** An account with an access token of its own. */
export interface LoadAccount {
  readonly username: string;
  readonly password: string;
  readonly token: string;
}

const password = "a password for load";

/** Creates accounts whose names begin with `prefix`. Needs the administrator's password. */
export async function createAccounts(
  url: string,
  admin: { readonly username: string; readonly password: string },
  prefix: string,
  count: number,
): Promise<LoadAccount[]> {
  const { token } = await signIn(url, admin);
  const accounts: LoadAccount[] = [];
  while (accounts.length < count) {
    const account = { username: `${prefix}-${accounts.length + 1}`, password };
    await post(url, token, "users", account);
    accounts.push(await signIn(url, account));
  }
  return accounts;
}

async function signIn(
  url: string,
  account: { readonly username: string; readonly password: string },
): Promise<LoadAccount> {
  const { accessToken } = await post(url, "", "auth/signin", account);
  const path = `users/${account.username}/personalAccessTokens`;
  const made = await post(url, String(accessToken), path, { description: "load" });
  return { ...account, token: String(made["token"]) };
}

async function post(
  url: string,
  token: string,
  path: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const seen = new Seen();
  const answer = await new ApiClient(url, token, "load").ask(seen, { method: "POST", path, body });
  if (answer === null) throw new Error(seen.faults.join(", "));
  return answer;
}
