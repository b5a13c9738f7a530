import { describe, expect, test } from "vitest";
import type { Caller } from "../model/caller.ts";
import type { Signal } from "../stores/processes/signals.ts";
import { createCredentialRevision, isCredentialCurrent } from "./credential-check.ts";
import type { CredentialCheck } from "../model/caller.ts";

function setUp() {
  let listener: (heard: readonly Signal[]) => void = () => {};
  const revision = createCredentialRevision({
    listen(given) {
      listener = given;
      return () => {};
    },
  });
  return { revision, announce: (...signals: Signal[]) => listener(signals) };
}

describe("a checked credential", () => {
  test("stays valid while nothing changes", () => {
    const { revision, announce } = setUp();
    const checkedAt = revision.now();
    announce({ kind: "scopes-moved", scopes: ["u:ada"] }, { kind: "events-logged" });
    expect(revision.isCurrent(checkedAt)).toBe(true);
  });

  test("is checked again after each commit that changed a credential", () => {
    const { revision, announce } = setUp();
    for (let change = 0; change < 2; change += 1) {
      const checkedAt = revision.now();
      announce({ kind: "events-logged" }, { kind: "credentials-changed", ended: [] });
      expect(revision.isCurrent(checkedAt)).toBe(false);
      expect(revision.isCurrent(revision.now())).toBe(true);
    }
  });

  test("is checked again if changes may have been missed", () => {
    const { revision, announce } = setUp();
    const checkedAt = revision.now();
    announce({ kind: "everything-moved" });
    expect(revision.isCurrent(checkedAt)).toBe(false);
  });

  test("is checked again after it expires", () => {
    const { revision } = setUp();
    const credentialCheck: CredentialCheck = {
      credential: { kind: "access-token", id: "a", expiresMs: 1000 },
      hash: "h",
      checkedAt: revision.now(),
    };
    const caller: Caller = {
      name: "users/ada",
      role: "USER",
      spaces: [],
      scope: null,
      device: "d",
      credentialCheck,
    };
    expect(isCredentialCurrent(caller, { revision, nowMs: 999 })).toBe(true);
    expect(isCredentialCurrent(caller, { revision, nowMs: 1000 })).toBe(false);
  });
});
