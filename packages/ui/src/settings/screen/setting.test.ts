import { expect, test } from "vitest";
import { isAbsent } from "./absent-sections.ts";
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

test("the sections that a host lacks are known without their settings", () => {
  const parts = ["window", "transfer", "backups", "copy", "servers"] as const;
  const hosts: readonly Parameters<typeof settingsWithout>[0][] = [
    [],
    ...parts.map((part) => [part]),
    ["backups", "copy"],
    parts,
  ];
  for (const lacking of hosts) {
    const shown = settingSections.filter(({ id }) => !isAbsent(id, lacking, false));
    expect(shown.map(({ id }) => id)).toEqual(idsOf(lacking));
  }
});
