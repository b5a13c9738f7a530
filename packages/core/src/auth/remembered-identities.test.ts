import { describe, expect, test } from "vitest";
import { appError } from "../error/errors.ts";
import { err, ok } from "../error/result.ts";
import type { Identity } from "./identity.ts";
import { rememberIdentities } from "./remembered-identities.ts";

const identity = (changes: Partial<Identity> = {}): Identity => ({
  caller: { name: "users/alice", role: "USER", spaces: [], scope: null, device: "web" },
  user: {
    number: 1,
    username: "alice",
    isHost: false,
    role: "USER",
    email: "",
    displayName: "",
    avatarUrl: "",
    description: "",
    state: "NORMAL",
    passwordHash: "",
    createdMs: 0,
    updatedMs: 0,
  },
  credential: { kind: "access-token", id: "t", expiresMs: null },
  isRenewed: false,
  ...changes,
});

function setUp(answer: () => Identity | null = () => identity()) {
  const state = { nowMs: 0, revision: 0, asked: 0 };
  const { identify, recall } = rememberIdentities(
    { nowMs: () => state.nowMs, sha256: (text) => `hash of ${text}` },
    async () => {
      state.asked += 1;
      const found = answer();
      return found === null ? err(appError("TOKEN_REVOKED", "revoked")) : ok(found);
    },
    () => state.revision,
  );
  const ask = (value = "token", carrier: "bearer" | "cookie" = "bearer") =>
    identify({ carrier, value });
  const isRecalled = (value = "token") => recall({ carrier: "bearer", value }) !== null;
  return { state, ask, isRecalled };
}

describe("a cached identity", () => {
  test("isn't looked up again", async () => {
    const { state, ask } = setUp();
    const [first, second] = [await ask(), await ask()];
    expect(second).toEqual(first);
    expect(state.asked).toBe(1);
  });

  test("belongs to one credential and one carrier", async () => {
    const { state, ask } = setUp();
    await ask("a");
    await ask("b");
    await ask("a", "cookie");
    expect(state.asked).toBe(3);
  });

  test("is looked up again after any change that it depends on", async () => {
    let isRevoked = false;
    const { state, ask } = setUp(() => (isRevoked ? null : identity()));
    expect((await ask()).ok).toBe(true);
    isRevoked = true;
    state.revision += 1;
    expect(await ask()).toMatchObject({ ok: false, error: { code: "TOKEN_REVOKED" } });
  });

  test("isn't cached if something changed during the lookup", async () => {
    const { state, ask } = setUp(() => {
      if (state.asked === 1) state.revision += 1;
      return identity();
    });
    await ask();
    await ask();
    expect(state.asked).toBe(2);
  });

  test("isn't cached if something changed, even if another request noticed that first", async () => {
    const slow = Promise.withResolvers<void>();
    const state = { revision: 0, asked: 0 };
    const { identify } = rememberIdentities(
      { nowMs: () => 0, sha256: (text) => text },
      async ({ value }) => {
        state.asked += 1;
        if (value === "slow") await slow.promise;
        return ok(identity());
      },
      () => state.revision,
    );
    const before = identify({ carrier: "bearer", value: "slow" });
    state.revision += 1;
    await identify({ carrier: "bearer", value: "quick" });
    slow.resolve();
    await before;
    await identify({ carrier: "bearer", value: "slow" });
    expect(state.asked).toBe(3);
  });

  test("expires with its credential, and after twenty seconds", async () => {
    const ending = setUp(() => identity({ credential: { kind: "web", id: "s", expiresMs: 5000 } }));
    await ending.ask();
    ending.state.nowMs = 4999;
    await ending.ask();
    expect(ending.state.asked).toBe(1);
    ending.state.nowMs = 5000;
    await ending.ask();
    expect(ending.state.asked).toBe(2);
    const lasting = setUp();
    await lasting.ask();
    lasting.state.nowMs = 20_000;
    await lasting.ask();
    lasting.state.nowMs = 10;
    await lasting.ask();
    expect(lasting.state.asked).toBe(3);
  });

  test("isn't cached if its cookie must be sent again or it was rejected", async () => {
    const renewed = setUp(() => identity({ isRenewed: true }));
    await renewed.ask();
    await renewed.ask();
    expect(renewed.state.asked).toBe(2);
    const refused = setUp(() => null);
    await refused.ask();
    await refused.ask();
    expect(refused.state.asked).toBe(2);
  });

  test("is recalled as long as it needn't be looked up again", async () => {
    const { state, ask, isRecalled } = setUp();
    expect(isRecalled()).toBe(false);
    await ask();
    expect(isRecalled()).toBe(true);
    expect(isRecalled("another")).toBe(false);
    state.revision += 1;
    expect(isRecalled()).toBe(false);
    await ask();
    expect(isRecalled()).toBe(true);
    state.nowMs += 60_000;
    expect(isRecalled()).toBe(false);
  });
});
