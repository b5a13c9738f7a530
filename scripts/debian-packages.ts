import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

// What tests need of the system comes from Debian's packages, where there are such.

/** Whether this process may install Debian's packages. */
export function mayInstallPackages(): boolean {
  return hasApt() && isRoot();
}

/** Tries to install packages, and says what failed. Says nothing of success: look for what they hold. */
export function installPackages(packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  attempt("apt-get", ["update", "-q"], 120_000, env);
  attempt("apt-get", ["install", "-y", "-q", "--no-install-recommends", ...packages], 300_000, env);
}

/** What somebody types to install packages, `undefined` where they are not how things are installed. */
export function packagesCommand(packages: readonly string[]): string | undefined {
  if (!hasApt()) return undefined;
  return `${isRoot() ? "" : "sudo "}apt-get install -y ${packages.join(" ")}`;
}

/** Runs a command that may fail, which is then said. */
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
      // npm's bin links are .cmd files on Windows, which only its shell starts.
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
