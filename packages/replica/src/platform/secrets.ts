/**
 * A keyring of the system that protects a short text from readers of the files. Both functions return null if
 * it can't be opened.
 */
export interface SecretBox {
  seal(text: string): Promise<string | null>;
  /** Opens a text. `isStale`: it should be sealed again, because the keyring's key has changed. */
  open(sealed: string): Promise<{ readonly text: string; readonly isStale: boolean } | null>;
}

/** Prefix of sealed texts; plain texts of earlier versions remain readable. */
const mark = "sealed:1:";

export interface ReadSecret {
  /** The secret; null if it is sealed and can't be opened. */
  readonly text: string | null;
  /** Value to store instead of the current one; null to leave it. */
  readonly renewed: string | null;
}

export interface Secrets {
  /** Returns the value to store: sealed if there is a keyring that works, else the text. */
  keep(text: string): Promise<string>;
  read(kept: string): Promise<ReadSecret>;
}

export function isSealed(kept: string): boolean {
  return kept.startsWith(mark);
}

/** Creates a store of secrets that seals them with the machine's keyring, if it has one. */
export function createSecrets(box: SecretBox | undefined): Secrets {
  async function seal(text: string): Promise<string | null> {
    const sealed = await box?.seal(text);
    return sealed === undefined || sealed === null ? null : mark + sealed;
  }
  return {
    keep: async (text) => (await seal(text)) ?? text,
    async read(kept) {
      if (!isSealed(kept)) return { text: kept, renewed: await seal(kept) };
      const opened = (await box?.open(kept.slice(mark.length))) ?? null;
      if (opened === null) return { text: null, renewed: null };
      return { text: opened.text, renewed: opened.isStale ? await seal(opened.text) : null };
    },
  };
}
