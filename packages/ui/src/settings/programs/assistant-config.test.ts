import { expect, test } from "vitest";
import { configForDevice, configForServer } from "./assistant-config.ts";

test("an assistant on this computer only reads unless it may write", () => {
  expect(JSON.parse(configForDevice(false, null))).toEqual({
    mcpServers: { tidemark: { command: "tidemark", args: ["mcp"] } },
  });
  expect(JSON.parse(configForDevice(true, "/notes"))).toMatchObject({
    mcpServers: { tidemark: { args: ["mcp", "--data", "/notes", "--write"] } },
  });
});

test("an assistant of a server gets its address and a token", () => {
  expect(JSON.parse(configForServer("https://notes.example.com", "memos_pat_x"))).toEqual({
    mcpServers: {
      tidemark: {
        type: "http",
        url: "https://notes.example.com/mcp",
        headers: { Authorization: "Bearer memos_pat_x" },
      },
    },
  });
});
