import type { Caller } from "@tidemark/core/model";
import { userName } from "@tidemark/core/names";

/** The person at the machine. No account can have this name, so the audit log shows who it was. */
export const operator: Caller = {
  name: userName("local"),
  role: "ADMIN",
  spaces: [],
  scope: null,
  device: "tidemark-server",
};
