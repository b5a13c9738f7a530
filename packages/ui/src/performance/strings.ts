import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const performanceStrings = sentences({
  title: msg`Performance report`,
  about: msg`What this window took since it was loaded. It is measured here, and sent to nobody.`,
  what: msg({ message: "What", context: "performance report" }),
  measured: msg({ message: "Measured", context: "performance report" }),
  goal: msg({ message: "Goal", context: "performance report" }),
  start: msg`From the start to the first picture`,
  keyHalf: msg`A key, painted (half of them)`,
  key: msg`A key, painted (95 %)`,
  click: msg`A click, painted (95 %)`,
  back: msg`Back to the list (95 %)`,
  lateFrames: msg`Late frames while scrolling`,
  longestTask: msg`The longest task`,
  heap: msg`Memory of the page`,
  notYet: msg`not measured yet`,
  copy: msg`Copy`,
  refresh: msg`Refresh`,
});
