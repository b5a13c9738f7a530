import { DatabaseError } from "pg";

/**
 * Whether a statement was refused because it was prepared before its table was changed, as by a newer
 * version that begins beside this process. It stays refused on its connection.
 */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "0A000" &&
    // Other things that cannot be done have the same state, and words are in the server's language.
    error.routine === "RevalidateCachedQuery"
  );
}

/**
 * Runs `work` once more where a statement of it was prepared too early; `renew` has the connections of
 * before replaced. Nothing of the first run is kept: its transaction was undone.
 */
export async function withFreshPlans<T>(work: () => Promise<T>, renew: () => void): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    renew();
    return work();
  }
}
