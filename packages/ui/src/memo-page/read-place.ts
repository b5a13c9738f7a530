import type { MemoView } from "@tidemark/core/router";

type Place = NonNullable<MemoView["location"]>;

/** What stands in the fields of a place. */
export interface PlaceFields {
  readonly placeholder: string;
  readonly latitude: string;
  readonly longitude: string;
}

/** As many characters as a place's name may have. */
export const maxPlaceName = 1024;

/** The place that was typed, or which of its fields says none. */
export function readPlace(fields: PlaceFields): Place | "latitude" | "longitude" {
  const latitude = readDegrees(fields.latitude, 90);
  if (latitude === null) return "latitude";
  const longitude = readDegrees(fields.longitude, 180);
  if (longitude === null) return "longitude";
  return { placeholder: fields.placeholder.trim(), latitude, longitude };
}

/** Degrees with a point or a comma; null for what is none, or lies beyond. */
function readDegrees(text: string, most: number): number | null {
  const plain = text.trim().replace("−", "-").replace(",", ".").replace(/°$/, "");
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  const degrees = Number(plain);
  return Math.abs(degrees) <= most ? degrees : null;
}

/** Two coordinates that were pasted into one field; null where it is not two. */
export function splitPair(text: string): Pick<PlaceFields, "latitude" | "longitude"> | null {
  const pair = /^\s*(?:geo:)?([+-]?\d+(?:\.\d+)?)[,;\s]+([+-]?\d+(?:\.\d+)?)\s*$/i.exec(text);
  const [, latitude, longitude] = pair ?? [];
  return latitude === undefined || longitude === undefined ? null : { latitude, longitude };
}

/** `geo:` of a place (RFC 5870), which the system opens with what it has for maps. */
export function geoAddress({ latitude, longitude }: Place): string {
  return `geo:${plainDegrees(latitude)},${plainDegrees(longitude)}`;
}

/** The coordinates, to be read. */
export function coordinates({ latitude, longitude }: Place): string {
  return `${plainDegrees(latitude)}, ${plainDegrees(longitude)}`;
}

/** Without an exponent; seven places are a centimetre. */
export function plainDegrees(degrees: number): string {
  return String(Number(degrees.toFixed(7)));
}
