/** Draws the diagrams of a body, if it has any. The module is loaded with the first of them. */
export function findDiagrams(body: ParentNode): void {
  if (body.querySelector("pre > code.language-mermaid") === null) return;
  import("./draw-diagrams.ts").then(
    ({ drawDiagrams }) => drawDiagrams(body),
    // They stay code, which is readable.
    () => undefined,
  );
}
