import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { minify, type Plugin, transformWithOxc } from "vite";

const source = resolve(import.meta.dirname, "../src/keys/early-keys.ts");
const name = "early-keys.js";

/**
 * Adds a script to the page that runs before the modules and holds typed keys for them. A classic script, because
 * modules run only after everything that they import has been loaded.
 */
export function earlyKeys(): Plugin {
  return {
    name: "tidemark:early-keys",
    apply: "build",
    async buildStart() {
      const { code } = await transformWithOxc(await readFile(source, "utf8"), source);
      // In a block, so that its names aren't those of the page.
      const { code: small } = await minify(name, `{${code}}`);
      this.emitFile({ type: "asset", name, source: small });
    },
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const file = Object.values(bundle ?? {}).find(
          (each) => each.type === "asset" && each.names.includes(name),
        );
        if (file === undefined) throw new Error("the page has no script for early keys");
        const attrs = { src: `/${file.fileName}` };
        return [{ tag: "script", attrs, injectTo: "head-prepend" as const }];
      },
    },
  };
}
