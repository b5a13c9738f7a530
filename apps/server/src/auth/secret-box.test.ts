import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSecretBox } from "./secret-box.ts";
import { keyFingerprint, openSecretKey, readSecretKey } from "./secret-key.ts";

describe("a secret box", () => {
  test("decrypts its own texts, but none that was altered or encrypted with another key", () => {
    const box = createSecretBox(new Uint8Array(32).fill(1));
    const sealed = box.seal("tide 🌊");
    expect(box.open(sealed)).toBe("tide 🌊");
    expect(box.seal("tide 🌊")).not.toBe(sealed);
    expect(createSecretBox(new Uint8Array(32).fill(2)).open(sealed)).toBeNull();
    const altered = Buffer.from(sealed, "base64");
    altered[altered.length - 1] = (altered.at(-1) ?? 0) ^ 1;
    expect(box.open(altered.toString("base64"))).toBeNull();
    expect(box.open("")).toBeNull();
  });
});

describe("the key of a data folder", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "tidemark-key-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("is created once, and readable only by its owner", async () => {
    const file = join(folder, "secret.key");
    expect(await readSecretKey(file)).toBeNull();
    const key = await openSecretKey(file);
    expect(key).toHaveLength(32);
    expect(await openSecretKey(file)).toEqual(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["secret.key"]);
  });

  test("is the same for all that create it at the same time", async () => {
    const file = join(folder, "secret.key");
    const keys = await Promise.all(Array.from({ length: 20 }, () => openSecretKey(file)));
    expect(new Set(keys.map((key) => keyFingerprint(key))).size).toBe(1);
    expect(readdirSync(folder)).toEqual(["secret.key"]);
  });

  test("has a fingerprint that reveals nothing about it", () => {
    const [one, other] = [1, 2].map((byte) => keyFingerprint(new Uint8Array(32).fill(byte)));
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(one).not.toBe(other);
  });

  test("is not read from a file with other content", async () => {
    const file = join(folder, "secret.key");
    writeFileSync(file, "no key");
    await expect(openSecretKey(file)).rejects.toThrow(`${file} is not a key file`);
  });
});
