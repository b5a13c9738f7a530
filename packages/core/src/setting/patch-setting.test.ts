import { describe, expect, test } from "vitest";
import { z } from "zod";
import { patchSetting } from "./patch-setting.ts";

const schema = z.object({ theme: z.string().max(8).default("none"), count: z.int().default(1) });
const patch = (mask: string, fields: Record<string, unknown>) =>
  patchSetting(schema, "mySetting", { theme: "dark", count: 5 }, { mask, fields });

describe("patching a setting", () => {
  test.each([
    ["theme", { theme: "light", count: 9 }, { theme: "light", count: 5 }],
    ["mySetting.theme", { theme: "light" }, { theme: "light", count: 5 }],
    ["my_setting.count , theme", { count: 9 }, { theme: "none", count: 9 }],
    ["mySetting", { count: 9 }, { theme: "dark", count: 9 }],
    ["my_setting, theme", { count: 9 }, { theme: "none", count: 9 }],
    ["", { count: 9 }, { theme: "dark", count: 9 }],
    ["count", { count: null }, { theme: "dark", count: 1 }],
  ])("with the mask %j takes from %j", (mask, fields, expected) => {
    expect(patch(mask, fields)).toEqual({ ok: true, value: expected });
  });

  test.each([
    ["colour", {}, "updateMask"],
    ["theme.colour", {}, "updateMask"],
    ["", {}, "updateMask"],
    ["mySetting", {}, "updateMask"],
    ["", { colour: 1 }, "colour"],
    ["", { theme: "far too long" }, "theme"],
    ["", { count: "9" }, "count"],
  ])("with the mask %j refuses %j, naming %s", (mask, fields, field) => {
    expect(patch(mask, fields)).toMatchObject({ ok: false, error: { fields: [{ field }] } });
  });
});
