/**
 * What a machine has to keep a short text from whoever reads its files: a keyring of the system. Both
 * give null where it cannot be opened.
 */
export interface SecretBox {
  seal(text: string): Promise<string | null>;
  /** `isStale`: it is to be sealed anew, since the keyring has another key by now. */
  open(sealed: string): Promise<{ readonly text: string; readonly isStale: boolean } | null>;
}

/** A text as it is kept: what a box sealed is marked, so that plain ones of before are still read. */
const mark = "sealed:1:";

/** A secret that was read. */
export interface ReadSecret {
  /** null: it is sealed, and nobody opens it. */
  readonly text: string | null;
  /** How it is to be kept from now on; null: as it is. */
  readonly renewed: string | null;
}

export interface Secrets {
  /** As it is to be kept: sealed where there is a box that does so, else as it is. */
  keep(text: string): Promise<string>;
  read(kept: string): Promise<ReadSecret>;
}

export function isSealed(kept: string): boolean {
  return kept.startsWith(mark);
}

/** Keeps secrets in the box of the machine, if it has one. */
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
