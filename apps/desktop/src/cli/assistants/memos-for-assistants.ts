import { setTimeout as wait } from "node:timers/promises";
import { appError, err, type ErrorCode, errorCodes } from "@tidemark/core";
import { holderInWords } from "@tidemark/db/node";
import { z } from "zod";
import { askHost } from "../../socket/ask-host.ts";
import { toolsPath } from "../../socket/host-socket.ts";
import { openOwnHost, type OwnHost } from "./own-host.ts";
import { type DeviceToolCall, readJson, type ToolResult } from "../../socket/tool-call.ts";

/** Answer of a program that ended meanwhile. */
const broken = { status: 0, text: "" };
const lookEveryMs = 100;

const errorCode = z.custom<ErrorCode>(
  (code) => typeof code === "string" && Object.hasOwn(errorCodes, code),
);
const resultSchema = z.union([
  z.object({
    ok: z.literal(true),
    value: z.object({
      output: z.record(z.string(), z.unknown()),
      picture: z.object({ data: z.string(), mimeType: z.string() }).nullable(),
    }),
  }),
  z
    .object({ ok: z.literal(false), error: z.object({ code: errorCode, message: z.string() }) })
    .transform(({ error }) => err(appError(error.code, error.message))),
]);

/** Memos of a data folder, whichever program has it. */
export interface MemosForAssistants {
  /**
   * Runs a tool in the program that has the folder, or in this one if none has it. Fails with UNAVAILABLE if the program
   * that has it doesn't answer.
   */
  run(call: DeviceToolCall): Promise<ToolResult>;
  close(): Promise<void>;
}

interface MemosOptions {
  readonly log: (line: string) => void;
  /** Maximum time to wait for a program that has just started, or is ending. */
  readonly patienceMs?: number;
}

/** Returns the memos of a data folder. It is opened with the first call. */
export function memosForAssistants(
  dir: string,
  { log, patienceMs = 5000 }: MemosOptions,
): MemosForAssistants {
  let own: OwnHost | null = null;
  let opening: Promise<number | null> | null = null;
  let isClosed = false;

  /** Opens the folder here. Returns the program that has it, or null if it can be asked again. */
  async function open(): Promise<number | null> {
    const opened = await openOwnHost(dir, { log, onGone: () => (own = null) });
    if ("holder" in opened) return opened.holder;
    own = opened;
    if (isClosed) await opened.close();
    return null;
  }

  async function runElsewhere(call: DeviceToolCall): Promise<ToolResult | null> {
    const answer = await askHost(dir, toolsPath, call).catch((error: unknown) => {
      log(`assistants: ${String(error)}`);
      return broken;
    });
    if (answer === null) return null;
    const result = answer.status === 200 ? readJson(resultSchema, answer.text) : null;
    return result ?? err(appError("UNAVAILABLE", "the program with the memos didn't answer"));
  }

  return {
    async run(call) {
      const endMs = performance.now() + patienceMs;
      for (;;) {
        if (own !== null) return own.run(call);
        const answer = await runElsewhere(call);
        if (answer !== null) return answer;
        opening ??= open().finally(() => (opening = null));
        const holder = await opening;
        if (own !== null) continue;
        if (performance.now() > endMs) {
          return err(appError("UNAVAILABLE", `${holderInWords(holder)} has the memos open`));
        }
        await wait(lookEveryMs);
      }
    },
    async close() {
      isClosed = true;
      await opening?.catch(() => undefined);
      await own?.close();
    },
  };
}
