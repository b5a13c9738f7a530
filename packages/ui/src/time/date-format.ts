const made = new Map<string, Intl.DateTimeFormat>();
let madeAtOffset = Number.NaN;

/**
 * How a locale writes a moment, in the zone of now. One is kept of each: to make one takes longer than
 * all else that a card of the list is made of. Whoever travels has new ones.
 */
export function dateFormat(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const offset = new Date().getTimezoneOffset();
  if (offset !== madeAtOffset) made.clear();
  madeAtOffset = offset;
  const key = `${locale} ${JSON.stringify(options)}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale, options);
  made.set(key, format);
  return format;
}
