import { followShell, type ShellEvent } from "@tidemark/ui";
import { z } from "zod";

const offerSchema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("capture"),
    captured: z.union([
      z.object({ text: z.string() }),
      z.object({ problem: z.enum(["too-large", "not-text", "unreadable"]), name: z.string() }),
    ]),
  }),
  z.object({ type: z.literal("connect"), url: z.string(), code: z.string().nullable() }),
]);

/** Requests the content that this window was opened with, and shows it. */
export async function showOffer(offer: string): Promise<void> {
  const answer = await fetch("/session/offer", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ offer }),
  });
  // The page was reloaded, so the offer was already taken.
  if (!answer.ok) return;
  const event: ShellEvent = offerSchema.parse(await answer.json());
  await followShell({ listen: (onEvent) => onEvent(event), send: () => undefined });
}
