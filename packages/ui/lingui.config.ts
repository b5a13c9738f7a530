import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

// Configuration of the catalogues, which `src/locales/README.md` describes.
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "zh-Hans", "ja", "de"],
  // Has no file and isn't extracted: compiled from English. Shows which words on a screen bypass the catalogues.
  pseudoLocale: "en-XA",
  catalogs: [
    {
      path: "<rootDir>/src/locales/{locale}",
      include: ["<rootDir>/src"],
      exclude: ["**/*.test.*"],
    },
  ],
  // Files without lines: moving a sentence within its file changes no catalogue.
  format: formatter({ lineNumbers: false }),
});
