import { Writable } from "node:stream";
import { LostConnectionError } from "@tidemark/db";
import { pino } from "pino";
import { expect, test } from "vitest";
import { logUnawaited } from "./log-unawaited.ts";

test("logs only the message of a lost connection, and the error that a listener threw", () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  const log = logUnawaited(pino({ base: null, timestamp: false }, stream));
  const ofDriver = Object.assign(new Error("gone"), { client: { user: "somebody", secretKey: 7 } });
  log(new LostConnectionError("an idle connection to the database was lost", ofDriver));
  expect(lines.splice(0)).toEqual([
    '{"level":40,"msg":"an idle connection to the database was lost: gone"}\n',
  ]);
  log(new Error("thrown"));
  expect(lines[0]).toContain('"err":{"type":"Error","message":"thrown"');
});
