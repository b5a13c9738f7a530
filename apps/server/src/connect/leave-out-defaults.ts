/** Numbers of 64 bits, which JSON has as text: "0" is their default and nobody else's. */
const longNumbers = new Set([
  "size",
  "presentationTimestampUs",
  "localStorageBytes",
  "databaseBytes",
  "sizeBytes",
  "uploadSizeLimitMb",
]);

/** Fields whose keys are the data: what they hold is not left out. */
const maps = new Set(["tagCount", "tags"]);

/**
 * JSON without the fields that hold their type's default, as the canonical JSON of proto3 leaves them
 * out: false, 0, "", [] and maps without entries. An object that is empty then stays, since a message
 * that is set is not the same as one that is not; so do the items of lists and the values of maps.
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
