import type { GeneralSetting } from "@tidemark/core/setting";
import { enumInput, numberInput, visibilityNumbers } from "../shared/wire-values.ts";

/**
 * Converts the general setting for REST, with the defaults that clients assume for unset fields. The stored
 * fields stay unset, so that the app follows the system's language (docs/api-decisions.md §8).
 */
export function generalToJson(general: GeneralSetting): GeneralSetting {
  return {
    ...general,
    locale: general.locale || "en",
    memoVisibility: general.memoVisibility || "PRIVATE",
  };
}

const memoVisibility = enumInput(
  ["VISIBILITY_UNSPECIFIED", "PRIVATE", "PROTECTED", "PUBLIC"],
  visibilityNumbers,
).transform((visibility) => visibility ?? "");

/**
 * Normalizes the enums and numbers in the fields of a setting. Invalid values are left unchanged; the
 * service rejects them by name.
 */
export function readSettingFields(
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const read = { ...fields };
  if (read["memoVisibility"] !== undefined && read["memoVisibility"] !== null) {
    const visibility = memoVisibility.safeParse(read["memoVisibility"]);
    if (visibility.success) read["memoVisibility"] = visibility.data;
  }
  if (isObject(read["tags"])) read["tags"] = mapValues(read["tags"], readTagStyle);
  return read;
}

function readTagStyle(style: unknown): unknown {
  if (!isObject(style) || !isObject(style["backgroundColor"])) return style;
  return { ...style, backgroundColor: mapValues(style["backgroundColor"], readShare) };
}

function readShare(share: unknown): unknown {
  const read = numberInput.safeParse(share);
  return read.success ? read.data : share;
}

function mapValues(object: Readonly<Record<string, unknown>>, map: (value: unknown) => unknown) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
