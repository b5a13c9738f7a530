const made = new Map<string, Intl.DateTimeFormat>();
let madeAtOffset = Number.NaN;

/**
 * Returns the date format of a locale and the current time zone. Formats are cached, because creating one
 * takes longer than the rest of a card; a change of the UTC offset clears the cache.
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
