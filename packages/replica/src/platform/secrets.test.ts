import { expect, test } from "vitest";
import { createSecrets, isSealed, type SecretBox } from "./secrets.ts";

/** A keyring that reverses texts. */
function boxWith({ isOpen = true, isStale = false } = {}): SecretBox {
  const turned = (text: string): string => [...text].toReversed().join("");
  return {
    seal: async (text) => (isOpen ? turned(text) : null),
    open: async (sealed) => (isOpen ? { text: turned(sealed), isStale } : null),
  };
}

test("seals a secret and reads it again", async () => {
  const secrets = createSecrets(boxWith());
  const kept = await secrets.keep("s3cret");
  expect(isSealed(kept)).toBe(true);
  expect(kept).not.toContain("s3cret");
  expect(await secrets.read(kept)).toEqual({ text: "s3cret", renewed: null });
});

test("reads a plain secret of an earlier version, and seals it for storage", async () => {
  const secrets = createSecrets(boxWith());
  const { text, renewed } = await secrets.read("s3cret");
  expect(text).toBe("s3cret");
  expect(await secrets.read(renewed ?? "")).toEqual({ text: "s3cret", renewed: null });
});

test("stores a secret unsealed without a keyring", async () => {
  for (const secrets of [createSecrets(undefined), createSecrets(boxWith({ isOpen: false }))]) {
    expect(await secrets.keep("s3cret")).toBe("s3cret");
    expect(await secrets.read("s3cret")).toEqual({ text: "s3cret", renewed: null });
  }
});

test("returns nothing if the keyring can't be opened, and loses nothing", async () => {
  const kept = await createSecrets(boxWith()).keep("s3cret");
  for (const box of [undefined, boxWith({ isOpen: false })]) {
    expect(await createSecrets(box).read(kept)).toEqual({ text: null, renewed: null });
  }
  expect((await createSecrets(boxWith()).read(kept)).text).toBe("s3cret");
});

test("seals a secret again if the key is outdated", async () => {
  const secrets = createSecrets(boxWith({ isStale: true }));
  const { renewed } = await secrets.read(await secrets.keep("s3cret"));
  expect(renewed).not.toBeNull();
});
