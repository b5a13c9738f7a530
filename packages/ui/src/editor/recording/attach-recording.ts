import type { EditorView } from "@codemirror/view";
import type { AttachmentView } from "@tidemark/core/router";
import type { TextPlace } from "../../attachments/uploads/use-uploads.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { type FileUploads, filePutting } from "../files/files-at-caret.ts";
import { recordingStrings } from "./strings.ts";

interface AttachTo {
  /** Editor that it is inserted into; `null` if there is none. */
  readonly view: EditorView | null;
  readonly uploads: FileUploads;
}

/**
 * Attaches a recording like a pasted file, after the caret if there is one, even after its editor is closed.
 * Resolves once it is attached, or with `null` if that fails. Then a message that stays explains why and
 * offers to retry, because there is no other copy.
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
