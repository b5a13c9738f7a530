import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Platform, writeStubElectron } from "./stub-electron.ts";

// Environment shared by all formats: the checkout, a temporary folder, electron-builder with a stub for
// Electron, and system tools.

export const root = resolve(import.meta.dirname, "../..");
export const desktop = join(root, "apps/desktop");

/** Thrown if this machine lacks a system tool that a check needs. */
export class MissingTool extends Error {
  constructor(command: string, debianPackage: string) {
    super(`no ${command} here: apt-get install ${debianPackage}`);
  }
}

/** Returns the program's path. Throws `MissingTool` if it isn't installed. */
export function toolOf(command: string, debianPackage: string): string {
  const { status, stdout } = spawnSync("sh", ["-c", 'command -v "$0"', command], {
    encoding: "utf8",
  });
  if (status !== 0) throw new MissingTool(command, debianPackage);
  return stdout.trim();
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Timeout in milliseconds. */
  readonly timeout?: number;
}

/** Runs a program and returns its stdout. Throws with all output if it fails. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): string {
  const { status, signal, stdout, stderr, error } = spawnSync(command, args, {
    cwd: options.cwd ?? root,
    encoding: "utf8",
    maxBuffer: 64 * 2 ** 20,
    timeout: options.timeout ?? 600_000,
    env: { ...process.env, ...options.env },
  });
  if (status === 0) return stdout;
  const how = error?.message ?? `ended with ${status ?? signal}`;
  throw new Error(`${command} ${args.join(" ")} ${how}\n${stdout}${stderr}`);
}

export interface PackOptions {
  /** Name of the output folder, unique within the run. */
  readonly name: string;
  readonly platform: Platform;
  /** Arguments for electron-builder: `--linux deb`, `-c.x=y`. */
  readonly args: readonly string[];
  readonly arch?: "x64" | "arm64" | "armv7l";
  readonly version?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface Workshop {
  /** Temporary folder of the run. */
  readonly scratch: string;
  /** Packages the built app and returns the folder with the results. */
  pack(options: PackOptions): Promise<string>;
  /** Path of the replacement for fpm, as an executable for electron-builder. */
  readonly fpm: string;
}

export function openWorkshop(scratch: string): Workshop {
  const fpm = join(scratch, "fpm");
  const node = process.execPath;
  writeFileSync(
    fpm,
    `#!/bin/sh\nexec "${node}" "${join(import.meta.dirname, "fpm/fpm.ts")}" "$@"\n`,
  );
  chmodSync(fpm, 0o755);
  const stubs = new Map<Platform, Promise<string>>();
  const stubOf = (platform: Platform) => {
    const dir = join(scratch, `electron-${platform}`);
    const stub = stubs.get(platform) ?? writeStubElectron(dir, platform).then(() => dir);
    stubs.set(platform, stub);
    return stub;
  };
  return {
    scratch,
    fpm,
    async pack({ name, platform, args, arch = "x64", version, env }) {
      const out = join(scratch, name);
      mkdirSync(out, { recursive: true });
      run(
        join(root, "node_modules/.bin/electron-builder"),
        [
          ...args,
          `--${arch}`,
          "--publish=never",
          `--projectDir=${desktop}`,
          `--config=${join(root, "electron-builder.yml")}`,
          `-c.electronDist=${await stubOf(platform)}`,
          `-c.directories.output=${out}`,
          ...(version === undefined ? [] : [`-c.extraMetadata.version=${version}`]),
        ],
        {
          // Paths in the configuration are relative to this folder.
          cwd: desktop,
          env: { CUSTOM_FPM_PATH: fpm, CSC_IDENTITY_AUTO_DISCOVERY: "false", ...env },
        },
      );
      return out;
    },
  };
}
