import type { AppClient } from "../system/app-router.ts";

const hourMs = 3_600_000;

/** Creates memos of very different heights, three a day, "Note 0" being the oldest. */
export async function fillList({ memos }: AppClient, count: number): Promise<void> {
  const nowMs = Date.now();
  const create = async (at: number): Promise<void> => {
    const { id } = await memos.create.mutate({ content: noteOf(at) });
    const createdMs = nowMs - (count - at) * 8 * hourMs;
    await memos.update.mutate({ id, patch: { createdMs } });
  };
  await Promise.all(Array.from({ length: count }, (_, at) => create(at)));
}

function noteOf(at: number): string {
  const lines = [
    `# Note ${at}`,
    `Words of note ${at}, which is one of many. `.repeat(1 + (at % 7)),
  ];
  if (at % 3 === 0) lines.push(`\`\`\`sh\n${"echo tide\n".repeat(at % 23)}\`\`\``);
  if (at % 4 === 0) lines.push("- one\n- two\n- three");
  if (at % 10 === 0) lines.push("#tide");
  return lines.join("\n\n");
}
