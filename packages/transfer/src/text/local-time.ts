/**
 * Writes a time as people read it, in this machine's zone, with the zone's offset, because the text may be
 * read elsewhere: `2024-05-06 23:00 -04:00`.
 */
export function localTime(ms: number): string {
  const date = new Date(ms);
  const offset = -date.getTimezoneOffset();
  const local = new Date(ms + offset * 60_000).toISOString().slice(0, 16).replace("T", " ");
  const two = (number: number): string => String(Math.trunc(Math.abs(number))).padStart(2, "0");
  return `${local} ${offset < 0 ? "-" : "+"}${two(offset / 60)}:${two(offset % 60)}`;
}
