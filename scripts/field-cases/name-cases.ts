import dns from "node:dns/promises";
import { createServer } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { isIPv6 } from "node:net";
import { allowPrivateTargets, type FieldServer, startFieldServer } from "./field-server.ts";
import { openPort } from "./open-port.ts";
import type { CaseOf, Seen } from "./read-cases.ts";
import { receiveHooks } from "./receive-hooks.ts";

/** Runs cases about a host name with several addresses, of which only the last accepts connections. */
export async function runNameCases(
  cases: readonly CaseOf<"names">[],
  report: (id: string, seen: Seen) => void,
): Promise<void> {
  await using server = await startFieldServer();
  await allowPrivateTargets(server);
  for (const { id, name, expect } of cases) {
    const [host = "", addresses = ""] = name.split(": ");
    using _ = resolveTo(host, addresses.match(/(?:\d+\.){3}\d+|[\da-f:]*::[\da-f:]*/gi) ?? []);
    try {
      if (/title/.test(expect)) report(id, await readPage(server, host));
      else if (/receiver/.test(expect)) report(id, await deliver(server, host));
      else report(id, `the expectation is not known: ${expect}`);
    } catch (error) {
      report(id, String(error));
    }
  }
}

async function readPage(server: FieldServer, host: string): Promise<Seen> {
  await using site = await openPort(
    createServer((_, response) => {
      response.setHeader("content-type", "text/html").end("<title>the page</title>");
    }),
  );
  const url = encodeURIComponent(`http://${host}:${site.port}/`);
  const { title } = await server.call("GET", `/api/v1/memos/-/linkMetadata?url=${url}`);
  return title === "the page" ? null : `the title is ${JSON.stringify(title)}`;
}

async function deliver(server: FieldServer, host: string): Promise<Seen> {
  await using receiver = await receiveHooks();
  const hook = { url: `http://${host}:${receiver.port}/`, displayName: "case" };
  const { name } = await server.call("POST", "/api/v1/users/alice/webhooks", hook);
  await server.call("POST", "/api/v1/memos", { content: "x" });
  // The second attempt happens after fifteen seconds.
  const got = await receiver.wait(() => true, 10_000);
  await server.call("DELETE", `/api/v1/${String(name)}`);
  return got === null ? "the first try did not arrive" : null;
}

/** Makes a host resolve to these addresses, in this order, in the whole process. */
function resolveTo(host: string, addresses: readonly string[]): Disposable {
  const { lookup } = dns;
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const replaced = async (name: string, options?: unknown): Promise<unknown> =>
    name === host ? found : Reflect.apply(lookup, dns, [name, options]);
  const put = (value: unknown): void => {
    Object.assign(dns, { lookup: value });
    syncBuiltinESMExports();
  };
  put(replaced);
  return { [Symbol.dispose]: () => put(lookup) };
}
