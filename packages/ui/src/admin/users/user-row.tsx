import type { ListedUser } from "@tidemark/client";
import { useState } from "react";
import { useProfile } from "../../data/queries.ts";
import { fileSize } from "../../attachments/file-size.ts";
import { useLanguage } from "../../language/language.ts";
import { Avatar } from "../../people/avatar.tsx";
import { peopleStrings } from "../../people/strings.ts";
import { SureButton } from "../../sync/sure-button.tsx";
import { dayInside } from "../../time/day-label.ts";
import { useDay } from "../../time/use-day.ts";
import { ManagedRow } from "../managed-row.tsx";
import { type CreatedLink, PasswordLink } from "./password-link.tsx";
import { NewPassword } from "./new-password.tsx";
import { userStrings as strings } from "./strings.ts";
import { useUserActions } from "./use-user-actions.ts";
import { UserSessions } from "./user-sessions.tsx";

/** Row of an account; opened, it has what an administrator can do with it. */
export function UserRow({ user }: { readonly user: ListedUser }) {
  useLanguage();
  const nowMs = useDay();
  const ownName = useProfile().data?.user;
  const isOwn = ownName === user.name;
  const { change, signOut, close, createLink } = useUserActions(user);
  const [link, setLink] = useState<CreatedLink | null>(null);
  const { username, displayName, role, state, createTime, lastSeenTime, storageBytes } = user;
  const facts = [
    strings.roles[role],
    ...(state === "ARCHIVED" ? [strings.disabled] : []),
    strings.createdOn(dayInside(Date.parse(createTime), nowMs)),
    ...(lastSeenTime === undefined
      ? []
      : [strings.lastUsed(dayInside(Date.parse(lastSeenTime), nowMs))]),
    ...(storageBytes === "0" ? [] : [strings.filesOf(fileSize(Number(storageBytes)))]),
  ];
  return (
    <ManagedRow
      label={strings.manageUser(username)}
      picture={<Avatar name={username} />}
      title={
        <>
          <bdi className="me-1 font-medium">{username}</bdi>{" "}
          {displayName !== "" && displayName !== username && (
            <bdi className="me-1 text-text-2">{displayName}</bdi>
          )}{" "}
          {isOwn && <span className="text-text-3">{peopleStrings.you}</span>}
        </>
      }
      facts={facts}
      isDisabled={state === "ARCHIVED"}
    >
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button"
          onClick={() => void change({ role: role === "ADMIN" ? "USER" : "ADMIN" })}
        >
          {role === "ADMIN" ? strings.lower : strings.raise}
        </button>
        {state === "NORMAL" ? (
          <SureButton
            label={strings.disable}
            sure={strings.disableSure}
            act={() => void change({ state: "ARCHIVED" })}
          />
        ) : (
          <button type="button" className="button" onClick={() => void change({ state: "NORMAL" })}>
            {strings.enable}
          </button>
        )}
        <SureButton label={strings.signOut} sure={strings.signOutSure} act={() => void signOut()} />
        {ownName !== undefined && !isOwn && (
          <>
            <button
              type="button"
              className="button"
              onClick={() => void createLink().then(setLink)}
            >
              {strings.createLink}
            </button>
            <SureButton
              label={strings.close}
              sure={strings.closeSure}
              act={() => void close({ purge: false })}
            />
            <SureButton
              label={strings.erase}
              sure={strings.eraseSure}
              act={() => void close({ purge: true })}
            />
          </>
        )}
      </div>
      {link !== null && <PasswordLink {...link} />}
      <NewPassword isOwn={isOwn} set={change} />
      <UserSessions user={user} />
    </ManagedRow>
  );
}
