import type { MemoView } from "@tidemark/core/router";

type Place = NonNullable<MemoView["location"]>;

/** Input of the location form. */
export interface PlaceFields {
  readonly placeholder: string;
  readonly latitude: string;
  readonly longitude: string;
}

/** Maximum length of a location's name. */
export const maxPlaceName = 1024;

/** Returns the typed location, or the name of the invalid field. */
export function readPlace(fields: PlaceFields): Place | "latitude" | "longitude" {
  const latitude = readDegrees(fields.latitude, 90);
  if (latitude === null) return "latitude";
  const longitude = readDegrees(fields.longitude, 180);
  if (longitude === null) return "longitude";
  return { placeholder: fields.placeholder.trim(), latitude, longitude };
}

/** Parses degrees with a decimal point or comma; null if invalid or out of range. */
function readDegrees(text: string, most: number): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/°$/, "");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const degrees = Number(plain);
  return Math.abs(degrees) <= most ? degrees : null;
}

/** Splits two coordinates pasted into one field; null if they aren't a pair. */
export function splitPair(text: string): Pick<PlaceFields, "latitude" | "longitude"> | null {
  const pair = /^\s*(?:geo:)?([+-]?\d+(?:\.\d+)?)[,;\s]+([+-]?\d+(?:\.\d+)?)\s*$/i.exec(text);
  const [, latitude, longitude] = pair ?? [];
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** Returns the `geo:` URI of a location (RFC 5870), which the system opens in its map app. */
export function geoAddress({ latitude, longitude }: Place): string {
  return `geo:${plainDegrees(latitude)},${plainDegrees(longitude)}`;
}

/** Returns the coordinates for display. */
export function coordinates({ latitude, longitude }: Place): string {
  return `${plainDegrees(latitude)}, ${plainDegrees(longitude)}`;
}

/** Returns degrees without an exponent; seven decimals are about a centimetre. */
export function plainDegrees(degrees: number): string {
  return String(Number(degrees.toFixed(7)));
}
