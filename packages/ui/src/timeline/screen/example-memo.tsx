import { useState } from "react";
import { describeError } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusOnceShown } from "../../focus/focus-once-shown.ts";
import { useLanguage } from "../../language/language.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { setUi } from "../../state/ui-state.ts";
import { MemoBody } from "../card/memo-body.tsx";
import { emptyStrings } from "./empty-strings.ts";

/** Which tasks of the example are done: nobody begins with nothing. */
const firstTicks: readonly boolean[] = [true, false, false];

const none: readonly never[] = [];

/**
 * A memo to try what memos do on, for who has none. Nothing of it is stored until it is kept; with the
 * first memo it is gone.
 */
export function ExampleMemo() {
  useLanguage();
  const actions = useMemoActions();
  const [ticks, setTicks] = useState(firstTicks);
  const [tag, setTag] = useState<string | null>(null);
  const [isKeeping, setIsKeeping] = useState(false);
  const content = exampleText(ticks);
  const keep = async (): Promise<void> => {
    setIsKeeping(true);
    try {
      const { id } = await actions.create({ content });
      setUi({ activeId: id });
      requestAnimationFrame(() => focusOnceShown(id));
    } catch (error) {
      setIsKeeping(false);
      useFeedback.getState().fail(describeError(error));
    }
  };
  return (
    <section aria-labelledby="example-title" className="example-memo">
      <h2 id="example-title" className="mb-1 text-meta text-text-3">
        {emptyStrings.example}
      </h2>
      <MemoBody
        id="example"
        content={content}
        updatedMs={0}
        files={none}
        terms={none}
        isQuiet={false}
        onToggleTask={(index, checked) => setTicks((before) => before.with(index, checked))}
        onTag={setTag}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 flex-auto text-small text-text-3">
          {tag === null ? emptyStrings.notStored : emptyStrings.tagExplained(`#${tag}`)}
        </p>
        <button type="button" className="button" disabled={isKeeping} onClick={() => void keep()}>
          {emptyStrings.keep}
        </button>
      </div>
    </section>
  );
}

/** The example as Markdown, in the language of now. */
function exampleText(ticks: readonly boolean[]): string {
  const tasks = [emptyStrings.exampleDone, emptyStrings.exampleTask, emptyStrings.exampleBread];
  const lines = tasks.map((task, index) => `- [${ticks[index] === true ? "x" : " "}] ${task}`);
  return `# ${emptyStrings.exampleTitle}\n\n${emptyStrings.exampleText}\n\n${lines.join("\n")}`;
}
