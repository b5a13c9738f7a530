/** Returns an HTML page with a row of pictures per screen. Names aren't escaped: they come from the code. */
export function contactSheet(screens: readonly string[], files: readonly string[]): string {
  const rows = screens.map((screen) => {
    const own = files.filter((file) => file.replace(/-(light|dark)-\d+\.png$/, "") === screen);
    const pictures = own.map(
      (file) =>
        `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${file}"></a><figcaption>${file}</figcaption></figure>`,
    );
    return `<section><h2>${screen}</h2><div>${pictures.join("\n")}</div></section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { font: 14px/1.5 system-ui, sans-serif; margin: 24px; background: #ddd; }
  div { display: flex; gap: 16px; overflow-x: auto; align-items: start; }
  figure { margin: 0; flex: none; }
  img { height: 420px; display: block; }
</style>
${rows.join("\n")}
</html>
`;
}
