import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

// Tests install system dependencies from Debian's packages, where available.

/** Returns true if this process may install Debian packages. */
export function mayInstallPackages(): boolean {
  return hasApt() && isRoot();
}

/** Tries to install packages and prints failures. Reports no success; check if their programs exist. */
export function installPackages(packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  attempt("apt-get", ["update", "-q"], 120_000, env);
  attempt("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages], 300_000, env);
}

/** Returns the command that installs packages, or `undefined` if the system doesn't use apt. */
export function packagesCommand(packages: readonly string[]): string | undefined {
  if (!hasApt()) return undefined;
  return `${isRoot() ? "" : "sudo "}apt-get install -y ${packages.join(" ")}`;
}

/** Runs a command and prints its error if it fails. */
export function attempt(
  command: string,
  args: readonly string[],
  timeout: number,
  env: NodeJS.ProcessEnv,
): void {
  try {
    execFileSync(command, args, {
      stdio: "inherit",
      timeout,
      env,
      // On Windows, npm's bin links are .cmd files, which need a shell.
      shell: process.platform === "win32",
    });
  } catch (error) {
    console.error(
      `${command} ${args.join(" ")}: ${error instanceof Error ? error.message : "failed"}`,
    );
  }
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function hasApt(): boolean {
  return existsSync("/usr/bin/apt-get");
}
