import { msg } from "@lingui/core/macro";
import { sentences } from "../language/sentences.ts";

export const newBuildStrings = sentences({
  ready: msg`A new version is ready.`,
  reload: msg`Reload`,
});
