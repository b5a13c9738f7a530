import type { ShellEvent } from "@tidemark/ui";
import { newSecret } from "./session-key.ts";

/** What a window was opened with, and only its page is to hear of. */
export type WindowOffer = Extract<ShellEvent, { readonly type: "capture" | "connect" }>;

/** Offers that wait for the pages of their windows. */
export interface WindowOffers {
  /** Gives what its page asks for it by. */
  put(offer: WindowOffer): string;
  /** Once; null for one that was taken, or never was. */
  take(id: string): WindowOffer | null;
}

/** As many windows as anybody opens before the first of their pages is there. */
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
