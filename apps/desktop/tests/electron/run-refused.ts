import { app, closeBrowser, seen } from "./chromium-electron.ts";
import { startBuilt } from "./built-app.ts";

// Runs the built application (argument: its folder) on a database that can't be opened, continues from the
// copy that it offers, and prints the texts as JSON. The second argument is the path for a screenshot.
const page = await startBuilt(process.argv[2] ?? "");
const alert = page.getByRole("alert");
await alert.getByRole("heading", { name: "Tidemark can’t open your memos" }).waitFor();
const said = await alert.innerText();
const buttons = await page.getByRole("button").allInnerTexts();
const picture = process.argv[3];
if (picture !== undefined) await page.screenshot({ path: picture });
const restored = new Promise((resolve) => app.once("test:relaunched", resolve));
await page.getByRole("button", { name: "Use this copy…" }).click();
await page.getByRole("button", { name: /^Use the copy from / }).click();
await restored;
await closeBrowser();
process.stdout.write(JSON.stringify({ said, buttons, problems: seen.problems }), () =>
  process.exit(0),
);
