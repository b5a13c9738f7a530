import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { replaceFolder } from "./replace-folder.ts";
import { type BuildPart, hashSources } from "./source-hash.ts";
import { stampFile } from "./stamp-sources.ts";

const desktopDir = resolve(import.meta.dirname, "../..");
const outDir = join(desktopDir, "out");
/** Read before a data folder is opened, which closes everything that this process makes: other users run builds. */
const buildUmask = process.umask();

export interface EnsureBuiltOptions {
  /** Aborting ends the build; what stood before stays. */
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** Builds the page unless it is there and of these sources. Returns its folder. */
export async function ensurePage(options: EnsureBuiltOptions): Promise<string> {
  const pageDir = join(outDir, "renderer");
  const isCurrent = async () => (await readStamp(pageDir)) === (await hashSources("page"));
  if (await isCurrent()) return pageDir;
  options.log("building the page");
  await buildAside(options, async (temp) => {
    const fresh = join(temp, "renderer");
    await run(
      [join(import.meta.dirname, "build-page.ts"), fresh, String(buildUmask)],
      options.signal,
    );
    await replaceFolder(fresh, pageDir);
  });
  return pageDir;
}

/** Builds everything that Electron runs unless it is there and of these sources. */
export async function ensureShell(options: EnsureBuiltOptions): Promise<void> {
  const parts: [folder: string, part: BuildPart][] = [
    ["main", "shell"],
    ["preload", "shell"],
    ["renderer", "page"],
  ];
  const checks = parts.map(
    async ([folder, part]) => (await readStamp(join(outDir, folder))) === (await hashSources(part)),
  );
  if ((await Promise.all(checks)).every(Boolean)) return;
  options.log("building the application");
  await buildAside(options, async (temp) => {
    const bundler = import.meta.resolve("electron-vite/package.json");
    const program = resolve(new URL(bundler).pathname, "../bin/electron-vite.js");
    await run([program, "build", "--outDir", temp], options.signal);
    for (const [folder] of parts) await replaceFolder(join(temp, folder), join(outDir, folder));
  });
}

/**
 * Lends a folder to build into. Each start builds in one of its own and moves the finished result
 * into place, so starts at the same time need no lock and a killed one leaves nothing half done.
 */
async function buildAside(
  { signal }: EnsureBuiltOptions,
  work: (temp: string) => Promise<void>,
): Promise<void> {
  const made = await mkdir(outDir, { recursive: true });
  if (made !== undefined) await chmod(outDir, 0o777 & ~buildUmask);
  const temp = await mkdtemp(join(outDir, ".building-"));
  try {
    await work(temp);
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
  signal.throwIfAborted();
}

async function readStamp(dir: string): Promise<string | null> {
  return await readFile(join(dir, stampFile), "utf8").catch(() => null);
}

/** Runs Node with everything it prints on our stderr: stdout belongs to the address. */
async function run(args: string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: desktopDir,
    stdio: ["ignore", 2, 2],
    // Whoever starts it, as a test: what is built is what people use.
    env: { ...process.env, NODE_ENV: "production" },
    signal,
  });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`the build failed with exit code ${code}`);
}
