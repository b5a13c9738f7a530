import type { AttachmentView } from "@tidemark/core/router";
import { create } from "zustand";
import { describeError, type TidemarkClient } from "../../data/client.tsx";
import { copyText } from "../../feedback/copy-text.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { asWords, longestTranscript, splitTranscript } from "./as-words.ts";
import { refusalStrings, transcriptStrings } from "./strings.ts";
import type { RecordingOn } from "./write-words.ts";

type Recording = Pick<AttachmentView, "id" | "filename">;

/**
 * Inserts the transcript of a memo's recording into an open editor, as a separate undo step. Returns false if
 * no editor has that memo open.
 */
export type WriteHere = (to: RecordingOn, words: string) => boolean;

interface Transcribing {
  /** Controllers that stop running transcriptions, by the id of the recording. */
  readonly running: ReadonlyMap<string, AbortController>;
}

/** Running transcriptions. They continue when their recording is scrolled out of view or its page is left. */
export const useTranscribing = create<Transcribing>(() => ({ running: new Map() }));

function change(id: string, controller: AbortController | null): void {
  useTranscribing.setState(({ running }) => {
    const after = new Map(running);
    if (controller === null) after.delete(id);
    else after.set(id, controller);
    return { running: after };
  });
}

/** Stops a transcription. */
export function stopTranscribing({ id }: Recording): void {
  useTranscribing.getState().running.get(id)?.abort();
}

/**
 * Has the server transcribe a recording, and inserts the transcript into the memo that the recording is on by
 * then. Reports the result; Undo removes the transcript alone.
 */
export async function transcribe(
  client: Pick<TidemarkClient, "attachments" | "text">,
  recording: Recording,
  writeHere: WriteHere = () => false,
): Promise<void> {
  const { id, filename } = recording;
  if (useTranscribing.getState().running.has(id)) return;
  const controller = new AbortController();
  const { signal } = controller;
  const { say, fail } = useFeedback.getState();
  change(id, controller);
  try {
    const answer = await client.attachments.transcribe.mutate({ id }, { signal });
    if (signal.aborted) return;
    if (answer.type === "refused") fail(refusalStrings[answer.reason]);
    else if (answer.text.trim() === "") say(transcriptStrings.silence(filename));
    else if (answer.memo === null) fail(transcriptStrings.noMemo);
    else {
      const to = { memo: answer.memo, attachment: id };
      const { words, rest } = splitTranscript(answer.text);
      const text = asWords(words);
      if (rest !== "") offerRest(filename, rest);
      if (writeHere(to, text)) {
        say(transcriptStrings.written(filename));
        return;
      }
      // Loaded on demand with Yjs, which a page without an editor doesn't need.
      const { writeWords } = await import("./write-words.ts");
      const takeBack = await writeWords(client, to, text);
      say(transcriptStrings.written(filename), async () => {
        await takeBack().catch((error: unknown) => fail(describeError(error)));
      });
    }
  } catch (error) {
    if (!signal.aborted) fail(describeError(error));
  } finally {
    change(id, null);
  }
}

/** Offers to copy the rest of a transcript, which may have been paid for. */
function offerRest(filename: string, rest: string): void {
  useFeedback
    .getState()
    .offer(
      transcriptStrings.tooLong(filename, longestTranscript),
      () => copyText(rest),
      transcriptStrings.copyRest,
    );
}
