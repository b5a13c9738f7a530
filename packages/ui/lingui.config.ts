import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";

// The catalogues: `src/locales/README.md` says how they are kept.
export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "zh-Hans", "ja", "de", "en-XA"],
  // Made from English when it is compiled: finds on a screen what came from no catalogue.
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
