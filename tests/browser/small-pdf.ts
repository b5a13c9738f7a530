/** Returns a PDF with one page per line and no embedded fonts. `javascript` is its open action. */
export function smallPdf(lines: readonly string[], javascript = ""): Buffer {
  const kids = lines.map((_, at) => `${4 + at * 2} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${javascript === "" ? "" : ` /OpenAction << /S /JavaScript /JS (${javascript}) >>`} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${lines.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ...lines.flatMap((line, at) => {
      const text = `BT /F1 24 Tf 72 720 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + at * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ];
    }),
  ];
  let file = "%PDF-1.4\n";
  const places = objects.map((object, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = file.length;
  const rows = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, "latin1");
}
