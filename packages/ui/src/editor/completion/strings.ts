import { msg } from "@lingui/core/macro";
import { sentences } from "../../language/sentences.ts";

/** Items of the slash menu. */
export const commandStrings = sentences({
  heading: msg`Heading`,
  list: msg`List`,
  numbers: msg`Numbers`,
  task: msg`Task`,
  quote: msg`Quote`,
  code: msg`Code`,
  table: msg`Table`,
  divider: msg`Divider`,
  file: msg`Image or file`,
  record: msg`Record`,
  template: msg`Template`,
});

export const completionStrings = sentences({
  noTemplates: msg`No templates yet`,
  howToTemplate: msg`Tag a memo with #template.`,
  noSuchTemplate: msg`No matching templates`,
});
