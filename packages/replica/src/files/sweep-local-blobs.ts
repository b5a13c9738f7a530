import type { AttachmentService } from "@tidemark/core/attachment";
import { inBackground } from "../platform/background.ts";

const firstAfterMs = 5 * 60_000;
const everyMs = 86_400_000;

/** Removes content that nothing has used for seven days, five minutes after the start and then daily. */
export function sweepLocalBlobs(deps: {
  readonly attachments: Pick<AttachmentService, "sweep">;
  readonly log: (line: string) => void;
}): AsyncDisposable {
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    try {
      await deps.attachments.sweep();
    } catch (error) {
      deps.log(`files: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  let timer: ReturnType<typeof setTimeout>;
  const schedule = (afterMs: number): void => {
    timer = inBackground(
      setTimeout(() => {
        running = run();
        schedule(everyMs);
      }, afterMs),
    );
  };
  schedule(firstAfterMs);
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await running;
    },
  };
}
