import type { FilesOfBuild } from "./owner/build-names.ts";

declare global {
  /** Version of the build, which the bundler inserts: the same in the page, its worker and the service worker. */
  const buildVersion: string;
  /** Files of the build, which the bundler inserts into the service worker. */
  const builtFiles: FilesOfBuild;
}
