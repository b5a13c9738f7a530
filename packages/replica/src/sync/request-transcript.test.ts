import { TRPCClientError } from "@trpc/client";
import { expect, test } from "vitest";
import { requestTranscript } from "./request-transcript.ts";

const refused = (data: object | null): TRPCClientError<never> => {
  const result = data === null ? undefined : { error: { message: "no", code: -32000, data } };
  return TRPCClientError.from(
    result === undefined ? new Error("no answer") : (result as never),
  ) as TRPCClientError<never>;
};

const ask = (outcome: string | Error, signal?: AbortSignal) =>
  requestTranscript(
    {
      transcribe: async () => {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      },
    },
    "a1",
    signal,
  );

test("returns the server's transcript", async () => {
  expect(await ask("high water")).toEqual({ ok: true, value: "high water" });
});

test.each([
  [{ code: "NOT_FOUND", app: { code: "NOT_FOUND" } }, "waits"],
  // The server is of an older version and doesn't know the call.
  [{ code: "NOT_FOUND", app: null }, "none"],
  [{ code: "PRECONDITION_FAILED", app: { code: "FAILED_PRECONDITION" } }, "none"],
  [{ code: "PAYLOAD_TOO_LARGE", app: { code: "TOO_LARGE" } }, "too-large"],
  [{ code: "BAD_REQUEST", app: { code: "INVALID_ARGUMENT" } }, "unreadable"],
  [{ code: "TOO_MANY_REQUESTS", app: { code: "RESOURCE_EXHAUSTED" } }, "busy"],
  [{ code: "SERVICE_UNAVAILABLE", app: { code: "UNAVAILABLE" } }, "failed"],
  [null, "failed"],
])("%j means %s", async (data, error) => {
  expect(await ask(refused(data))).toEqual({ ok: false, error });
});

test("an unknown error means failed", async () => {
  expect(await ask(new Error("cut"))).toEqual({ ok: false, error: "failed" });
});

test("passes on the abort", async () => {
  const cancel = new AbortController();
  const seen: boolean[] = [];
  const asked = requestTranscript(
    {
      transcribe: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            seen.push(signal.aborted);
            reject(new Error("aborted"));
          });
        }),
    },
    "a1",
    cancel.signal,
  );
  cancel.abort();
  expect(await asked).toEqual({ ok: false, error: "failed" });
  expect(seen).toEqual([true]);
});
