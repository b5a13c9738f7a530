import type { ListedUser } from "@tidemark/client";
import { useId, useState } from "react";
import { useProfile } from "../../data/queries.ts";
import { fileSize } from "../../attachments/file-size.ts";
import { useLanguage } from "../../language/language.ts";
import { Avatar } from "../../people/avatar.tsx";
import { peopleStrings } from "../../people/strings.ts";
import { SureButton } from "../../sync/sure-button.tsx";
import { dayInside } from "../../time/day-label.ts";
import { useDay } from "../../time/use-day.ts";
import { type CreatedLink, PasswordLink } from "./password-link.tsx";
import { NewPassword } from "./new-password.tsx";
import { userStrings as strings } from "./strings.ts";
import { useUserActions } from "./use-user-actions.ts";
import { UserSessions } from "./user-sessions.tsx";

/** Row of an account; opened, it has what an administrator can do with it. */
export function UserRow({ user }: { readonly user: ListedUser }) {
  useLanguage();
  const id = useId();
  const nowMs = useDay();
  const [isOpen, setIsOpen] = useState(false);
  const isOwn = useProfile().data?.user === user.name;
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
    <li data-disabled={state === "ARCHIVED" || undefined}>
      <Avatar name={username} />
      <div className="min-w-0 grow basis-48">
        <p className="truncate">
          <bdi className="me-1 font-medium">{username}</bdi>{" "}
          {displayName !== "" && displayName !== username && (
            <bdi className="me-1 text-text-2">{displayName}</bdi>
          )}{" "}
          {isOwn && <span className="text-text-3">{peopleStrings.you}</span>}
        </p>
        <p className="text-meta text-text-3">{facts.join(" · ")}</p>
      </div>
      <button
        type="button"
        className="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={strings.manageUser(username)}
        onClick={() => setIsOpen(!isOpen)}
      >
        {strings.manage}
      </button>
      <div id={id} className="admin-user" hidden={!isOpen}>
        {isOpen && (
          <>
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
                <button
                  type="button"
                  className="button"
                  onClick={() => void change({ state: "NORMAL" })}
                >
                  {strings.enable}
                </button>
              )}
              <SureButton
                label={strings.signOut}
                sure={strings.signOutSure}
                act={() => void signOut()}
              />
              {!isOwn && (
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
          </>
        )}
      </div>
    </li>
  );
}
