const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
const characters = new Map(Object.entries(entities).map(([character, name]) => [name, character]));

/** Escapes text for HTML, between tags or in an attribute in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
}

/** Returns the text of HTML whose text and attributes `escapeHtml` escaped. */
export function textOfHtml(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&\w+;/g, (name) => characters.get(name) ?? name);
}
