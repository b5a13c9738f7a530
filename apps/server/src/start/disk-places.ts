import type { Config } from "../cli/config.ts";
import type { DiskPlace } from "../disk/disk-space.ts";

/** Returns the disks for content. Uploads to a bucket are staged in the data folder. */
export function diskPlaces({
  data,
  files,
  s3,
  database,
}: Pick<Config, "data" | "files" | "s3" | "database">): DiskPlace[] {
  const filesFolder = s3 === null && files !== null ? files : data;
  const places: DiskPlace[] = [];
  if (database === null) places.push({ name: "data", folder: data, holds: "texts" });
  places.push({ name: "files", folder: filesFolder, holds: "files" });
  return places;
}
