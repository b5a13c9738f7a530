import type { TestProject } from "vitest/node";
import { startPostgres } from "./start-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the PostgreSQL shared by all projects of a run. */
    postgresUrl: string;
  }
}

/**
 * `globalSetup` of every project that needs PostgreSQL. The first such project of a run starts one, and the
 * end of the run stops it.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { vitest } = project;
  if ("postgresUrl" in vitest.getProvidedContext()) return undefined;
  const server = await startPostgres();
  vitest.provide("postgresUrl", server.url);
  // The code that fills the templates may have changed.
  project.onTestsRerun(() => server.databases.dropTemplates());
  return () => server.stop();
}
