import { type Relay, parseJson } from "@tidemark/core";
import { type CaretRoom, caretSchema, type Seat } from "@tidemark/core/carets";
import { z } from "zod";
import { after, type Carets } from "../sync/caret-calls.ts";

type Caret = Parameters<CaretRoom["move"]>[2];

/** Fields that identify an editor: place, owner and session. */
const whoForm = { place: z.string(), owner: z.string(), session: z.int() };
const presentForm = { ...whoForm, device: z.string().nullable(), caret: caretSchema.nullable() };

const messageSchema = z.discriminatedUnion("say", [
  /** The editor entered. */
  z.object({ say: z.literal("came"), ...presentForm }),
  /** The editor is still present. */
  z.object({ say: z.literal("is"), ...presentForm }),
  z.object({ say: z.literal("moved"), ...whoForm, caret: caretSchema.nullable() }),
  z.object({ say: z.literal("left"), ...whoForm }),
  /** A process has started and requests the present editors. */
  z.object({ say: z.literal("who") }),
]);
type Said = z.infer<typeof messageSchema>;
type Who = { readonly place: string; readonly owner: string; readonly session: number };

/** Editor whose stream is in this process. */
interface Own extends Who {
  readonly device: string | null;
  caret: Caret;
  readonly seat: Seat;
}

/** Editor whose stream is in another process, in the room like a local one. */
interface Guest {
  /** The other process. */
  readonly from: string;
  readonly seat: Seat;
  readonly stopExpiry: () => void;
}

/**
 * Interval at which a process announces its editors, and lifetime of an editor without announcements. In
 * milliseconds.
 */
const sayAgainMs = 20_000;
const guestLifeMs = 60_000;

/**
 * Creates a room for editors whose streams are in different processes. Each process notifies the others of
 * editors that enter, move and leave. A move may arrive at another process than the editor's stream. Lost
 * messages are corrected by the next announcement. Editors of a crashed process disappear within a minute.
 */
export function createSharedCarets(room: CaretRoom, relay: Relay): Carets & Disposable {
  const own = new Map<string, Own>();
  const guests = new Map<string, Guest>();
  const say = (said: Said): void => relay.say(JSON.stringify(said));

  function sayAll(): void {
    for (const { place, owner, session, device, caret } of own.values()) {
      say({ say: "is", place, owner, session, device, caret });
    }
  }

  let stopSaying = (): void => {};
  function sayAgainLater(): void {
    stopSaying = after(sayAgainMs, () => {
      sayAll();
      sayAgainLater();
    });
  }
  sayAgainLater();

  function dismiss(key: string): void {
    const guest = guests.get(key);
    guests.delete(key);
    guest?.stopExpiry();
    guest?.seat.leave();
  }

  function receive(said: Extract<Said, { say: "came" | "is" }>, from: string): void {
    const { place, owner, session, device, caret } = said;
    const key = keyOf(said);
    const known = guests.get(key);
    // The editor has since entered elsewhere; the sender hasn't noticed yet that it left.
    const isElsewhere = own.has(key) || (known !== undefined && known.from !== from);
    if (said.say === "is" && isElsewhere) return;
    own.delete(key);
    known?.stopExpiry();
    const seat =
      known !== undefined && said.say === "is"
        ? known.seat
        : room.enter(place, { owner, session, device }, () => {});
    guests.set(key, { from, seat, stopExpiry: after(guestLifeMs, () => dismiss(key)) });
    room.show(place, { owner, session }, caret);
  }

  function hear(said: Said, from: string): void {
    switch (said.say) {
      case "came":
      case "is":
        receive(said, from);
        return;
      case "moved": {
        const { place, caret } = said;
        const here = own.get(keyOf(said));
        if (here !== undefined) here.caret = caret;
        room.show(place, said, caret);
        return;
      }
      case "left":
        if (guests.get(keyOf(said))?.from === from) dismiss(keyOf(said));
        return;
      case "who":
        sayAll();
    }
  }

  const stopListening = relay.listen({
    heard(text, from) {
      const said = readSaid(text);
      if (said !== null) hear(said, from);
    },
    joined() {
      say({ say: "who" });
      sayAll();
    },
  });
  say({ say: "who" });

  return {
    enter(place, entrant, onOthers) {
      const { owner, session, device } = entrant;
      const seat = room.enter(place, entrant, onOthers);
      const here: Own = { place, owner, session, device, caret: null, seat };
      const key = keyOf(here);
      guests.get(key)?.stopExpiry();
      guests.delete(key);
      own.set(key, here);
      say({ say: "came", place, owner, session, device, caret: null });
      return {
        others: () => seat.others(),
        leave() {
          seat.leave();
          if (own.get(key) !== here) return;
          own.delete(key);
          say({ say: "left", place, owner, session });
        },
      };
    },
    move(place, { owner, session }, caret) {
      const moved = room.move(place, { owner, session }, caret);
      if (moved !== "moved") return moved;
      const here = own.get(keyOf({ place, owner, session }));
      if (here !== undefined) here.caret = caret;
      say({ say: "moved", place, owner, session, caret });
      return moved;
    },
    [Symbol.dispose]() {
      stopListening();
      stopSaying();
      for (const key of [...guests.keys()]) dismiss(key);
    },
  };
}

function keyOf({ place, owner, session }: Who): string {
  return JSON.stringify([place, owner, session]);
}

/** Parses a message; null for one of a newer version that runs at the same time. */
function readSaid(text: string): Said | null {
  try {
    return parseJson(messageSchema, text);
  } catch {
    return null;
  }
}
