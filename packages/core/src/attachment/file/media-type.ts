// Type and subtype by RFC 6838.
const essence = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/**
 * Returns a media type without its parameters, in lower case: `text/plain` for `Text/Plain; charset=utf-8`.
 * Returns `""` for an invalid one, which means that it has to be detected.
 */
export function mediaEssence(type: string): string {
  const [said = ""] = type.split(";", 1);
  const lower = said.trim().toLowerCase();
  return essence.test(lower) ? lower : "";
}
