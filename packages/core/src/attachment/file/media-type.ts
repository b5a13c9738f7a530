// A type and subtype as RFC 6838 names them.
const essence = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,126}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/**
 * What a media type says without its parameters, in lower case: `text/plain` of
 * `Text/Plain; charset=utf-8`. "" for what is none, which means that it is to be found out.
 */
export function mediaEssence(type: string): string {
  const [said = ""] = type.split(";", 1);
  const lower = said.trim().toLowerCase();
  return essence.test(lower) ? lower : "";
}
