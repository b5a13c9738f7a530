import type { ShellEvent } from "@tidemark/ui";
import { newSecret } from "./session-key.ts";

/** Data that a window was opened with; only its page may read it. */
export type WindowOffer = Extract<ShellEvent, { readonly type: "capture" | "connect" }>;

/** Offers that wait for the pages of their windows. */
export interface WindowOffers {
  /** Stores an offer and returns the id by which its page requests it. */
  put(offer: WindowOffer): string;
  /** Returns an offer once; null if it was taken or never existed. */
  take(id: string): WindowOffer | null;
}

/** Maximum number of pending offers; more windows than anyone opens before the first page loads. */
const most = 20;

export function createWindowOffers(): WindowOffers {
  const waiting = new Map<string, WindowOffer>();
  return {
    put(offer) {
      const id = newSecret();
      waiting.set(id, offer);
      const [oldest] = waiting.keys();
      if (waiting.size > most && oldest !== undefined) waiting.delete(oldest);
      return id;
    },
    take(id) {
      const offer = waiting.get(id) ?? null;
      waiting.delete(id);
      return offer;
    },
  };
}
