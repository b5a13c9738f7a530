import { describe, expect, test } from "vitest";
import { coordinates, geoAddress, readPlace, splitPair } from "./read-place.ts";

describe("a typed location", () => {
  test.each<[string, string, unknown]>([
    ["48.38", "-4.49", { latitude: 48.38, longitude: -4.49 }],
    [" 48,38° ", "−4,49", { latitude: 48.38, longitude: -4.49 }],
    ["+90", "-180", { latitude: 90, longitude: -180 }],
    ["0", ".5", { latitude: 0, longitude: 0.5 }],
    ["90.1", "0", "latitude"],
    ["", "0", "latitude"],
    ["north", "0", "latitude"],
    ["1e1", "0", "latitude"],
    ["48", "180.5", "longitude"],
    ["48", " ", "longitude"],
  ])(
    "with %j and %j is accepted, or its invalid field is named",
    (latitude, longitude, expected) => {
      const place = readPlace({ placeholder: " Brest ", latitude, longitude });
      if (typeof expected === "string") expect(place).toBe(expected);
      else expect(place).toEqual({ placeholder: "Brest", ...(expected as object) });
    },
  );

  test.each([
    ["48.38, -4.49", { latitude: "48.38", longitude: "-4.49" }],
    ["geo:48.38,-4.49", { latitude: "48.38", longitude: "-4.49" }],
    ["48.38 -4.49", { latitude: "48.38", longitude: "-4.49" }],
    ["48,38", { latitude: "48", longitude: "38" }],
    ["48.38", null],
    ["Brest", null],
  ])("splits %j pasted into one field if it is a pair", (text, pair) => {
    expect(splitPair(text)).toEqual(pair);
  });
});

test("shows and links a location without exponents", () => {
  const place = { placeholder: "", latitude: 0.0000001, longitude: -4.49 };
  expect(geoAddress({ ...place, latitude: 48.38 })).toBe("geo:48.38,-4.49");
  expect(coordinates({ ...place, latitude: 48.123_456_789 })).toBe("48.1234568, -4.49");
});
