import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const viewerStrings = sentences({
  tasksDone: (done: number, count: number) => msg`${done} of ${count} done`,
  table: msg`Table`,
  tableOf: (columns: string) => msg`Table: ${columns}`,
  code: msg({ message: "Code", context: "block" }),
  codeIn: (language: string) => msg`Code: ${language}`,
  copyCode: msg`Copy code`,
  copyFailed: msg`Couldn’t copy the code.`,
  diagram: msg`Diagram`,
  diagramText: msg({ message: "Text", comment: "A button that shows the text of a diagram" }),
  noDiagram: msg`This diagram can’t be drawn.`,
  callouts: {
    note: msg({ message: "Note", context: "callout" }),
    tip: msg({ message: "Tip", context: "callout" }),
    important: msg({ message: "Important", context: "callout" }),
    warning: msg({ message: "Warning", context: "callout" }),
    caution: msg({ message: "Caution", context: "callout" }),
  },
  note: (number: string) => msg({ message: `Note ${number}`, comment: "A footnote" }),
  notes: msg({ message: "Notes", context: "footnotes" }),
  backToText: msg`Back to text`,
  imageFrom: (host: string) => msg`Image from ${host}`,
  loadImage: msg`Load`,
  alwaysFromHere: msg`Always allow this site`,
  alwaysShown: (host: string) => msg`Images from ${host} are always loaded`,
  notHere: msg`Not on this device`,
  imageFailed: msg`couldn’t be loaded`,
});
