import type { AttachmentView } from "@tidemark/core/router";
import { LoaderCircle, MessageSquareText, X } from "lucide-react";
import { useClient } from "../../data/client.tsx";
import { useProfile } from "../../data/queries.ts";
import { useLanguage } from "../../language/language.ts";
import { transcriptStrings } from "./strings.ts";
import { stopTranscribing, transcribe, useTranscribing, type WriteHere } from "./transcribing.ts";

interface TranscribeButtonProps {
  readonly file: AttachmentView;
  readonly writeHere?: WriteHere;
  /** Set if there is only room for an icon. */
  readonly isNarrow?: boolean;
}

/**
 * Button that transcribes a recording, or stops a running transcription. Renders nothing if the server can't
 * transcribe.
 */
export function TranscribeButton({ file, writeHere, isNarrow = false }: TranscribeButtonProps) {
  useLanguage();
  const client = useClient();
  const canAsk = useProfile().data?.transcribes === true;
  const isRunning = useTranscribing(({ running }) => running.has(file.id));
  if (!isRunning && !canAsk) return null;
  const { filename } = file;
  // One button that changes, because a new one would not have the focus.
  return (
    <button
      type="button"
      className={isRunning && !isNarrow ? wideClass : "icon-button"}
      aria-label={
        isRunning ? transcriptStrings.stop(filename) : transcriptStrings.transcribe(filename)
      }
      title={isRunning ? transcriptStrings.stop(filename) : transcriptStrings.transcribePlain}
      onClick={() => {
        if (isRunning) stopTranscribing(file);
        else void transcribe(client, file, writeHere);
      }}
    >
      {isRunning ? (
        <>
          <LoaderCircle
            size={16}
            strokeWidth={1.75}
            aria-hidden
            className="motion-safe:animate-spin"
          />
          {!isNarrow && (
            <>
              <span aria-hidden>{transcriptStrings.running}</span>
              <X size={14} strokeWidth={1.75} aria-hidden />
            </>
          )}
        </>
      ) : (
        <MessageSquareText size={16} strokeWidth={1.75} aria-hidden />
      )}
    </button>
  );
}

const wideClass =
  "inline-flex h-7 flex-none items-center gap-1.5 rounded-control px-1.5 text-small text-text-2 hover:bg-hover hover:text-text";
