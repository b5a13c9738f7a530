import { describe, expect, test } from "vitest";
import type { Caller } from "../memo/access.ts";
import { createCredentialRevision, type Standing, stillStands } from "./standing.ts";

describe("what a credential was judged by", () => {
  test("is not looked up again while nothing changes", async () => {
    const revision = createCredentialRevision();
    const judgedAt = revision.now();
    expect(await revision.watch(async () => "nothing of it")).toBe("nothing of it");
    expect(revision.isCurrent(judgedAt)).toBe(true);
  });

  test("is looked up again by the transaction behind a change, before that is committed", async () => {
    const revision = createCredentialRevision();
    const judgedAt = revision.now();
    const commit = Promise.withResolvers<void>();
    const change = revision.watch(async (note) => {
      note();
      await commit.promise;
    });
    expect(revision.isCurrent(judgedAt)).toBe(false);
    // Read before the commit, it may be what was before.
    const judgedMeanwhile = revision.now();
    expect(revision.isCurrent(judgedMeanwhile)).toBe(false);
    commit.resolve();
    await change;
    expect(revision.isCurrent(judgedMeanwhile)).toBe(false);
    expect(revision.isCurrent(judgedAt)).toBe(false);
    expect(revision.isCurrent(revision.now())).toBe(true);
  });

  test("is looked up again while another of several changes is under way", async () => {
    const revision = createCredentialRevision();
    const commit = Promise.withResolvers<void>();
    const slow = revision.watch(async (note) => {
      note();
      await commit.promise;
    });
    await revision.watch(async (note) => note());
    expect(revision.isCurrent(revision.now())).toBe(false);
    commit.resolve();
    await slow;
    expect(revision.isCurrent(revision.now())).toBe(true);
  });

  test("is looked up again after a change that failed", async () => {
    const revision = createCredentialRevision();
    const judgedAt = revision.now();
    const failed = revision.watch(async (note) => {
      note();
      throw new Error("no room");
    });
    await expect(failed).rejects.toThrow("no room");
    expect(revision.isCurrent(judgedAt)).toBe(false);
    expect(revision.isCurrent(revision.now())).toBe(true);
  });

  test("is looked up again once its time is over", () => {
    const revision = createCredentialRevision();
    const standing: Standing = {
      credential: { kind: "access-token", id: "a", expiresMs: 1000 },
      hash: "h",
      judgedAt: revision.now(),
    };
    const caller: Caller = {
      name: "users/ada",
      role: "USER",
      spaces: [],
      scope: null,
      device: "d",
      standing,
    };
    expect(stillStands(caller, { revision, nowMs: 999 })).toBe(true);
    expect(stillStands(caller, { revision, nowMs: 1000 })).toBe(false);
  });
});
