import { contextBridge, ipcRenderer } from "electron";
import {
  connectChannel,
  hostRestarted,
  type PageBridge,
  portMessage,
} from "../page/page-channel.ts";

// The bridge and nothing else: the page gets one end of a channel, the main process the other.
const bridge: PageBridge = {
  connect() {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(connectChannel, null, [port1]);
    // A port cannot pass through the context bridge; a window message carries it.
    window.postMessage({ type: portMessage }, location.origin, [port2]);
  },
};
ipcRenderer.on(hostRestarted, () => {
  window.postMessage({ type: hostRestarted }, location.origin);
});
contextBridge.exposeInMainWorld("tidemark", bridge);
