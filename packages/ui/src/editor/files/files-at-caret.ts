import { isolateHistory } from "@codemirror/commands";
import { type Extension, Facet, Prec } from "@codemirror/state";
import { Decoration, dropCursor, EditorView } from "@codemirror/view";
import { fileAddress } from "../../attachments/file-address.ts";
import { pastedFiles } from "../../attachments/use-file-drop.ts";
import type { TextPlace, Uploads } from "../../attachments/use-uploads.ts";
import { isInCode } from "../markdown/in-code.ts";
import { knowImageSize } from "../markdown/preview/image-box.ts";
import { fileMarkdown } from "./file-markdown.ts";
import {
  filePlaces,
  placeEnded,
  placesBegan,
  placesFor,
  placeShown,
  writeAtPlace,
} from "./file-places.ts";
import { FileOnItsWay, FilePlaceholder } from "./file-placeholder.ts";

/** What brings files to where a memo's are kept. */
export type FileUploads = Pick<Uploads, "attach" | "drop">;

/**
 * Attaches a file that something else than a hand brought, and puts it behind the caret: what is
 * selected stays. The given `attach` brings it to where a memo's are kept.
 */
export type PutFile = (view: EditorView, file: File, attach: FileUploads["attach"]) => void;

/** How an editor takes such a file; none before its help has come. */
export const filePutting = Facet.define<PutFile>();

interface FilesAtCaret {
  readonly extension: Extension;
  /** Asks for files, and puts them where the caret is. */
  choose(view: EditorView): void;
}

/**
 * Files that are pasted, dropped or chosen stand in the text where the caret is, or where they were
 * dropped: first as a placeholder, and once they are attached by their Markdown. Nothing is written
 * before (ADR 0058).
 */
export function filesAtCaret({ attach, drop }: FileUploads): FilesAtCaret {
  /** What is drawn of those on their way, by their keys. */
  const onTheirWay = new Map<number, FileOnItsWay>();

  function insert(
    view: EditorView,
    files: readonly File[],
    place: Place,
    attachBy: FileUploads["attach"] = attach,
  ): void {
    // In code an address is no link: there the files are beside the text.
    if (isInCode(view.state, place.from)) {
      attachBy(files);
      return;
    }
    const keys: number[] = [];
    attachBy(files, (file, key) => {
      keys.push(key);
      onTheirWay.set(
        key,
        new FileOnItsWay(file.name, () => {
          drop(key);
          view.focus();
        }),
      );
      return placeIn(view, key, onTheirWay);
    });
    view.dispatch({
      effects: placesBegan.of(placesFor(view.state, keys, place)),
      // Who types on writes behind the file, and not over what was selected.
      selection: { anchor: place.to },
      scrollIntoView: true,
    });
  }

  const drawn = EditorView.decorations.compute([filePlaces], (state) =>
    Decoration.set(
      state.field(filePlaces).flatMap(({ key, to, isShown }) => {
        const file = onTheirWay.get(key);
        if (!isShown || file === undefined) return [];
        const widget = new FilePlaceholder(file);
        return [Decoration.widget({ widget, side: -1 }).range(to)];
      }),
      true,
    ),
  );

  const handlers = EditorView.domEventHandlers({
    paste(event, view) {
      const files = event.clipboardData === null ? [] : pastedFiles(event.clipboardData);
      if (files.length === 0 || view.state.readOnly) return false;
      insert(view, files, view.state.selection.main);
      return true;
    },
    dragover(event) {
      if (event.dataTransfer?.types.includes("Files") !== true) return false;
      event.dataTransfer.dropEffect = "copy";
      return true;
    },
    drop(event, view) {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0 || view.state.readOnly) return false;
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }, false);
      insert(view, files, { from: at, to: at });
      view.focus();
      return true;
    },
  });

  return {
    extension: [
      filePlaces,
      drawn,
      filePutting.of((view, file, attachBy) => {
        const { to } = view.state.selection.main;
        const isApart = !/\S/.test(view.state.sliceDoc(Math.max(0, to - 1), to));
        insert(view, [file], { from: to, to, isApart }, attachBy);
      }),
      Prec.highest(handlers),
      dropCursor(),
      EditorView.contentAttributes.of({ "data-takes-files": "" }),
    ],
    choose(view) {
      const input = document.createElement("input");
      input.type = "file";
      input.multiple = true;
      input.addEventListener("change", () => {
        insert(view, [...(input.files ?? [])], view.state.selection.main);
        view.focus();
      });
      input.click();
    },
  };
}

interface Place {
  readonly from: number;
  readonly to: number;
  /** Whether nothing is to stand between it and what is before it; else a blank does. */
  readonly isApart?: boolean;
}

/** What becomes of a file, shown in the text for as long as the editor is there. */
function placeIn(view: EditorView, key: number, onTheirWay: Map<number, FileOnItsWay>): TextPlace {
  const isKept = (): boolean =>
    view.dom.isConnected &&
    view.state.field(filePlaces, false)?.some((place) => place.key === key) === true;
  return {
    show({ part, problem }) {
      const file = onTheirWay.get(key);
      if (file !== undefined) file.part = part;
      const place = view.state.field(filePlaces, false)?.find((each) => each.key === key);
      const isShown = problem === null;
      if (place === undefined || place.isShown === isShown || !isKept()) return;
      view.dispatch({ effects: placeShown.of({ key, isShown }) });
    },
    write(file) {
      const { width, height } = file;
      if (width !== null && height !== null) knowImageSize(fileAddress(file), { width, height });
      const change = isKept() ? writeAtPlace(view.state, key, fileMarkdown(file)) : null;
      if (change === null) return;
      view.dispatch(change, {
        userEvent: "input.paste",
        annotations: isolateHistory.of("full"),
      });
    },
    leave() {
      onTheirWay.delete(key);
      if (isKept()) view.dispatch({ effects: placeEnded.of({ key, isWritten: false }) });
    },
  };
}
