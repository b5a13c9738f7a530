import { isolateHistory } from "@codemirror/commands";
import { type Extension, Facet, Prec } from "@codemirror/state";
import { Decoration, dropCursor, EditorView } from "@codemirror/view";
import { fileAddress } from "../../attachments/file-address.ts";
import { pastedFiles } from "../../attachments/use-file-drop.ts";
import type { TextPlace, Uploads } from "../../attachments/uploads/use-uploads.ts";
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

/** Functions that upload the files of a memo. */
export type FileUploads = Pick<Uploads, "attach" | "drop">;

/**
 * Attaches a file that the user didn't paste, drop or choose, and inserts it after the caret. The selection
 * stays. `attach` uploads the file.
 */
export type PutFile = (view: EditorView, file: File, attach: FileUploads["attach"]) => void;

/** Inserts such a file into an editor; empty until the writing help is loaded. */
export const filePutting = Facet.define<PutFile>();

/** Attaches pictures of a pasted page and inserts each at its offset. The selection stays. */
type PlacePictures = (
  view: EditorView,
  pictures: readonly { readonly file: File; readonly at: number }[],
) => void;

/** Inserts such pictures into an editor. */
export const picturePlacing = Facet.define<PlacePictures>();

interface FilesAtCaret {
  readonly extension: Extension;
  /** Opens a file chooser, and inserts the files at the caret. */
  choose(view: EditorView): void;
}

/**
 * Inserts files that are pasted, dropped or chosen at the caret or the drop position. Shows placeholders
 * until the files are attached, and writes their Markdown only then (ADR 0058).
 */
export function filesAtCaret({ attach, drop }: FileUploads): FilesAtCaret {
  /** Uploads in progress, by key. */
  const onTheirWay = new Map<number, FileOnItsWay>();

  function insert(
    view: EditorView,
    files: readonly File[],
    place: Place,
    attachBy: FileUploads["attach"] = attach,
  ): void {
    // An address in code isn't a link, so only attach the files.
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
      // Text typed next follows the file, and doesn't replace the selection.
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
      picturePlacing.of((view, pictures) => {
        const { selection } = view.state;
        for (const { file, at } of pictures) insert(view, [file], { from: at, to: at });
        view.dispatch({ selection });
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
  /** False if a space must separate it from the text before. */
  readonly isApart?: boolean;
}

/** Returns the place that shows a file's upload in the text while the editor exists. */
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
