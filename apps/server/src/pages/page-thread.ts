import { appError, AppFailure } from "@tidemark/core";
import { TaskThread } from "../threads/task-thread.ts";
import type { FromPageWorker } from "./page-worker.ts";
import type { BodyJob, SetBody } from "./set-body.ts";

/** A text that takes longer is shown as it was written. */
const deadlineMs = 8_000;
/** Pages that wait for the thread; whoever comes then is asked to come again. */
const maxWaiting = 32;

const thread = new TaskThread<BodyJob, FromPageWorker>({
  beside: import.meta.url,
  name: "page-worker",
  memoryMb: 256,
  deadlineMs,
});
/** Texts that took too long once: nobody waits for them again. */
const tooSlow = new Set<string>();
const maxRemembered = 200;

/**
 * Sets a text as a page in a thread of its own, away from what else the server answers; null where that
 * took too long or went wrong. `key` names the text as it is now. Throws RESOURCE_EXHAUSTED while too
 * many wait.
 */
export async function setInThread(job: BodyJob, key: string): Promise<SetBody | null> {
  if (tooSlow.has(key)) return null;
  if (thread.size >= maxWaiting) {
    throw new AppFailure({
      ...appError("RESOURCE_EXHAUSTED", "too many pages are asked for"),
      retryAfterMs: deadlineMs,
    });
  }
  const message = await thread.run(job);
  if (message === "lost") remember(key);
  return typeof message === "object" && message.type === "set" ? message.body : null;
}

function remember(key: string): void {
  tooSlow.add(key);
  const [oldest] = tooSlow;
  if (tooSlow.size > maxRemembered && oldest !== undefined) tooSlow.delete(oldest);
}
