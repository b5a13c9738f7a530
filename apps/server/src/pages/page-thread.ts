import { appError, AppFailure } from "@tidemark/core";
import { TaskThread } from "../threads/task-thread.ts";
import type { FromPageWorker } from "./page-worker.ts";
import type { BodyJob, SetBody } from "./render-body.ts";

/** Time limit for rendering a text; beyond it the source is shown. */
const deadlineMs = 8_000;
/** Maximum number of pages waiting for the thread; further requests must retry. */
const maxWaiting = 32;

const thread = new TaskThread<BodyJob, FromPageWorker>({
  beside: import.meta.url,
  name: "page-worker",
  memoryMb: 256,
  deadlineMs,
});
/** Texts that once took too long and aren't tried again. */
const tooSlow = new Set<string>();
const maxRemembered = 200;

/**
 * Renders a text for a page in a separate thread, so other requests aren't blocked. Returns null if that
 * takes too long or fails. `key` identifies the text in its current version. Throws RESOURCE_EXHAUSTED while
 * too many pages wait.
 */
export async function renderInThread(job: BodyJob, key: string): Promise<SetBody | null> {
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
