import { useLanguage } from "../../language/language.ts";
import { answerOf, useServer } from "../ask-server.ts";
import { FoundList, type Searched } from "../found-list.tsx";
import { OneFieldForm } from "../one-field-form.tsx";
import { useAction } from "../use-action.ts";
import { usePages } from "../use-pages.ts";
import { SpaceRow } from "./space-row.tsx";
import { adminSpaceStrings as strings } from "./strings.ts";

/** Spaces of the server, and a form for a new one. */
export function SpaceList({ typed }: Searched) {
  useLanguage();
  const server = useServer();
  const act = useAction();
  const pages = usePages(["spaces"], (pageToken) =>
    answerOf(server.call("GET /api/v1/spaces", { query: { pageSize: 100, pageToken } })),
  );
  const create = (title: string): Promise<boolean> =>
    act(answerOf(server.call("POST /api/v1/spaces", { body: { title } })), {
      done: strings.created(title),
      failed: strings.notCreated,
    });
  return (
    <>
      <div className="setting-block">
        <h3>{strings.newSpace}</h3>
        <OneFieldForm label={strings.title} submit={strings.create} maxLength={256} act={create} />
      </div>
      <FoundList
        pages={pages}
        itemsOf={({ spaces }) => spaces}
        wordsOf={({ title, description }) => [title, description]}
        typed={typed}
        title={strings.spaces}
        none={typed.trim() === "" ? strings.none : strings.notFound}
      >
        {(space) => <SpaceRow key={space.name} space={space} />}
      </FoundList>
    </>
  );
}
