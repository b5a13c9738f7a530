// Runs in the isolated world before the built preload. Provides a `require` with the two modules that a
// sandboxed preload uses, and relays ports to Node as JSON.
{
  const ports = new Map();
  globalThis.deliver = (id, text) => ports.get(id)?.postMessage(JSON.parse(text));
  const listeners = new Map();
  globalThis.hear = (channel, message) => listeners.get(channel)?.({}, message);
  const relay = (message) => globalThis.toNode(JSON.stringify(message));
  const electron = {
    ipcRenderer: {
      on: (channel, listener) => listeners.set(channel, listener),
      send: (channel, words) => relay({ channel, words, url: location.href }),
      postMessage(channel, _message, [port]) {
        const id = ports.size + 1;
        ports.set(id, port);
        port.onmessage = ({ data }) => relay({ id, data });
        relay({ id, channel, url: location.href });
      },
    },
    contextBridge: {
      exposeInMainWorld(name, api) {
        const expose = () =>
          document.dispatchEvent(
            new CustomEvent("test:expose", {
              detail: JSON.stringify({ name, functions: Object.keys(api) }),
            }),
          );
        document.addEventListener("test:ready", expose);
        document.addEventListener("test:call", ({ detail }) => {
          const { key, values } = JSON.parse(detail);
          api[key](...values);
        });
        expose();
      },
    },
  };
  globalThis.preloadRequire = (name) => {
    if (name !== "electron") throw new Error(`a sandboxed preload has no ${name}`);
    return electron;
  };
}
