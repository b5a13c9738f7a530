import { join } from "node:path";

export async function ensurePage(): Promise<string> {
  return join(import.meta.dirname, "page");
}

export async function ensureShell(): Promise<void> {}
