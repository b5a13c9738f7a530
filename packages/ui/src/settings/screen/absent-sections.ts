import type { HostPart } from "@tidemark/core/router";
import type { SectionId } from "./setting.ts";

/** Sections without a use on a phone: keys and quick capture. */
export const unusedOnPhones: ReadonlySet<SectionId> = new Set(["shortcuts", "capture"]);

/** Sections whose settings all belong to parts of a host. */
const partsOf: Readonly<Partial<Record<SectionId, readonly HostPart[]>>> = {
  capture: ["window"],
  transfer: ["transfer"],
  backups: ["backups", "copy"],
};

/** Returns true for a section that isn't shown; the sections' settings themselves need not be loaded. */
export function isAbsent(id: SectionId, lacking: readonly HostPart[], isPhone: boolean): boolean {
  if (isPhone && unusedOnPhones.has(id)) return true;
  return partsOf[id]?.every((part) => lacking.includes(part)) === true;
}
