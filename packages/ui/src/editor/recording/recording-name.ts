import { recordingStrings } from "./strings.ts";

const extensions: Readonly<Record<string, string>> = { "audio/mp4": "m4a" };

/** Returns `Recording 2026-11-23 14.05.m4a`, in local time; such names sort by date. */
export function recordingName(startedMs: number, type: string): string {
  const date = new Date(startedMs);
  const two = (number: number): string => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const moment = `${day} ${two(date.getHours())}.${two(date.getMinutes())}`;
  const extension = extensions[type] ?? type.slice(type.indexOf("/") + 1);
  return `${recordingStrings.name(moment)}.${extension}`;
}
