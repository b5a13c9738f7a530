import type { Space, SpaceMember } from "@tidemark/client";
import { useRef } from "react";
import { useLanguage } from "../../language/language.ts";
import { Avatar } from "../../people/avatar.tsx";
import { SureButton } from "../../sync/sure-button.tsx";
import { answerOf, useServer } from "../ask-server.ts";
import { lastPart } from "../last-part.ts";
import { Loaded } from "../loaded.tsx";
import { MoreButton } from "../more-button.tsx";
import { OneFieldForm } from "../one-field-form.tsx";
import { usePages } from "../use-pages.ts";
import { adminSpaceStrings as strings } from "./strings.ts";
import { useSpaceActions } from "./use-space-actions.ts";

/** Members of a space, with their roles, and a form for a new one. */
export function SpaceMembers({ space }: { readonly space: Space }) {
  useLanguage();
  const server = useServer();
  const block = useRef<HTMLDivElement>(null);
  const { addMember, changeRole, removeMember } = useSpaceActions(space);
  const pages = usePages(["members", space.name], (pageToken) =>
    answerOf(
      server.call("GET /api/v1/spaces/{space}/members", {
        params: { space: lastPart(space.name) },
        query: { pageSize: 100, pageToken },
      }),
    ),
  );
  const remove = async (member: SpaceMember): Promise<void> => {
    // The row and its button are about to be removed.
    if (await removeMember(member)) block.current?.focus();
  };
  return (
    <div ref={block} tabIndex={-1} className="outline-none">
      <h4 className="font-medium">{strings.members}</h4>
      <Loaded query={pages}>
        {(data) => {
          const members = data.pages.flatMap((page) => page.spaceMembers);
          if (members.length === 0) return <p className="setting-help">{strings.noMembers}</p>;
          return (
            <>
              <ul aria-label={strings.membersOf(space.title)} className="kept-there">
                {members.map((member) => (
                  <MemberRow
                    key={member.name}
                    member={member}
                    changeRole={(role) => void changeRole(member, role)}
                    remove={() => void remove(member)}
                  />
                ))}
              </ul>
              <MoreButton pages={pages} />
            </>
          );
        }}
      </Loaded>
      <OneFieldForm
        label={strings.username}
        submit={strings.addMember}
        maxLength={64}
        isName
        act={addMember}
      />
    </div>
  );
}

function MemberRow(props: {
  readonly member: SpaceMember;
  changeRole(role: SpaceMember["role"]): void;
  remove(): void;
}) {
  useLanguage();
  const { member, changeRole, remove } = props;
  const username = lastPart(member.user);
  const isAdministrator = member.role === "ADMIN";
  return (
    <li>
      <Avatar name={username} />
      <div className="min-w-0 grow basis-24">
        <p className="truncate">
          <bdi>{username}</bdi>
        </p>
        {isAdministrator && <p className="text-meta text-text-3">{strings.administrator}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="button"
          aria-label={(isAdministrator ? strings.lowerMember : strings.raiseMember)(username)}
          onClick={() => changeRole(isAdministrator ? "USER" : "ADMIN")}
        >
          {isAdministrator ? strings.lower : strings.raise}
        </button>
        <SureButton label={strings.remove} sure={strings.removeSure} act={remove} />
      </div>
    </li>
  );
}
