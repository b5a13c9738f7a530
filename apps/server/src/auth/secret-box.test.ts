import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createSecretBox } from "./secret-box.ts";
import { openSecretKey } from "./secret-key.ts";

describe("a secret box", () => {
  test("opens what it sealed, and nothing that was altered or sealed with another key", () => {
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
  test("is made once, and only its owner reads it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tidemark-key-"));
    try {
      const key = await openSecretKey(folder);
      expect(key).toHaveLength(32);
      expect(await openSecretKey(folder)).toEqual(key);
      expect(statSync(join(folder, "secret.key")).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
