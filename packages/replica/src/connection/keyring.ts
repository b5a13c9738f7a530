import { createSecrets, isSealed, type Secrets } from "../platform/secrets.ts";
import { serverTokenKey } from "../sync/session-keys.ts";
import type { ConnectionDeps } from "./connection-deps.ts";

type KeyringDeps = Pick<ConnectionDeps, "database" | "machine" | "log">;

/** Seals server tokens with the system's keyring; without one they stay plain. */
export class Keyring {
  readonly #deps: KeyringDeps;
  readonly #secrets: Secrets;

  constructor(deps: KeyringDeps) {
    this.#deps = deps;
    this.#secrets = createSecrets(deps.machine.secrets);
  }

  /** Returns how the stored token is protected; null if there is none. */
  async stored(): Promise<"sealed" | "plain" | null> {
    const token = await this.#deps.database.read(({ meta }) => meta.get(serverTokenKey));
    return token === null ? null : isSealed(token) ? "sealed" : "plain";
  }

  /** Returns true if reading the token requires a keyring, which may prompt the user. */
  mayPrompt(token: string): boolean {
    return this.#deps.machine.secrets !== undefined || isSealed(token);
  }

  seal(token: string): Promise<string> {
    return this.#secrets.keep(token);
  }

  /** Returns null if the token can't be opened now. */
  async open(token: string): Promise<string | null> {
    return (await this.#secrets.read(token)).text;
  }

  /** Opens the stored token; `renew` stores it again if its sealing is outdated. */
  async openStored(
    token: string,
  ): Promise<{ readonly text: string | null; readonly renew: () => Promise<void> }> {
    const { database, log } = this.#deps;
    try {
      const { text, renewed } = await this.#secrets.read(token);
      const renew = async (): Promise<void> => {
        if (renewed === null) return;
        await database
          .write(async ({ meta }) => {
            // Another sign-in may have replaced it.
            if ((await meta.get(serverTokenKey)) === token) await meta.set(serverTokenKey, renewed);
          })
          .catch((error: unknown) => log(`keyring: ${String(error)}`));
      };
      return { text, renew };
    } catch (error) {
      log(`keyring: ${error instanceof Error ? error.message : String(error)}`);
      return { text: null, renew: async () => undefined };
    }
  }
}
