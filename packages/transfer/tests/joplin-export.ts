/** Returns an id in Joplin's format. */
export function joplinId(letter: string): string {
  return letter.repeat(32);
}

/** Returns an item as Joplin writes it. */
export function joplinItem(
  kind: number,
  id: string,
  content: string,
  fields: Readonly<Record<string, string | number>> = {},
): string {
  const lines = Object.entries({ id, ...fields, type_: kind }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return content === "" ? lines.join("\n") : `${content}\n\n${lines.join("\n")}`;
}

const [work, plans, gone] = [joplinId("a"), joplinId("b"), joplinId("c")];
const [one, two, done, html] = [joplinId("1"), joplinId("2"), joplinId("3"), joplinId("4")];
const [picture, nameless, tag] = [joplinId("d"), joplinId("e"), joplinId("f")];

/** Export with an item of each kind. */
export const joplinFiles: Readonly<Record<string, string>> = {
  [`${work}.md`]: joplinItem(2, work, "Work/Life", { parent_id: "" }),
  [`${plans}.md`]: joplinItem(2, plans, "Plans", { parent_id: work }),
  [`${one}.md`]: joplinItem(
    1,
    one,
    `First\n\nid: not a field\n\n![pic](:/${picture}) <img src=":/${nameless}" alt="n" width="40"/>\n[two](:/${two}) \`[no](:/${two})\``,
    {
      parent_id: plans,
      created_time: "2021-01-01T00:00:00.000Z",
      updated_time: "2021-01-02T00:00:00.000Z",
      user_created_time: "2019-05-06T07:08:09.010Z",
      user_updated_time: "2019-05-07T07:08:09.010Z",
      latitude: "48.85000000",
      longitude: "2.35000000",
      source_url: "https://a.example/page",
      is_todo: 0,
    },
  ),
  [`${two}.md`]: joplinItem(1, two, "Buy milk", {
    parent_id: gone,
    user_created_time: "2020-01-01T00:00:00.000Z",
    user_updated_time: "2020-01-01T00:00:00.000Z",
    latitude: "0.00000000",
    longitude: "0.00000000",
    is_todo: 1,
    todo_due: 1588752000000,
    todo_completed: 1588752000001,
  }),
  [`${done}.md`]: joplinItem(1, done, "Thrown away", { deleted_time: 1588752000000 }),
  [`${html}.md`]: joplinItem(1, html, "", { encryption_applied: 1, encryption_cipher_text: "x" }),
  [`${picture}.md`]: joplinItem(4, picture, "photo one.png", { mime: "image/png" }),
  [`${nameless}.md`]: joplinItem(4, nameless, "", { mime: "image/gif" }),
  [`${tag}.md`]: joplinItem(5, tag, "to do", { parent_id: "" }),
  [`${joplinId("9")}.md`]: joplinItem(6, joplinId("9"), "", { note_id: one, tag_id: tag }),
  [`resources/${picture}.png`]: "the picture",
  [`resources/${nameless}.gif`]: "another",
  [`resources/${joplinId("8")}.bin`]: "unused",
};
