/** Has the diagrams of a body drawn, if it has any: what does that comes with the first of them. */
export function findDiagrams(body: ParentNode): void {
  if (body.querySelector("pre > code.language-mermaid") === null) return;
  import("./draw-diagrams.ts").then(
    ({ drawDiagrams }) => drawDiagrams(body),
    // They stay code, which can be read.
    () => undefined,
  );
}
