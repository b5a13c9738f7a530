import type { RegisterKind } from "@tidemark/core/merge";

/** How a text says which write it is: no two write the same. */
export function marked(to: number): string {
  return `t${to}t`;
}

/** Where only a colour can be set, its shade says so. */
export const shades = 100_000;

/** Which write a value is of, as JSON; null: it was taken away. */
export function writeIn(said: string): number | null {
  const [, text, shade] = /"t(\d+)t"|"red":([\d.e-]+)/.exec(said) ?? [];
  if (text !== undefined) return Number(text);
  return shade === undefined ? null : Math.round(Number(shade) * shades);
}

/** One write of a register that was committed where it was made. */
export interface RegisterWrite {
  /** Resource name of the account that its owner has. */
  readonly user: string;
  readonly kind: RegisterKind;
  readonly id: string;
  readonly writer: string;
  readonly isDevice: boolean;
  /** As JSON. */
  readonly value: string;
  readonly stamp: string;
  /** The true time. */
  readonly atMs: number;
  /** How far the stamp was ahead of it. */
  readonly skewMs: number;
  /** The server's version that its author had in view with nothing waiting on top; null: unknown. */
  readonly onTopOf: { readonly seq: number; readonly epoch: string | null } | null;
}

export interface RegisterHistory {
  readonly writes: readonly RegisterWrite[];
  /** False once a stamp can be further from the true time than the server promises to mend (C5). */
  isTimed: boolean;
  /** A backup, or a copy of a profile, may say something else. */
  hasOthers: boolean;
  /** The newest that was left when the server was put back, with nothing written since. */
  newest: { readonly value: string; readonly stamp: string } | null;
}

/** What was written to each register, and what of it the server was told with which clock. */
export interface RegisterLedger {
  written(write: RegisterWrite): void;
  /** A push told a write, and its sender's clock seemed to be so far behind the server's. */
  heard(
    found: { user: string; kind: RegisterKind; id: string; stamp: string },
    behindMs: number,
  ): void;
  histories(): Iterable<RegisterHistory>;
  /** The write of a device with this stamp. */
  find(device: string, kind: RegisterKind, id: string, stamp: string): RegisterWrite | undefined;
  /** Whose value it is, by the number of the write. */
  ownerOf(write: number): string | undefined;
  /** From now on a database or a profile that is older may tell what it has. */
  addOthers(): void;
  /** A replica has this after the server was put back. */
  known(found: Pick<RegisterWrite, "user" | "kind" | "id" | "value" | "stamp">): void;
}

type Writable = Omit<RegisterHistory, "writes"> & { writes: RegisterWrite[] };

const unwritten = { isTimed: true, hasOthers: false, newest: null } as const;

/** A clock that is less behind is left alone, and one that is less ahead (C5). */
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
        // Numbers that were given out are given out again.
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
