/**
 * Gives what `load` gives, which is called when it is first asked for: whoever asks meanwhile waits for the
 * same. After a failure the next one tries again.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));
}
