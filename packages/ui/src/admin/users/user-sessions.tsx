import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Session, User } from "@tidemark/client";
import { useRef } from "react";
import { asked } from "../../data/queries.ts";
import { useFeedback } from "../../feedback/feedback.ts";
import { useLanguage } from "../../language/language.ts";
import { SureButton } from "../../sync/sure-button.tsx";
import { momentLabel } from "../../time/day-label.ts";
import { adminKey, answerOf, describeProblem, useServer } from "../ask-server.ts";
import { lastPart } from "../last-part.ts";
import { Loaded } from "../loaded.tsx";
import { userStrings as strings } from "./strings.ts";

/** Where a user is signed in, each with a button that ends the session. */
export function UserSessions({ user: { name, username } }: { readonly user: User }) {
  useLanguage();
  const server = useServer();
  const queries = useQueryClient();
  const { say, fail } = useFeedback.getState();
  const block = useRef<HTMLDivElement>(null);
  const query = useQuery({
    ...asked,
    queryKey: [adminKey, "sessions", name],
    queryFn: () =>
      answerOf(server.call("GET /api/v1/users/{user}/sessions", { params: { user: username } })),
    retry: false,
  });
  const end = async (session: Session): Promise<void> => {
    try {
      await answerOf(
        server.call("DELETE /api/v1/users/{user}/sessions/{session}", {
          params: { user: username, session: lastPart(session.name) },
        }),
      );
      // The row and its button are about to be removed.
      block.current?.focus();
      say(strings.sessionEnded(clientOf(session)));
      await queries.invalidateQueries({ queryKey: [adminKey] });
    } catch (error) {
      fail(strings.notSignedOut(describeProblem(error)));
    }
  };
  return (
    <div ref={block} tabIndex={-1} className="outline-none">
      <h4 className="font-medium">{strings.sessions}</h4>
      <Loaded query={query}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p className="setting-help">{strings.noSessions}</p>
          ) : (
            <ul aria-label={strings.sessionsOf(username)} className="kept-there">
              {sessions.map((session) => (
                <li key={session.name}>
                  <div className="min-w-0 grow">
                    <p className="truncate">{clientOf(session)}</p>
                    <p className="text-meta text-text-3">
                      {strings.lastUsed(momentLabel(Date.parse(session.lastUsedTime)))}
                    </p>
                  </div>
                  <SureButton
                    label={strings.endSession}
                    sure={strings.endSessionSure}
                    act={() => void end(session)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

function clientOf({ clientInfo }: Session): string {
  return clientInfo.userAgent === "" ? strings.unknownClient : clientInfo.userAgent;
}
