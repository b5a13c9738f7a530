/** Fields with 64-bit numbers, which JSON represents as strings. Only for these is "0" the default. */
const longNumbers = new Set([
  "size",
  "presentationTimestampUs",
  "localStorageBytes",
  "databaseBytes",
  "sizeBytes",
  "uploadSizeLimitMb",
]);

/** Map fields, whose values are never omitted. */
const maps = new Set(["tagCount", "tags"]);

/**
 * Removes fields with their type's default value, like proto3's canonical JSON: false, 0, "", [] and empty
 * maps. An object that becomes empty stays, since a set message differs from a missing one. List items and
 * map values stay too.
 */
export function leaveOutDefaults(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leaveOutDefaults);
  if (typeof value !== "object" || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, inner] of Object.entries(value)) {
    if (isDefault(key, inner)) continue;
    kept.push([key, isMap(key, inner) ? mapValues(inner) : leaveOutDefaults(inner)]);
  }
  return Object.fromEntries(kept);
}

function isDefault(key: string, value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isMap(key, value)) return Object.keys(value).length === 0;
  if (value === "0") return longNumbers.has(key);
  return value === null || value === false || value === 0 || value === "";
}

function isMap(key: string, value: unknown): value is Readonly<Record<string, unknown>> {
  return maps.has(key) && typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapValues(map: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(map).map(
    ([key, value]) => [key, leaveOutDefaults(value)] as const,
  );
  return Object.fromEntries(entries);
}
