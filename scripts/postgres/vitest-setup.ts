import type { TestProject } from "vitest/node";
import { startPostgres } from "./start-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Of the PostgreSQL that all projects of a run share. */
    postgresUrl: string;
  }
}

/**
 * The `globalSetup` of every project that needs PostgreSQL: the first of a run starts one, the last act of
 * the run stops it. A run without such a project starts none.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { vitest } = project;
  if ("postgresUrl" in vitest.getProvidedContext()) return undefined;
  const server = await startPostgres();
  vitest.provide("postgresUrl", server.url);
  // What made the templates may have changed since.
  project.onTestsRerun(() => server.databases.dropTemplates());
  return () => server.stop();
}
