/** Returns the one or two initials of a username, from its first two parts. */
export function initialsOf(username: string): string {
  const parts = username.split(/[\s._-]+/u).filter((part) => part !== "");
  const [first = "", second] = parts;
  const letters = second === undefined ? [...first].slice(0, 1) : [[...first][0], [...second][0]];
  return letters.join("").toLocaleUpperCase("en");
}

const hues = 12;

/** Returns the hue of a person's disc in degrees, the same for a name on every device. */
export function hueOf(username: string): number {
  let hash = 0;
  for (const letter of username.toLowerCase()) {
    hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521;
  }
  return (hash % hues) * (360 / hues);
}
