import { resolve } from "node:path";
import { getConfig } from "@lingui/conf";
import { lingui } from "@lingui/vite-plugin";
import babel, { defineRolldownBabelPreset } from "@rolldown/plugin-babel";
import type { Plugin, PluginOption } from "vite";

const config = { configPath: resolve(import.meta.dirname, "../lingui.config.ts") };

/**
 * Plugins that compile sentence macros to look-ups, and catalogues to modules. Every bundler that includes
 * this package needs them. A catalogue with a missing sentence, or an unreadable one, fails the build.
 */
export function sentencePlugins({ failOnMissing = true } = {}): PluginOption[] {
  return [
    pseudoCatalogue(),
    lingui({ ...config, failOnMissing, failOnCompileError: true }),
    babel({
      presets: [
        defineRolldownBabelPreset({
          preset: {
            plugins: [["@lingui/babel-plugin-lingui-macro", { linguiConfig: getConfig(config) }]],
          },
          // Parsing twice is only worth it for files with a macro.
          rolldown: { filter: { code: /from "@lingui\/core\/macro"/ } },
        }),
      ],
    }),
  ];
}

/** Returns an empty catalogue for the pseudo locale, which Lingui then fills from English. */
function pseudoCatalogue(): Plugin {
  const filter = { id: /\/en-XA\.po$/ };
  return {
    name: "pseudo-catalogue",
    enforce: "pre",
    resolveId: {
      filter,
      handler: () => resolve(import.meta.dirname, "../src/locales/en-XA.po"),
    },
    load: { filter, handler: () => "" },
  };
}
