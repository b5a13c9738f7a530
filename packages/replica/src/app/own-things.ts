import type { DeviceDatabase } from "@tidemark/core";
import type { Caller } from "@tidemark/core/model";
import type { OwnThings } from "@tidemark/core/router";
import {
  patchGeneral,
  patchTags,
  readGeneralSetting,
  readTagsSetting,
} from "@tidemark/core/setting";
import {
  createView,
  inOrder,
  listViews,
  moveView,
  type OwnViewDeps,
  removeView,
  updateView,
} from "@tidemark/core/view";

export interface OwnThingsDeps extends OwnViewDeps {
  readonly database: DeviceDatabase;
  readonly caller: () => Promise<Caller>;
}

/** Returns the API for views and settings of the profile's user, with the server's rules. */
export function createOwnThings(deps: OwnThingsDeps): OwnThings {
  const { database, caller } = deps;
  return {
    async listViews() {
      const who = await caller();
      return database.read(async (stores) => inOrder(await listViews(stores, who)));
    },
    async createView(fields) {
      const who = await caller();
      const input = { ...fields, validateOnly: false };
      return database.write((stores) => createView({ stores, deps, caller: who }, input));
    },
    async updateView(id, changes) {
      const who = await caller();
      return database.write((stores) => updateView({ stores, deps, caller: who }, id, changes));
    },
    async moveView(id, before) {
      const who = await caller();
      return database.write((stores) => moveView({ stores, deps, caller: who }, { id, before }));
    },
    async removeView(id) {
      const who = await caller();
      return database.write((stores) => removeView({ stores, deps, caller: who }, id));
    },
    async general() {
      const { name } = await caller();
      return database.read(({ registers }) => readGeneralSetting(registers, name));
    },
    async setGeneral(fields) {
      const who = await caller();
      return database.write((stores) =>
        patchGeneral({ stores, deps, caller: who }, { mask: "", fields }),
      );
    },
    async tags() {
      const { name } = await caller();
      return database.read(({ registers }) => readTagsSetting(registers, name));
    },
    async setTags(changes) {
      const who = await caller();
      return database.write(async (stores) => {
        const { tags } = await readTagsSetting(stores.registers, who.name);
        const next = Object.entries({ ...tags, ...changes }).filter(([, style]) => style !== null);
        const patch = { mask: "", fields: { tags: Object.fromEntries(next) } };
        return patchTags({ stores, deps, caller: who }, patch);
      });
    },
  };
}
