/** A catalogue as the bundler compiles it (packages/ui/build/sentences.ts). */
declare module "*.po" {
  import type { Messages } from "@lingui/core";
  export const messages: Messages;
}
