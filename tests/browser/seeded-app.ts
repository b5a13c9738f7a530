import { type AppClient, openRouter } from "../system/app-router.ts";
import { test as base } from "./file-app.ts";

/** Test whose app has a memo of every kind: long, pinned, archived, trashed, with every kind of markup. */
export const test = base.extend<{ readonly seeded: AppClient }>({
  seeded: [
    async ({ app }, provide) => {
      const router = await openRouter(app.url);
      const { normal } = await router.memos.counts.query();
      if (normal === 0) await seed(router);
      await provide(router);
    },
    { auto: true },
  ],
});

const everyMark = `# Passage to Ouessant

Leave **early**, *before* the ~~ebb~~ flood; see \`tide --next\` and https://example.org/a-rather-long-address-that-must-not-push-the-page-wider-than-it-is?with=more&and=more.

> Fog is likely in the morning.

> [!WARNING]
> The buoy at the mole is dark.

- [ ] fill the tank
- [x] buy bread
- plain
  - nested

1. first
2. second

| Hour | Height of the tide in the inner harbour | Wind |
| --- | --- | --- |
| 06:00 | 4.2 m | SW 3 |

\`\`\`sh
echo "a line of code that is much longer than a narrow window is wide, and then some" | wc
\`\`\`

Footnote[^1] #sea/passage #boat

[^1]: Said the pilot.`;

async function seed({ memos }: AppClient): Promise<void> {
  const passage = await memos.create.mutate({ content: everyMark });
  await memos.create.mutate({ content: "Ask the **pilot**", parent: passage.id });
  await memos.create.mutate({ content: "A pinned thought #boat", pinned: true });
  await memos.create.mutate({ content: "For everybody", visibility: "PUBLIC" });
  const past = await memos.create.mutate({ content: "A memo without one" });
  await memos.update.mutate({ id: past.id, patch: { content: "A memo with a past" } });
  const archived = await memos.create.mutate({ content: "An archived memo #old" });
  await memos.update.mutate({ id: archived.id, patch: { state: "ARCHIVED" } });
  const trashed = await memos.create.mutate({ content: "A trashed memo\n\n- [ ] with a task" });
  await memos.trash.mutate({ ids: [trashed.id] });
}
