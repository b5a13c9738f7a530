import { expect, test } from "vitest";
import { settingSections } from "./setting-sections.ts";
import { settingsWithout } from "./setting.ts";

const idsOf = (lacking: Parameters<typeof settingsWithout>[0]) =>
  settingsWithout(lacking, settingSections).map(({ id }) => id);

test("a host that lacks nothing has every section", () => {
  expect(settingsWithout([], settingSections)).toEqual(settingSections);
});

test("sections of parts that the host lacks aren't shown", () => {
  const all = idsOf([]);
  const absent = (lacking: Parameters<typeof settingsWithout>[0]) =>
    all.filter((id) => !idsOf(lacking).includes(id));
  expect(absent(["transfer"])).toEqual(["transfer"]);
  expect(absent(["window", "servers"])).toEqual(["capture"]);
});

test("a section with other settings stays without those of an absent part", () => {
  const settingsOf = (id: string) =>
    settingsWithout(["backups", "window"], settingSections)
      .find((section) => section.id === id)
      ?.settings.map((each) => each.id);
  expect(settingsOf("backups")).toEqual(["safety"]);
  expect(settingsOf("about")).not.toContain("updates");
});
