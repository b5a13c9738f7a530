/** Returns spellings of a path that some parser may treat as the same path. */
export function spellingsOf(path: string, host: string): string[] {
  const spelled = new Set<string>();
  for (let at = 0; at < path.length; at += 1) {
    const [before, letter, after] = [path.slice(0, at), path.slice(at, at + 1), path.slice(at + 1)];
    const code = letter.charCodeAt(0).toString(16).padStart(2, "0");
    spelled.add(`${before}%${at % 2 === 0 ? code : code.toUpperCase()}${after}`);
    if (letter !== "/") continue;
    const upper = after.slice(0, 1).toUpperCase() + after.slice(1);
    for (const put of ["//", "/./", "/x/../", "\\"]) spelled.add(before + put + after);
    spelled.add(`${before}/${upper}`);
  }
  for (const tail of ["/", ";x", "/.", "/x/..", "%00", "%20", "#x"]) spelled.add(path + tail);
  spelled.add(`HTTP://${host}${path}`);
  spelled.add(`https://other.example${path}`);
  spelled.add(`//${host}${path}`);
  for (const whole of [path, path.replace("a", "%61"), path.replace("s", "%73")]) {
    spelled.add(`http://${host}${whole}`);
  }
  spelled.add(path.toUpperCase());
  spelled.add(path);
  return [...spelled];
}
