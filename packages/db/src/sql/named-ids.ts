const idAt = /[a-zA-Z0-9-]*/y;

/** Yields what stands in a text right behind each `prefix`, as far as an id can go. */
export function* idsBehind(text: string, prefix: string): Generator<string> {
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1)) {
    idAt.lastIndex = at + prefix.length;
    yield idAt.exec(text)?.[0] ?? "";
  }
}
