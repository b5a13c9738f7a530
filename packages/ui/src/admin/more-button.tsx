import { useLanguage } from "../language/language.ts";
import { adminStrings as strings } from "./strings.ts";

/** Button that loads the next page of a list, if there is one. */
export function MoreButton(props: {
  readonly pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
  };
}) {
  useLanguage();
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = props.pages;
  if (!hasNextPage) return null;
  return (
    <button
      type="button"
      className="button mt-3"
      aria-busy={isFetchingNextPage}
      onClick={() => {
        if (!isFetchingNextPage) void fetchNextPage();
      }}
    >
      {strings.more}
    </button>
  );
}
