import type { User } from "@tidemark/client";
import { useQueryClient } from "@tanstack/react-query";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { adminKey, answerOf, describeProblem, useServer } from "../ask-server.ts";
import { Loaded } from "../loaded.tsx";
import { MoreButton } from "../more-button.tsx";
import { usePages } from "../use-pages.ts";
import { NewUser, type WantedUser } from "./new-user.tsx";
import { userStrings as strings } from "./strings.ts";
import { UserRow } from "./user-row.tsx";

/** Accounts of the server, and a form for a new one. */
export function UserList() {
  useLanguage();
  const server = useServer();
  const queries = useQueryClient();
  const { say, fail } = useFeedback.getState();
  const pages = usePages(["users"], (pageToken) =>
    answerOf(server.call("GET /api/v1/users", { query: { pageSize: 100, pageToken } })),
  );
  const create = async (wanted: WantedUser): Promise<boolean> => {
    try {
      await answerOf(server.call("POST /api/v1/users", { body: wanted }));
      await queries.invalidateQueries({ queryKey: [adminKey] });
      say(strings.created(wanted.username));
      return true;
    } catch (error) {
      fail(strings.notCreated(describeProblem(error)));
      return false;
    }
  };
  return (
    <>
      <div className="setting-block">
        <h3>{strings.newUser}</h3>
        <NewUser create={create} />
      </div>
      <Loaded query={pages}>
        {(data) => (
          <div className="setting-block">
            <h3>{strings.users}</h3>
            <ul aria-label={strings.users} className="kept-there">
              {data.pages.flatMap(({ users }) =>
                users.map((user: User) => <UserRow key={user.name} user={user} />),
              )}
            </ul>
            <MoreButton pages={pages} />
          </div>
        )}
      </Loaded>
    </>
  );
}
