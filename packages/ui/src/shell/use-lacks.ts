import type { HostPart } from "@tidemark/core/router";
import { useProfile } from "../data/queries.ts";

/** Returns the parts of the app that its host lacks, once known. */
export function useLacking(): readonly HostPart[] {
  return useProfile().data?.lacks ?? none;
}

/** Returns true if the host lacks a part of the app. */
export function useLacks(part: HostPart): boolean {
  return useLacking().includes(part);
}

const none: readonly HostPart[] = [];
