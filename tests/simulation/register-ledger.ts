import type { RegisterKind } from "@tidemark/core/merge";

/** Returns the text that identifies a write by its number. No two writes have the same. */
export function marked(to: number): string {
  return `t${to}t`;
}

/** Divisor for encoding a write's number as a colour, where a text can't be set. */
export const shades = 100_000;

/** Returns the number of the write that set a value, given as JSON; null if it was removed. */
export function writeIn(said: string): number | null {
  const [, text, shade] = /"t(\d+)t"|"red":([\d.e-]+)/.exec(said) ?? [];
  if (text !== undefined) return Number(text);
  return shade === undefined ? null : Math.round(Number(shade) * shades);
}

/** A write of a register that its writer committed. */
export interface RegisterWrite {
  /** Resource name of its owner's account. */
  readonly user: string;
  readonly kind: RegisterKind;
  readonly id: string;
  readonly writer: string;
  readonly isDevice: boolean;
  /** Value as JSON. */
  readonly value: string;
  readonly stamp: string;
  /** Actual time of the write. */
  readonly atMs: number;
  /** Time in ms by which the stamp is ahead of `atMs`. */
  readonly skewMs: number;
  /** Server version that the author saw, with no pending operation on top; null if unknown. */
  readonly onTopOf: { readonly seq: number; readonly epoch: string | null } | null;
}

export interface RegisterHistory {
  readonly writes: readonly RegisterWrite[];
  /** False once a stamp may be further off than the server corrects (C5). */
  isTimed: boolean;
  /** Set if a backup or a profile's copy may have another value. */
  hasOthers: boolean;
  /** Newest value left after the server was restored; null after a later write. */
  newest: { readonly value: string; readonly stamp: string } | null;
}

/** Record of the writes to each register, and of the clock skew of the pushes that sent them. */
export interface RegisterLedger {
  written(write: RegisterWrite): void;
  /**
   * Called when a push sent a write. `behindMs` is how far its sender's clock seemed to be behind the
   * server's.
   */
  heard(
    found: { user: string; kind: RegisterKind; id: string; stamp: string },
    behindMs: number,
  ): void;
  histories(): Iterable<RegisterHistory>;
  /** Returns a device's write with this stamp. */
  find(device: string, kind: RegisterKind, id: string, stamp: string): RegisterWrite | undefined;
  /** Returns the owner of a value, by the number of its write. */
  ownerOf(write: number): string | undefined;
  /** Called when an older database or profile may send its values from now on. */
  addOthers(): void;
  /** Called for each value that a replica has after the server was restored. */
  known(found: Pick<RegisterWrite, "user" | "kind" | "id" | "value" | "stamp">): void;
}

type Writable = Omit<RegisterHistory, "writes"> & { writes: RegisterWrite[] };

const unwritten = { isTimed: true, hasOthers: false, newest: null } as const;

/** Clock skews that the server doesn't correct (C5). */
const behindMs = 5_000;
const aheadMs = 61_000;

export function createRegisterLedger(): RegisterLedger {
  const histories = new Map<string, Writable>();
  const owners = new Map<number, string>();
  const keyOf = (of: { user: string; kind: string; id: string }): string =>
    `${of.user} ${of.kind} ${of.id}`;
  const isNear = (skewMs: number): boolean => skewMs >= -behindMs - 1000 && skewMs <= aheadMs;

  return {
    written(write) {
      const key = keyOf(write);
      const known = histories.get(key) ?? { ...unwritten, writes: [] };
      known.writes.push(write);
      known.newest = null;
      if (!write.isDevice && !isNear(write.skewMs)) known.isTimed = false;
      histories.set(key, known);
      const number = writeIn(write.value);
      if (number !== null) owners.set(number, write.user);
    },
    heard(found, apartMs) {
      const known = histories.get(keyOf(found));
      const write = known?.writes.findLast((one) => one.stamp === found.stamp);
      if (known === undefined || write === undefined) return;
      const movedMs = apartMs > behindMs ? apartMs : 0;
      if (!isNear(write.skewMs + movedMs)) known.isTimed = false;
    },
    histories: () => histories.values(),
    find: (device, kind, id, stamp) => {
      for (const { writes } of histories.values()) {
        const found = writes.findLast(
          (one) =>
            one.writer === device && one.kind === kind && one.id === id && one.stamp === stamp,
        );
        if (found !== undefined) return found;
      }
      return undefined;
    },
    ownerOf: (write) => owners.get(write),
    addOthers() {
      for (const history of histories.values()) {
        history.hasOthers = true;
        history.isTimed = false;
        history.newest = null;
        // The database assigns its numbers a second time.
        history.writes = history.writes.map((write) => ({ ...write, onTopOf: null }));
      }
    },
    known(found) {
      const history = histories.get(keyOf(found));
      if (history === undefined || found.stamp < (history.newest?.stamp ?? "")) return;
      history.newest = { value: found.value, stamp: found.stamp };
    },
  };
}
