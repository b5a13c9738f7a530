import type { Answer, Api, Sent } from "./api.ts";

export interface Account {
  readonly username: string;
  readonly password: string;
}

/**
 * Creates the `scripted` and `guest` accounts and the webhooks of `scripted`. Returns access tokens of
 * the administrator and of `scripted`.
 */
export async function prepareUsers(
  api: Api,
  {
    admin,
    scripted,
    guest,
    hooks,
  }: { admin: Account; scripted: Account; guest: Account; hooks: readonly string[] },
): Promise<{ readonly admin: string; readonly scripted: string }> {
  const ask = async (method: string, path: string, sent: Sent): Promise<Answer["body"]> => {
    const answer = await api.ask(method, `/api/v1${path}`, sent);
    if (answer?.status === 200) return answer.body;
    throw new Error(`${method} ${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
  };
  const signIn = async (account: Account): Promise<string> => {
    const session = await ask("POST", "/auth/signin", { body: account });
    const made = await ask("POST", `/users/${account.username}/personalAccessTokens`, {
      token: String(session["accessToken"]),
      body: { description: "a script" },
    });
    return String(made["token"]);
  };

  const token = await signIn(admin);
  for (const account of [scripted, guest]) await ask("POST", "/users", { token, body: account });
  await ask("PATCH", "/instance/settings/WEBHOOKS?updateMask=webhooksSetting.allowPrivateTargets", {
    token,
    body: { webhooksSetting: { allowPrivateTargets: true } },
  });
  const own = await signIn(scripted);
  for (const url of hooks) {
    const body = { url, displayName: url, events: ["memo.created", "memo.updated"] };
    await ask("POST", `/users/${scripted.username}/webhooks`, { token: own, body });
  }
  return { admin: token, scripted: own };
}
