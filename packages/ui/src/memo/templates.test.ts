import { expect, test } from "vitest";
import { withoutTemplateTags } from "./templates.ts";

test.each([
  ["# Meeting\n\n- [ ] agenda\n\n#template", "# Meeting\n\n- [ ] agenda"],
  ["#template\n\n# Meeting", "# Meeting"],
  ["# Meeting #template\nText", "# Meeting\nText"],
  ["Text\n\n#template/today #work", "Text\n\n #work"],
  ["#work #Template #home", "#work #home"],
  ["#templates stay, so does `#template`", "#templates stay, so does `#template`"],
  ["#template", ""],
])("%j inserts %j", (content, text) => {
  expect(withoutTemplateTags(content)).toBe(text);
});
