// The page's half of the context bridge: creates the API that the isolated world exposes.
document.addEventListener("test:expose", ({ detail }) => {
  const { name, functions } = JSON.parse(detail);
  window[name] = Object.fromEntries(
    functions.map((key) => [
      key,
      (...values) => {
        const detail = JSON.stringify({ key, values });
        document.dispatchEvent(new CustomEvent("test:call", { detail }));
      },
    ]),
  );
});
document.dispatchEvent(new Event("test:ready"));
