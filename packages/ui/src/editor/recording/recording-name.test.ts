import { expect, test } from "vitest";
import { loudness } from "./open-microphone.ts";
import { recordingName } from "./recording-name.ts";

test.each([
  ["audio/mp4", "Recording 2026-01-02 09.05.m4a"],
  ["audio/ogg", "Recording 2026-01-02 09.05.ogg"],
  ["audio/webm", "Recording 2026-01-02 09.05.webm"],
])("a recording of type %s is named %s", (type, name) => {
  expect(recordingName(new Date(2026, 0, 2, 9, 5, 59).getTime(), type)).toBe(name);
});

test("loudness is 0 in silence and below a quiet room, 1 at the maximum, and logarithmic between", () => {
  expect(loudness(new Float32Array(8))).toBe(0);
  expect(loudness(new Float32Array(8).fill(0.0005))).toBe(0);
  expect(loudness(new Float32Array(8).fill(1))).toBe(1);
  expect(loudness(new Float32Array(8).fill(0.1))).toBeCloseTo(2 / 3);
});
