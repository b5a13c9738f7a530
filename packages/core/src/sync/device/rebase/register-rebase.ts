import { accountKey } from "../../profile/profile-keys.ts";
import { z } from "zod";
import {
  applyRegisterOp,
  type Register,
  type RegisterKind,
  registerKinds,
} from "../../../merge/register.ts";
import { type RegisterOp, wireRegisterSchema } from "../../../merge/register-op.ts";
import { entityKey, kindOf } from "../../../merge/sync-op.ts";
import type { DeviceWriteStores } from "../../../stores/device-database.ts";
import { createRebase, type Rebase } from "./rebase.ts";
import { rowBases } from "./row-bases.ts";
import { userReferenceSchema } from "../../../names/reference-schema.ts";
import type { UserReference } from "../../../names/names.ts";

const baseSchema = z.object({
  ...wireRegisterSchema.shape,
  kind: z.enum(registerKinds),
  user: userReferenceSchema(),
});

/** A user's settings and views. They are replaced as a whole, so every operation is an assertion. */
export const registerRebase: Readonly<Record<RegisterKind, Rebase<Register, RegisterOp>>> = {
  setting: rebaseOf("setting"),
  view: rebaseOf("view"),
};

function rebaseOf(kind: RegisterKind): Rebase<Register, RegisterOp> {
  const keyOf = (id: string): string => entityKey(kind, id);
  return createRebase<Register, RegisterOp>({
    ...rowBases<Register>(keyOf, baseSchema),
    keyOf,
    isOwn: (op): op is RegisterOp => kindOf(op) === kind,
    isAssertion: () => true,
    find: async (stores, id) => stores.registers.find(await ownerOf(stores), kind, id),
    seqOf: ({ seq }) => seq,
    apply: async (stores, row, op) => applyRegisterOp(row, op, await ownerOf(stores)),
    save: ({ registers }, view) => registers.save(view),
    remove: async (stores, id) => stores.registers.remove(await ownerOf(stores), kind, id),
    async evict(stores, id) {
      await stores.bases.remove(keyOf(id));
      await stores.registers.remove(await ownerOf(stores), kind, id);
    },
  });
}

/** Returns the resource name of the profile's user, who owns all registers on a device. */
export async function ownerOf({ meta }: Pick<DeviceWriteStores, "meta">): Promise<UserReference> {
  return (await meta.get(accountKey)) ?? "users/local";
}
