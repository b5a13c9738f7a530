import { describe, expect, test } from "vitest";
import { hashPassword, verifyPassword } from "./password-hash.ts";

describe("password hashes", () => {
  test("are salted argon2id strings that verify only their own password", async () => {
    const [first, second] = await Promise.all([hashPassword("pässword"), hashPassword("pässword")]);
    expect(first).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(second).not.toBe(first);
    expect(await verifyPassword("pässword", first)).toBe(true);
    expect(await verifyPassword("passwort", first)).toBe(false);
  });

  test("from other implementations and with another cost are verified too", async () => {
    // From the test vectors of the reference implementation.
    const phc =
      "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await verifyPassword("password", phc)).toBe(true);
  });

  test("share one short queue for hashing and verifying", async () => {
    const cheap = { memory: 8, passes: 1, parallelism: 1 };
    const phc = await hashPassword("pässword", cheap);
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, () => [
        hashPassword("pässword", cheap),
        verifyPassword("pässword", phc),
      ]).flat(),
    );
    // Two run, and 32 wait.
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(34);
    const refused = { status: "rejected", reason: { error: { code: "RESOURCE_EXHAUSTED" } } };
    expect(settled.slice(34)).toMatchObject(Array(6).fill(refused));
    expect(await verifyPassword("pässword", phc)).toBe(true);
  });

  test.each(["", "plain", "$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$AAAA"])(
    "%j verifies nothing",
    async (phc) => {
      expect(await verifyPassword("plain", phc)).toBe(false);
    },
  );
});
