import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { installPackages, mayInstallPackages, packagesCommand } from "../debian-packages.ts";

/** It brings the server, its programs and, since PostgreSQL 10, the extensions. */
const debianPackages = ["postgresql"];

/** The one command that gives this machine a PostgreSQL. */
export function postgresInstallCommand(): string {
  return packagesCommand(debianPackages) ?? "brew install postgresql";
}

/**
 * Tries to install PostgreSQL: Debian's package, where this process may. Says nothing of success: ask
 * `findPostgres` again.
 */
export function installPostgres(): void {
  if (!mayInstallPackages()) return;
  keepFromStarting();
  installPackages(debianPackages);
}

/**
 * Debian's package makes a cluster when it is installed, and starts it. Its own setting for that, read by
 * the package's install script, is there before the package is; who has one already is left alone.
 */
function keepFromStarting(): void {
  const file = "/etc/postgresql-common/createcluster.conf";
  if (existsSync(file)) return;
  mkdirSync("/etc/postgresql-common", { recursive: true });
  writeFileSync(file, "create_main_cluster = false\n");
}
