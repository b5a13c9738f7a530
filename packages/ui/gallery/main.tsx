import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { localStatus } from "../../replica/tests/local-status.ts";
import { ClientProvider } from "../src/data/client.tsx";
import { startLanguage } from "../src/language/language.ts";
import "../src/styles.css";
import { memoryClient } from "./memory-client.ts";
import { type Part, parts } from "./parts.tsx";

// Shows every part in both themes side by side, each over its own profile. `?part=…` shows only the parts
// whose title contains the text.

const element = document.getElementById("root");
if (element === null) throw new Error("the page has no root");
const wanted = new URLSearchParams(location.search).get("part")?.toLowerCase() ?? "";
const shown = parts.filter(({ title }) => title.toLowerCase().includes(wanted));
await startLanguage();
createRoot(element).render(
  <main className="grid grid-cols-2">
    {shown.flatMap((part) => [
      <Frame key={`${part.title} light`} part={part} theme="light" />,
      <Frame key={`${part.title} dark`} part={part} theme="dark" />,
    ])}
  </main>,
);

function Frame({ part, theme }: { readonly part: Part; readonly theme: "light" | "dark" }) {
  const client = memoryClient({ syncStatus: async () => ({ ...localStatus, ...part.status }) });
  return (
    <section
      style={{ colorScheme: theme }}
      className="bg-canvas p-6 text-text"
      data-part={part.title}
    >
      <h2 className="mb-2 text-small text-text-2">{part.title}</h2>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ClientProvider value={client}>{part.show()}</ClientProvider>
      </QueryClientProvider>
    </section>
  );
}
