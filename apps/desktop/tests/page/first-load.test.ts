import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ensurePage } from "../../src/cli/page/ensure-built.ts";

/** Maximum size of the scripts that a browser loads before the first paint, in bytes after gzip. */
const budget = 250_000;

/** Returns the gzipped sizes of the page's scripts and all their static imports. */
async function firstLoad(page: string): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const html = await readFile(join(page, "index.html"), "utf8");
  const waiting = [...html.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file = ""]) => file);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (sizes.has(file)) continue;
    const code = await readFile(join(page, file), "utf8");
    sizes.set(file, gzipSync(code).length);
    const imported = code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+\.js)"/g);
    waiting.push(...[...imported].map(([, name = ""]) => `assets/${name}`));
  }
  return sizes;
}

test(
  "the scripts of the first load stay within their budget",
  { timeout: 120_000 },
  async ({ signal }) => {
    const page = await ensurePage({ signal, log: () => undefined });
    const sizes = await firstLoad(page);
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const largest = [...sizes].sort(([, one], [, other]) => other - one).slice(0, 8);
    expect(sizes.size, "the page names its entry and what that imports").toBeGreaterThan(1);
    expect(total, `the largest: ${JSON.stringify(largest)}`).toBeLessThanOrEqual(budget);
  },
);
