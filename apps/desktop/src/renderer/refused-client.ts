import { mountRefused, type ShellEvent } from "@tidemark/ui";
import { z } from "zod";

const answer = z.object({
  refused: z.object({
    message: z.string(),
    copies: z
      .array(z.object({ name: z.string(), madeMs: z.number(), bytes: z.number() }))
      .nullable(),
  }),
});

const againMs = 500;

/** Shows in a browser why the profile can't be opened. */
export async function showRefusedTo(key: string, said: unknown): Promise<void> {
  let say: ((event: ShellEvent) => void) | null = null;
  const show = (words: unknown): void => {
    const read = answer.safeParse(words);
    if (read.success) say?.({ type: "refused", refused: read.data.refused });
  };
  await mountRefused({
    listen(onEvent) {
      say = onEvent;
      show(said);
    },
    send(request) {
      if (request.type === "refused") void ask({ key, act: request.act }, show);
      else if (request.type === "restore-copy") {
        void ask({ key, act: "restore", name: request.name }, show);
      }
    },
  });
}

/** Sends an action; calls `onRefused` with the response if it failed. */
async function ask(act: object, onRefused: (said: unknown) => void): Promise<void> {
  const done = await fetch("/refused", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(act),
  });
  if (done.ok) setTimeout(() => void reloadOnceServed(), againMs);
  else onRefused(await done.json().catch(() => null));
}

/**
 * Reloads the page once the app is served. If its session isn't valid, the page then asks for a new address.
 */
async function reloadOnceServed(): Promise<void> {
  const status = await fetch("/session", { cache: "no-store" }).then(
    (answer) => answer.status,
    () => 0,
  );
  if (status === 401 || status === 204) location.reload();
  else setTimeout(() => void reloadOnceServed(), againMs);
}
