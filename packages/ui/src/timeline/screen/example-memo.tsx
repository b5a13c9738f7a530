import { useState } from "react";
import { describeError } from "../../data/client.tsx";
import { useFeedback } from "../../feedback/feedback.ts";
import { focusOnceShown } from "../../focus/focus-once-shown.ts";
import { useLanguage } from "../../language/language.ts";
import { useMemoActions } from "../../memo/memo-actions.ts";
import { setUi } from "../../state/ui-state.ts";
import { touchQuery, useMediaQuery } from "../../state/use-media-query.ts";
import { MemoBody } from "../card/memo-body.tsx";
import { emptyStrings } from "./empty-strings.ts";

/** Initial state of the example's tasks: one is already done. */
const firstTicks: readonly boolean[] = [true, false, false];

const none: readonly never[] = [];

/**
 * Example memo for new users. Nothing is stored until the user saves it; it disappears once a memo exists.
 */
export function ExampleMemo() {
  useLanguage();
  const actions = useMemoActions();
  const [ticks, setTicks] = useState(firstTicks);
  const [tag, setTag] = useState<string | null>(null);
  const [isKeeping, setIsKeeping] = useState(false);
  const isTouch = useMediaQuery(touchQuery);
  const explain = isTouch ? emptyStrings.tagTapped : emptyStrings.tagExplained;
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
          {tag === null ? emptyStrings.notStored : explain(`#${tag}`)}
        </p>
        <button type="button" className="button" disabled={isKeeping} onClick={() => void keep()}>
          {emptyStrings.keep}
        </button>
      </div>
    </section>
  );
}

/** Returns the example as Markdown in the current language. */
function exampleText(ticks: readonly boolean[]): string {
  const tasks = [emptyStrings.exampleDone, emptyStrings.exampleTask, emptyStrings.exampleBread];
  const lines = tasks.map((task, index) => `- [${ticks[index] === true ? "x" : " "}] ${task}`);
  return `# ${emptyStrings.exampleTitle}\n\n${emptyStrings.exampleText}\n\n${lines.join("\n")}`;
}
