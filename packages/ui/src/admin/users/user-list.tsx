import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { adminKey, answerOf, describeProblem, useServer } from "../ask-server.ts";
import { Loaded } from "../loaded.tsx";
import { MoreButton } from "../more-button.tsx";
import { usePages } from "../use-pages.ts";
import { NewUser, type WantedUser } from "./new-user.tsx";
import { createLink } from "./create-link.ts";
import { type CreatedLink, PasswordLink } from "./password-link.tsx";
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
      <Loaded query={pages}>
        {(data) => (
          <div className="setting-block">
            <h3>{strings.users}</h3>
            <ul aria-label={strings.users} className="kept-there">
              {data.pages.flatMap(({ users }) =>
                users.map((user) => <UserRow key={user.name} user={user} />),
              )}
            </ul>
            <MoreButton pages={pages} />
          </div>
        )}
      </Loaded>
    </>
  );
}

/** Returns a password that nobody learns: the user chooses one by a link. */
function randomPassword(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
