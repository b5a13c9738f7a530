import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const performanceStrings = sentences({
  title: msg`Performance report`,
  about: msg`Measured in this window since it loaded. Nothing is sent.`,
  what: msg({ message: "Metric", context: "performance report" }),
  measured: msg({ message: "Measured", context: "performance report" }),
  goal: msg({ message: "Goal", context: "performance report" }),
  start: msg`Startup to first view`,
  keyHalf: msg`Key press to paint (median)`,
  key: msg`Key press to paint (95%)`,
  click: msg`Click to paint (95%)`,
  back: msg`Back to the list (95%)`,
  lateFrames: msg`Late frames while scrolling`,
  longestTask: msg`Longest task`,
  heap: msg`Page memory`,
  notYet: msg`not measured yet`,
  copy: msg`Copy`,
  refresh: msg`Refresh`,
});
