import type { EditorView } from "@codemirror/view";
import type { AttachmentView } from "@tidemark/core/router";
import type { TextPlace } from "../../attachments/use-uploads.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { type FileUploads, filePutting } from "../files/files-at-caret.ts";
import { recordingStrings } from "./strings.ts";

interface AttachTo {
  /** The text that it is put into; null: there is none. */
  readonly view: EditorView | null;
  readonly uploads: FileUploads;
}

/**
 * Attaches a recording as a pasted file is, behind the caret where there is one, also once its editor
 * is left. Resolves when it is attached, or with null when it could not be: then a message that stays
 * says why and tries again, for it is nowhere else.
 */
export function attachRecording(
  file: File,
  { view, uploads }: AttachTo,
): Promise<AttachmentView | null> {
  const { promise, resolve } = Promise.withResolvers<AttachmentView | null>();
  const watched = (inner: TextPlace | undefined, key: number): TextPlace => ({
    show(upload) {
      inner?.show(upload);
      if (upload.problem === null) return;
      const tryAgain = async (): Promise<void> =>
        void (await attachRecording(file, { view, uploads }));
      useFeedback
        .getState()
        .offer(recordingStrings.notAttached(upload.problem), tryAgain, recordingStrings.tryAgain);
      uploads.drop(key);
    },
    write(attached) {
      inner?.write(attached);
      resolve(attached);
    },
    leave() {
      inner?.leave();
      resolve(null);
    },
  });
  const attach: FileUploads["attach"] = (files, placeOf) =>
    uploads.attach(files, (each, key) => watched(placeOf?.(each, key), key));
  const put = view?.dom.isConnected === true ? view.state.facet(filePutting)[0] : undefined;
  if (put === undefined || view === null) attach([file]);
  else put(view, file, attach);
  return promise;
}
