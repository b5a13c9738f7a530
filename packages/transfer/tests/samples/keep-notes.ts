const usual = { color: "DEFAULT", isTrashed: false, isPinned: false, isArchived: false };
const createdUsec = 1_690_425_937_272_000;

function note(fields: object): string {
  const times = { createdTimestampUsec: createdUsec, userEditedTimestampUsec: createdUsec + 5e8 };
  return JSON.stringify({ ...usual, ...times, ...fields });
}

const folder = "Takeout/Google Notizen";

/** German Google Keep export: each kind of note, one trashed, one truncated, some pictures missing. */
export const keepNotes: Readonly<Record<string, string>> = {
  [`${folder}/Einkauf.json`]: note({
    title: "Einkauf",
    listContent: [
      { text: "Brot", isChecked: true },
      { text: "Käse & Öl", isChecked: false },
      { text: "Second sub-item", isChecked: false },
    ],
    isPinned: true,
  }),
  [`${folder}/Einkauf.html`]: "<html><body>Einkauf</body></html>",
  [`${folder}/Labels.txt`]: "label\nlabel with spaces\n",
  [`${folder}/Labelled.json`]: note({
    title: "Labelled with everything",
    textContent: "Several labels.\nAnd a second line.",
    labels: [
      { name: "label" },
      { name: "hyphenated-label" },
      { name: "Underscored_Label" },
      { name: "label with spaces" },
      { name: "Größe !'@:$\"" },
    ],
  }),
  [`${folder}/2023-08-01T14_29_43.842+02_00.json`]: note({ textContent: "Ohne Titel" }),
  [`${folder}/Odd name !@#$_^_()_+~\`{}[]_.json`]: note({
    title: "Odd name !@#$%^&*()_+~`{}[]|",
    textContent: "東京へ行く",
  }),
  [`${folder}/Zwei Zeilen_zweite.json`]: note({
    title: "Zwei Zeilen\nzweite",
    textContent: "قهوة وشاي",
    color: "TEAL",
  }),
  [`${folder}/Archiv.json`]: note({ title: "Archiv", textContent: "alt", isArchived: true }),
  [`${folder}/Hashtags _ labels.json`]: note({
    title: "Hashtags / labels",
    textContent: "A #hashtag in the text",
    labels: [{ name: "hashtag" }],
  }),
  [`${folder}/Old export.json`]: JSON.stringify({
    ...usual,
    title: "Old export",
    textContent: "Without the time at which it was created",
    userEditedTimestampUsec: createdUsec,
  }),
  [`${folder}/Drawings.json`]: note({
    title: "Drawings",
    attachments: [
      { filePath: "187f.a1.png", mimetype: "image/png" },
      { filePath: "187f.b2.png", mimetype: "image/png" },
    ],
  }),
  [`${folder}/Voice.json`]: note({
    textContent: "Said on the way",
    attachments: [{ filePath: "187f.c3.3gp", mimetype: "audio/3gp" }],
    sharees: [{ email: "b@a.example", isOwner: false }],
  }),
  [`${folder}/Picture.json`]: note({
    title: "Picture, label & text",
    textContent: "See https://a.example/page.",
    attachments: [{ filePath: "187f.d4.jpeg", mimetype: "image/jpeg" }],
    annotations: [
      { url: "https://a.example/page", title: "Named in the text" },
      { url: "https://b.example/", title: "Found by Keep" },
    ],
    labels: [{ name: "label" }],
  }),
  [`${folder}/187f.d4.jpg`]: "picture",
  [`${folder}/Papierkorb.json`]: note({ title: "Papierkorb", isTrashed: true }),
  [`${folder}/Abgebrochen.json`]: '{"color":"DEFAULT","title":"Abge',
};
