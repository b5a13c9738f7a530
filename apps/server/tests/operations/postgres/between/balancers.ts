import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRoot } from "../../../../../../scripts/debian-packages.ts";
import { documented, type ProgramBetween, startBetween } from "./program-between.ts";

/** Load balancers configured as in docs/scaling.md, except for names, addresses and the certificate. */
export const balancers = {
  nginx: (servers: readonly number[]) =>
    startBetween("nginx", ({ folder, port }) => {
      const site = withServers(documented("nginx"), servers).replace(
        "listen 443 ssl",
        `listen 127.0.0.1:${port}`,
      );
      const own = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      );
      const file = join(folder, "nginx.conf");
      writeFileSync(
        file,
        [
          ...(isRoot() ? ["user root;"] : []),
          `daemon off; pid ${join(folder, "pid")}; error_log stderr;`,
          "events {}",
          `http { access_log off; ${own.join(" ")}`,
          site,
          "}",
        ].join("\n"),
      );
      return ["-p", folder, "-c", file];
    }),
  caddy: (servers: readonly number[]) =>
    startBetween("caddy", ({ folder, port }) => {
      const site = withServers(documented("Caddy"), servers).replace(
        "notes.example",
        `http://127.0.0.1:${port}`,
      );
      const file = join(folder, "Caddyfile");
      writeFileSync(file, `{\n\tadmin off\n}\n${site}\n`);
      return ["run", "--config", file, "--adapter", "caddyfile"];
    }),
} satisfies Record<string, (servers: readonly number[]) => Promise<ProgramBetween>>;

function withServers(site: string, servers: readonly number[]): string {
  return servers.reduce(
    (text, port, at) => text.replace(`10.0.0.1${at + 1}:5230`, `127.0.0.1:${port}`),
    site,
  );
}
