import { useEffect } from "react";
import { describeError, type TidemarkClient, useClient } from "../data/client.tsx";
import { unsavedText } from "../data/unsaved-text.ts";
import { sendDraft } from "../editor/composer/send-draft.ts";
import { joinTexts } from "../editor/composer/use-sent-memo.ts";
import { useFeedback } from "../feedback/feedback.ts";
import type { Captured } from "../shell/shell-port.ts";
import { tookCaptured, useShell } from "../shell/shell.ts";
import { captureStrings } from "./strings.ts";

/**
 * Appends captured texts to the draft, to be read before it is saved. Returns true meanwhile: the draft must
 * not be edited then.
 */
export function useCaptured(draftKey: string): boolean {
  const client = useClient();
  const isTaking = useShell((state) => state.captured.length > 0);
  useEffect(() => {
    if (!isTaking) return;
    void (async () => {
      // Includes texts that arrive meanwhile.
      for (let taken = waiting(); taken.length > 0; taken = waiting()) {
        try {
          await take(client, draftKey, taken);
        } catch (error) {
          useFeedback.getState().fail(describeError(error));
        }
        tookCaptured(taken.length);
      }
    })();
  }, [client, draftKey, isTaking]);
  return isTaking;
}

const waiting = (): readonly Captured[] => useShell.getState().captured;

async function take(
  client: TidemarkClient,
  draftKey: string,
  taken: readonly Captured[],
): Promise<void> {
  for (const each of taken) if ("problem" in each) useFeedback.getState().fail(inWords(each));
  const texts = taken.flatMap((each) => ("text" in each ? [each.text] : []));
  if (texts.length === 0) return;
  // The composer was just unmounted: its unsaved text must be in the draft first.
  await unsavedText.flush();
  const draft = await client.drafts.get.query({ key: draftKey });
  await sendDraft(client, draftKey, joinTexts([draft, ...texts].filter((text) => text !== "")));
}

function inWords({ problem, name }: Extract<Captured, { readonly problem: unknown }>): string {
  switch (problem) {
    case "too-large":
      return captureStrings.tooLarge(name);
    case "not-text":
      return captureStrings.notText(name);
    case "unreadable":
      return captureStrings.unreadable(name);
  }
}
