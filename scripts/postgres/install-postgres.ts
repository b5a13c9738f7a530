import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { installPackages, mayInstallPackages, packagesCommand } from "../debian-packages.ts";

/** Package with the server, its programs and, since PostgreSQL 10, the extensions. */
const debianPackages = ["postgresql"];

/** Returns the command that installs PostgreSQL on this machine. */
export function postgresInstallCommand(): string {
  return packagesCommand(debianPackages) ?? "brew install postgresql";
}

/**
 * Tries to install PostgreSQL from Debian's package, if permitted. Reports no success; call `findPostgres`
 * again.
 */
export function installPostgres(): void {
  if (!mayInstallPackages()) return;
  keepFromStarting();
  installPackages(debianPackages);
}

/**
 * Prevents Debian's package from creating and starting a cluster, by a setting that its install script reads.
 * An existing file is left unchanged.
 */
function keepFromStarting(): void {
  const file = "/etc/postgresql-common/createcluster.conf";
  if (existsSync(file)) return;
  mkdirSync("/etc/postgresql-common", { recursive: true });
  writeFileSync(file, "create_main_cluster = false\n");
}
