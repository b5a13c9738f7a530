import { appError, err, ok, type AppError, type Result } from "@tidemark/core";
import { z } from "zod";

/** Endpoint with OpenAI's protocol, configured by the administrator. */
export interface AiProvider {
  /** URL up to and including the version, such as `https://api.openai.com/v1`. */
  readonly baseUrl: string;
  /** "" if none is needed. */
  readonly apiKey: string;
  /** "" for `defaultModel`. */
  readonly model: string;
}

export interface Audio {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly filename: string;
  /** "" if unknown. */
  readonly contentType: string;
}

/** Maximum size of a recording in bytes. */
export const maxAudioBytes = 25 * 1024 * 1024;

const defaultModel = "whisper-1";
const timeoutMs = 120_000;
/** Maximum size of an answer in bytes: many times the text of the longest recording, including metadata. */
const maxAnswerBytes = 8 * 1024 * 1024;
/** Statuses that refer to the audio itself, not to the endpoint's state. */
const refusals = [400, 413, 415, 422];
const answer = z.object({ text: z.string() });

/** True if a provider is configured. */
export function hasProvider(provider: AiProvider | null): provider is AiProvider {
  return provider !== null && provider.baseUrl !== "";
}

/**
 * Transcribes a recording. Returns FAILED_PRECONDITION without a provider, INVALID_ARGUMENT if it refuses the
 * audio, and UNAVAILABLE if it returns no usable answer. The administrator chose the address, which may be on
 * the same machine, so it isn't restricted. `signal` aborts the request.
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

/** Returns the text of an answer; null if it exceeds `maxBytes`, without reading the rest. */
async function readUpTo(response: Response, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the stream.
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
