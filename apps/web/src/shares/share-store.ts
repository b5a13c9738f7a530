/** Something that another app shared, until it is saved or discarded. */
export interface StoredShare {
  readonly id: string;
  readonly atMs: number;
  readonly text: string;
  /** Files that aren't attached to its draft yet. */
  readonly files: readonly File[];
  /** True once the text is in a draft. */
  readonly isTaken: boolean;
}

/** Reason why shared content isn't stored. */
export type ShareProblem = "too-large" | "too-many" | "unreadable" | "full";

const databaseName = "tidemark-shares";
const storeName = "shares";
/** Maximum number of shares that wait to be saved, and of bytes of their files. Any site can send some. */
export const maxShares = 10;
export const maxSharesBytes = 256 * 1024 * 1024;

/** Stores a share. Returns the reason if there is no room for it. */
export async function addShare(share: StoredShare): Promise<ShareProblem | null> {
  try {
    return await run("readwrite", async (shares) => {
      const stored = await settled<StoredShare[]>(shares.getAll());
      const bytes = [...stored, share].reduce((sum, { files }) => sum + bytesOf(files), 0);
      if (stored.length >= maxShares || bytes > maxSharesBytes) return "too-many";
      await settled(shares.put(share));
      return null;
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === "QuotaExceededError") return "full";
    throw error;
  }
}

/** Returns the stored shares, oldest first. */
export async function listShares(): Promise<readonly StoredShare[]> {
  const stored = await run("readonly", (shares) => settled<StoredShare[]>(shares.getAll()));
  return stored.toSorted((a, b) => a.atMs - b.atMs);
}

/** Replaces a stored share; one that was removed meanwhile stays removed. */
export async function changeShare(share: StoredShare): Promise<void> {
  await run("readwrite", async (shares) => {
    if ((await settled(shares.count(share.id))) > 0) await settled(shares.put(share));
  });
}

export async function removeShare(id: string): Promise<void> {
  await run("readwrite", (shares) => settled(shares.delete(id)));
}

/** Returns the sum of the sizes of files. */
export function bytesOf(files: readonly File[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}

async function run<T>(
  mode: IDBTransactionMode,
  act: (shares: IDBObjectStore) => Promise<T>,
): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.addEventListener("upgradeneeded", () => {
    opening.result.createObjectStore(storeName, { keyPath: "id" });
  });
  const database = await settled(opening);
  try {
    const transaction = database.transaction(storeName, mode);
    const ended = new Promise<void>((resolve, reject) => {
      transaction.addEventListener("complete", () => resolve());
      transaction.addEventListener("abort", () =>
        reject(transaction.error ?? new Error("aborted")),
      );
    });
    const [result] = await Promise.all([act(transaction.objectStore(storeName)), ended]);
    return result;
  } finally {
    database.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("failed")));
  });
}
