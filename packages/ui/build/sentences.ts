import { resolve } from "node:path";
import { getConfig } from "@lingui/conf";
import { lingui } from "@lingui/vite-plugin";
import babel, { defineRolldownBabelPreset } from "@rolldown/plugin-babel";
import type { Plugin, PluginOption } from "vite";

const config = { configPath: resolve(import.meta.dirname, "../lingui.config.ts") };

/**
 * What turns the macros around sentences into look-ups, and catalogues into modules. Every bundler that
 * takes this package in needs it. A catalogue that lacks a sentence, or cannot be read, fails the build.
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
          // Only what uses a macro is worth a second parser.
          rolldown: { filter: { code: /from "@lingui\/core\/macro"/ } },
        }),
      ],
    }),
  ];
}

/** Supplies an empty catalogue of the pseudo language, which Lingui then fills from English. */
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
