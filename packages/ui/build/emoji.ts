import type { Plugin } from "vite";

const kept = ["hexcode", "unicode", "label", "order", "tags"];

/**
 * Reduces the emoji lists to the fields that are searched or inserted; without skin tones they are half as
 * large.
 */
export const trimmedEmoji: Plugin = {
  name: "tidemark:trimmed-emoji",
  enforce: "pre",
  transform: (code, id) =>
    /emojibase-data\/\w+\/compact\.json$/.test(id) ? JSON.stringify(JSON.parse(code), kept) : null,
};
