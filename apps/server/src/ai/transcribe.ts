import { appError, err, ok, type AppError, type Result } from "@tidemark/core";
import { z } from "zod";

/** An endpoint that speaks OpenAI's protocol, as the administrator set it. */
export interface AiProvider {
  /** Up to and with the version, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** "" when it needs none. */
  readonly apiKey: string;
  /** "" for the one that such endpoints have by default. */
  readonly model: string;
}

export interface Audio {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly filename: string;
  /** "" when it is not known. */
  readonly contentType: string;
}

/** Largest recording that is handed on. */
export const maxAudioBytes = 25 * 1024 * 1024;

const defaultModel = "whisper-1";
const timeoutMs = 120_000;
/** Many times what is said in the longest recording, with all that an answer may say of it. */
const maxAnswerBytes = 8 * 1024 * 1024;
/** What such an endpoint says of the audio itself, not of its own state. */
const refusals = [400, 413, 415, 422];
const answer = z.object({ text: z.string() });

/** Whether there is one to ask. */
export function hasProvider(provider: AiProvider | null): provider is AiProvider {
  return provider !== null && provider.baseUrl !== "";
}

/**
 * Has a recording written down. FAILED_PRECONDITION without a provider, INVALID_ARGUMENT when it
 * refuses the audio, UNAVAILABLE when it gives no answer that can be used. The address was chosen by
 * the administrator and may well be on the same machine, so it is asked as it is. `signal` gives it up.
 */
export async function transcribe(
  provider: AiProvider | null,
  audio: Audio,
  signal?: AbortSignal,
): Promise<Result<string, AppError>> {
  if (!hasProvider(provider)) {
    return err(appError("FAILED_PRECONDITION", "transcription isn't set up"));
  }
  const form = new FormData();
  const type = audio.contentType === "" ? {} : { type: audio.contentType };
  form.set("file", new Blob([audio.content], type), audio.filename);
  form.set("model", provider.model || defaultModel);
  form.set("response_format", "json");
  try {
    const response = await fetch(`${provider.baseUrl.replace(/\/+$/, "")}/audio/transcriptions`, {
      method: "POST",
      body: form,
      signal: AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(signal === undefined ? [] : [signal]),
      ]),
      ...(provider.apiKey && { headers: { authorization: `Bearer ${provider.apiKey}` } }),
    });
    if (refusals.includes(response.status)) {
      await response.body?.cancel();
      return err(
        appError("INVALID_ARGUMENT", "the provider cannot read this audio", [
          { field: "audio.content", issue: `rejected by the provider (${response.status})` },
        ]),
      );
    }
    if (!response.ok) {
      await response.body?.cancel();
      return unavailable(`it answers with status ${response.status}`);
    }
    const body = await readUpTo(response, maxAnswerBytes);
    if (body === null) return unavailable("its answer is too long");
    const parsed = answer.safeParse(JSON.parse(body));
    return parsed.success ? ok(parsed.data.text) : unavailable("its answer has no text");
  } catch (error) {
    return unavailable(error instanceof Error && error.name === "TimeoutError" ? "too slow" : "");
  }
}

/** The text of an answer; null where there is more of it. Then the rest is not waited for. */
async function readUpTo(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Left early, the loop cancels what it reads.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function unavailable(reason: string): { ok: false; error: AppError } {
  const message = "the provider for transcription is not available";
  return err(appError("UNAVAILABLE", reason === "" ? message : `${message}: ${reason}`));
}
