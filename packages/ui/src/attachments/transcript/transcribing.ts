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
 * Writes the words of a memo's recording where an open editor can take them back by itself; false: that
 * memo is open in none.
 */
export type WriteHere = (to: RecordingOn, words: string) => boolean;

interface Transcribing {
  /** What ends each of those that run, by the id of the recording. */
  readonly running: ReadonlyMap<string, AbortController>;
}

/** Which recordings are being written down. They go on when what shows them is scrolled away or left. */
export const useTranscribing = create<Transcribing>(() => ({ running: new Map() }));

function change(id: string, controller: AbortController | null): void {
  useTranscribing.setState(({ running }) => {
    const after = new Map(running);
    if (controller === null) after.delete(id);
    else after.set(id, controller);
    return { running: after };
  });
}

/** Gives one up. */
export function stopTranscribing({ id }: Recording): void {
  useTranscribing.getState().running.get(id)?.abort();
}

/**
 * Has the server write a recording down, and puts its words into the memo that it is on by then. What
 * became of it is said; taking it back takes back the words alone.
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
      // With Yjs, which whoever only reads has not loaded.
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

/** What does not go into a memo is not lost: somebody has paid for it. */
function offerRest(filename: string, rest: string): void {
  useFeedback
    .getState()
    .offer(
      transcriptStrings.tooLong(filename, longestTranscript),
      () => copyText(rest),
      transcriptStrings.copyRest,
    );
}
