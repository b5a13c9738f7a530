import type { AppError } from "@tidemark/core";
import type { ControlAnswer, ControlContent } from "../control/control-socket.ts";
import { exportAccount, type ExportDeps } from "../export/export-account.ts";
import { operator } from "./operator.ts";
import { named } from "./user-work.ts";

/** Returns the export of an account, followed by the lines to print. */
export async function contentOf(
  deps: ExportDeps,
  user: string,
): Promise<ControlAnswer | ControlContent> {
  const begun = named(user, await exportAccount(deps, operator, user));
  if (!begun.ok) return refused(begun.error);
  const { username, body, report } = begun.value;
  // `answer` reports a failure, after the content that ended early.
  report.catch(() => undefined);
  return {
    body,
    async answer() {
      const { memos, files, trashed, problems } = await report;
      const done = `${memos} memos and ${files} files of ${username}; ${trashed} in the trash left out`;
      const missing = `${problems.length} files are missing: see tidemark.json in it`;
      return { ok: true, lines: problems.length === 0 ? [done] : [done, missing] };
    },
  };
}

/** Returns the answer for an error. */
export function refused({ code, message }: AppError): ControlAnswer {
  return { ok: false, code, message };
}
