import { SerialQueue } from "@tidemark/core/concurrency";
import type { AttachmentView } from "@tidemark/core/router";
import { useMemo, useRef, useState } from "react";
import { useProfile } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { fileSize } from "../file-size.ts";
import { uploadStrings } from "./upload-strings.ts";
import { UploadError } from "./upload-error.ts";

/** File being uploaded as an attachment. */
export interface Upload {
  readonly key: number;
  readonly file: File;
  /** Fraction 0 to 1; `null` while the upload is queued. */
  readonly part: number | null;
  /** Reason for its failure; `null` while there is none. */
  readonly problem: string | null;
  /** True if a text has a place for it, which shows it while there is no problem. */
  readonly isInText: boolean;
}

/** Place in a text for a file being uploaded. */
export interface TextPlace {
  show(upload: Pick<Upload, "part" | "problem">): void;
  /** Called once the file is attached: the text may name it. */
  write(file: AttachmentView): void;
  /** Called if the upload was stopped, or its problem dismissed. */
  leave(): void;
}

export interface Uploads {
  /** Uploads, oldest first, without those that are attached. */
  readonly list: readonly Upload[];
  /** True while an upload is in progress. */
  readonly isBusy: boolean;
  attach(files: readonly File[], placeOf?: (file: File, key: number) => TextPlace): void;
  tryAgain(key: number): void;
  /** Stops an upload, or dismisses its problem. */
  drop(key: number): void;
}

let lastKey = 0;

/**
 * Uploads files one after the other, which keeps them in the given order. `onAttached` receives each; an
 * error that it throws is a problem of that file.
 */
export function useUploads(onAttached: (file: AttachmentView) => Promise<void>): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const limit = useProfile().data?.uploadBytes ?? Infinity;
  const latest = useRef({ onAttached, limit });
  latest.current = { onAttached, limit };

  const work = useMemo(() => {
    const aborts = new Map<number, AbortController>();
    const places = new Map<number, TextPlace>();
    const queue = new SerialQueue();
    const change = (key: number, changed: Pick<Upload, "part" | "problem">): void => {
      setList((before) =>
        before.map((upload) => (upload.key === key ? { ...upload, ...changed } : upload)),
      );
      places.get(key)?.show(changed);
    };
    const remove = (key: number): void => {
      aborts.delete(key);
      places.get(key)?.leave();
      places.delete(key);
      setList((before) => before.filter((upload) => upload.key !== key));
    };

    async function run(key: number, file: File, signal: AbortSignal): Promise<void> {
      if (signal.aborted) return;
      const { announce } = useFeedback.getState();
      try {
        if (file.size > latest.current.limit) {
          throw new UploadError(uploadStrings.tooLarge(fileSize(latest.current.limit)));
        }
        const onProgress = (part: number): void => change(key, { part, problem: null });
        onProgress(0);
        const { uploadFile } = await import("./upload-file.ts");
        const attached = await uploadFile(file, { onProgress, signal });
        await latest.current.onAttached(attached);
        places.get(key)?.write(attached);
        remove(key);
        announce(uploadStrings.attached(file.name));
      } catch (error) {
        if (signal.aborted) return;
        const problem = error instanceof UploadError ? error.message : uploadStrings.unsent;
        change(key, { part: null, problem });
        announce(`${file.name}: ${problem}`);
      }
    }

    function start(key: number, file: File): void {
      const abort = new AbortController();
      aborts.set(key, abort);
      void queue.run(() => run(key, file, abort.signal));
    }

    return {
      attach(files: readonly File[], placeOf?: (file: File, key: number) => TextPlace) {
        const added = files.map((file) => {
          lastKey += 1;
          if (placeOf !== undefined) places.set(lastKey, placeOf(file, lastKey));
          const isInText = placeOf !== undefined;
          return { key: lastKey, file, part: null, problem: null, isInText };
        });
        setList((before) => [...before, ...added]);
        for (const { key, file } of added) start(key, file);
      },
      tryAgain(key: number, file: File) {
        change(key, { part: null, problem: null });
        start(key, file);
      },
      drop(key: number) {
        aborts.get(key)?.abort();
        remove(key);
      },
    };
  }, []);

  return {
    list,
    isBusy: list.some((upload) => upload.problem === null),
    attach: work.attach,
    tryAgain(key) {
      const upload = list.find((each) => each.key === key);
      if (upload !== undefined) work.tryAgain(key, upload.file);
    },
    drop: work.drop,
  };
}
