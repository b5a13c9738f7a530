import type { Space } from "@tidemark/client";
import { useLanguage } from "../../language/language.ts";
import { SureButton } from "../../sync/sure-button.tsx";
import { ManagedRow } from "../managed-row.tsx";
import { OneFieldForm } from "../one-field-form.tsx";
import { userStrings } from "../users/strings.ts";
import { dayInside } from "../../time/day-label.ts";
import { useDay } from "../../time/use-day.ts";
import { SpaceMembers } from "./space-members.tsx";
import { adminSpaceStrings as strings } from "./strings.ts";
import { useSpaceActions } from "./use-space-actions.ts";

/** Row of a space; opened, it has its title and its members. */
export function SpaceRow({ space }: { readonly space: Space }) {
  useLanguage();
  const nowMs = useDay();
  const { rename, remove } = useSpaceActions(space);
  const { title, description, memberCount, createTime } = space;
  const facts = [
    strings.memberCount(memberCount),
    userStrings.createdOn(dayInside(Date.parse(createTime), nowMs)),
    ...(description === "" ? [] : [description]),
  ];
  return (
    <ManagedRow
      label={strings.manageSpace(title)}
      title={<bdi className="font-medium">{title}</bdi>}
      facts={facts}
    >
      <OneFieldForm
        label={strings.title}
        submit={strings.rename}
        text={title}
        maxLength={256}
        act={rename}
      />
      <SpaceMembers space={space} />
      <div className="flex flex-wrap gap-2">
        <SureButton label={strings.delete} sure={strings.deleteSure} act={() => void remove()} />
      </div>
    </ManagedRow>
  );
}
