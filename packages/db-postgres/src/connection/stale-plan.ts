import { DatabaseError } from "pg";

/**
 * Returns whether a statement was rejected because it was prepared before its table changed, for example by a
 * newer version starting beside this process. It keeps failing on its connection.
 */
function isStalePlan(error: unknown): boolean {
  return (
    error instanceof DatabaseError &&
    error.code === "0A000" &&
    // Other unsupported features have the same state, and messages are localized.
    error.routine === "RevalidateCachedQuery"
  );
}

/**
 * Runs `work` again if one of its statements was prepared too early; `renew` replaces the existing
 * connections. The first run's transaction was rolled back.
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
