const idAt = /[a-zA-Z0-9-]*/y;

/** Yields the id after each `prefix` in a text: the longest run of letters, digits and `-`. */
export function* idsBehind(text: string, prefix: string): Generator<string> {
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
    idAt.lastIndex = at + prefix.length;
    yield idAt.exec(text)?.[0] ?? "";
  }
}
