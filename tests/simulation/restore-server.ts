import { rejectedContents } from "./check-device.ts";
import { newEpoch, openServer, type World } from "./world.ts";

/**
 * Puts the server back to its backup under a new epoch. Words that were on the server alone are
 * lost with it; what any device of a memo's owner still has must come back (I10).
 */
export async function restoreServer(world: World): Promise<void> {
  const { server } = world;
  if (server.backup === null) return;
  server.process = null;
  server.file = server.backup.file.copy();
  server.checkedVersion = -1;
  await newEpoch(world);
  await openServer(world);
  const kept = [...server.file.memos().values()].map((memo) => memo.content);
  for (const device of world.devices.values()) {
    for (const memo of device.file.memos().values()) {
      if (!device.isBound || memo.creator === device.user) kept.push(memo.content);
    }
    kept.push(await rejectedContents(device));
    device.lastPull = null;
  }
  const all = kept.join("\n");
  for (const [word, fate] of world.ledger.fates()) {
    if (!all.includes(word)) fate.isLost = true;
    else if (!server.file.memos().get(fate.memo)?.content.includes(word)) fate.wasOnServer = false;
  }
  world.answers.clear();
}
