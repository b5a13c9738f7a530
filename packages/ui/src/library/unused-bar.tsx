import { useClient, describeError } from "../data/client.tsx";
import { fileSize } from "../attachments/file-size.ts";
import { useFeedback } from "../feedback/feedback.ts";
import { useLanguage } from "../language/language.ts";
import type { Leaving } from "./late-removal.ts";
import { libraryStrings } from "./strings.ts";

interface UnusedBarProps {
  /** Selected files. */
  readonly selected: Leaving;
  /** Ids of files that are already about to be deleted. */
  readonly leavingIds: ReadonlySet<string>;
  remove(files: Leaving): void;
}

/** Deletes the selected files, or all unused ones, after a confirmation. */
export function UnusedBar({ selected, leavingIds, remove }: UnusedBarProps) {
  useLanguage();
  const client = useClient();
  const ask = (files: Leaving): void =>
    useFeedback.getState().ask({
      title: libraryStrings.confirmTitle(files.ids.length),
      body: libraryStrings.confirmBody(fileSize(files.bytes)),
      action: libraryStrings.confirm,
      confirm: () => remove(files),
    });
  const askAll = (): void =>
    void client.library.unused.query().then(
      ({ ids, bytes }) => {
        const rest = ids.filter((id) => !leavingIds.has(id));
        if (rest.length > 0) ask({ ids: rest, bytes });
      },
      (error: unknown) => useFeedback.getState().fail(describeError(error)),
    );
  return selected.ids.length > 0 ? (
    <button type="button" className="button button-danger" onClick={() => ask(selected)}>
      {libraryStrings.deleteSelected(selected.ids.length)}
    </button>
  ) : (
    <button type="button" className="button" onClick={askAll}>
      {libraryStrings.deleteAll}
    </button>
  );
}
