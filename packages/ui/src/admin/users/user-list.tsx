import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { adminKey, answerOf, describeProblem, useServer } from "../ask-server.ts";
import { FoundList, type Searched } from "../found-list.tsx";
import { usePages } from "../use-pages.ts";
import { NewUser, type WantedUser } from "./new-user.tsx";
import { createLink } from "./create-link.ts";
import { type CreatedLink, PasswordLink } from "./password-link.tsx";
import { userStrings as strings } from "./strings.ts";
import { UserRow } from "./user-row.tsx";

/** Accounts of the server, and a form for a new one. */
export function UserList({ typed }: Searched) {
  useLanguage();
  const server = useServer();
  const queries = useQueryClient();
  const { say, fail } = useFeedback.getState();
  const pages = usePages(["users"], (pageToken) =>
    answerOf(server.call("GET /api/v1/users", { query: { pageSize: 100, pageToken } })),
  );
  const [link, setLink] = useState<CreatedLink | null>(null);
  const create = async (wanted: WantedUser): Promise<boolean> => {
    setLink(null);
    try {
      const password = wanted.password === "" ? randomPassword() : wanted.password;
      await answerOf(server.call("POST /api/v1/users", { body: { ...wanted, password } }));
      await queries.invalidateQueries({ queryKey: [adminKey] });
      say(strings.created(wanted.username));
    } catch (error) {
      fail(strings.notCreated(describeProblem(error)));
      return false;
    }
    if (wanted.password === "") setLink(await createLink(server, wanted.username));
    return true;
  };
  return (
    <>
      <div className="setting-block">
        <h3>{strings.newUser}</h3>
        <NewUser create={create} />
        {link !== null && <PasswordLink {...link} />}
      </div>
      <FoundList
        pages={pages}
        itemsOf={({ users }) => users}
        wordsOf={({ username, displayName, role }) => [username, displayName, strings.roles[role]]}
        typed={typed}
        title={strings.users}
        none={strings.notFound}
      >
        {(user) => <UserRow key={user.name} user={user} />}
      </FoundList>
    </>
  );
}

/** Returns a password that nobody learns: the user chooses one by a link. */
function randomPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
