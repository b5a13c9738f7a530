import { useCallback } from "react";
import { searchFieldId } from "../focus/focus-search.ts";
import { useGoTo, useViewAddress } from "../state/view-address.ts";

/** Returns a function that puts a search into the field, and the caret at its end. */
export function usePutSearch(): (search: string) => void {
  const goTo = useGoTo();
  const address = useViewAddress();
  return useCallback(
    (q) => {
      goTo({ ...address, q }, { replace: true });
      // After the field is rendered with it.
      setTimeout(() => {
        const field = document.getElementById(searchFieldId);
        if (!(field instanceof HTMLInputElement)) return;
        field.focus({ preventScroll: true });
        field.setSelectionRange(field.value.length, field.value.length);
      });
    },
    [goTo, address],
  );
}

/** Returns a search with one more word. */
export function withWord(search: string, word: string): string {
  return search === "" || /\s$/.test(search) ? search + word : `${search} ${word}`;
}
