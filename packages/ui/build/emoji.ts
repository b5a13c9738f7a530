import type { Plugin } from "vite";

const kept = ["hexcode", "unicode", "label", "order", "tags"];

/** Leaves of the lists of emoji what is searched and written: without skins they are half as large. */
export const trimmedEmoji: Plugin = {
  name: "tidemark:trimmed-emoji",
  enforce: "pre",
  transform: (code, id) =>
    /emojibase-data\/\w+\/compact\.json$/.test(id) ? JSON.stringify(JSON.parse(code), kept) : null,
};
