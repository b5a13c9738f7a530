import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const settingsStrings = sentences({
  title: msg`Settings`,
  close: msg`Close`,
  onThisDevice: msg`These hold on this device.`,
  appearance: msg`Appearance`,
  reading: msg`Reading`,
  density: msg`Density`,
  columns: msg`Columns`,
  columnsHelp: msg`Side by side from a width of 1,400 pixels; memos of one line stand in one column.`,
  lineBreaks: msg`Line breaks`,
  reflow: msg`Join lines that were wrapped`,
  reflowHelp: msg`Paragraphs that an editor wrapped flow over the width that there is.`,
  written: msg`As written`,
  howFast: msg`How fast this window is`,
  singleKeys: msg`Keys by themselves are commands`,
  singleKeysHelp: msg`In a list of memos and on a memo’s page: e edits, p pins, t tags. Keys with Ctrl, arrows, Enter and Delete stay without it.`,
  images: msg`Images of other hosts`,
  noHosts: msg`None are loaded unless you ask. What you choose with “Always from here” stands here.`,
  hostsHelp: msg`Images from these are loaded without asking.`,
  removeHost: (host: string) => msg`Ask again for images from ${host}`,
  hostRemoved: (host: string) => msg`Images from ${host} are asked about again`,
});
