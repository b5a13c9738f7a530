import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type HostConnection, HostProvider, type HostState } from "../data/host-connection.ts";
import { AudioPlayer } from "./audio-player.tsx";

/** Renders the player. jsdom plays nothing, so the tests stand in for the browser's element. */
function renderPlayer(duration = 187) {
  const { container } = render(<AudioPlayer src="/file/attachments/a/b.mp3" name="b.mp3" />);
  const audio = container.querySelector("audio")!;
  Object.defineProperty(audio, "duration", { value: duration, configurable: true });
  fireEvent.durationChange(audio);
  return audio;
}

let isPaused = true;
const play = vi.fn(async () => {});
const pause = vi.fn();

beforeEach(() => {
  isPaused = true;
  play.mockReset().mockResolvedValue();
  pause.mockReset();
  Object.defineProperty(HTMLMediaElement.prototype, "paused", {
    get: () => isPaused,
    configurable: true,
  });
  HTMLMediaElement.prototype.play = play;
  HTMLMediaElement.prototype.pause = pause;
});
afterEach(cleanup);

const slider = () => screen.getByRole("slider", { name: "Position in b.mp3" });

describe("the audio player", () => {
  test("plays and pauses with one button, labelled with its next action", () => {
    const audio = renderPlayer();
    fireEvent.click(screen.getByRole("button", { name: "Play b.mp3" }));
    expect(play).toHaveBeenCalledOnce();
    fireEvent.play(audio);
    isPaused = false;
    fireEvent.click(screen.getByRole("button", { name: "Pause b.mp3" }));
    expect(pause).toHaveBeenCalledOnce();
    fireEvent.pause(audio);
    expect(screen.getByRole("button", { name: "Play b.mp3" })).toBeDefined();
  });

  test("shows its position and length", () => {
    const audio = renderPlayer(3723);
    audio.currentTime = 67;
    fireEvent.timeUpdate(audio);
    expect(slider().ariaValueText ?? slider().getAttribute("aria-valuetext")).toBe(
      "1:07 of 1:02:03",
    );
  });

  test("seeks by pointer and by keys, but not beyond its ends", () => {
    const audio = renderPlayer(20);
    fireEvent.change(slider(), { target: { value: "12.5" } });
    expect(audio.currentTime).toBe(12.5);
    fireEvent.timeUpdate(audio);
    fireEvent.keyDown(slider(), { key: "ArrowRight" });
    expect(audio.currentTime).toBe(17.5);
    // Works before the next `timeupdate`, too.
    fireEvent.keyDown(slider(), { key: "ArrowLeft" });
    expect(audio.currentTime).toBe(12.5);
    fireEvent.timeUpdate(audio);
    fireEvent.keyDown(slider(), { key: "PageUp" });
    expect(audio.currentTime).toBe(20);
    fireEvent.timeUpdate(audio);
    fireEvent.keyDown(slider(), { key: "PageDown" });
    expect(audio.currentTime).toBe(0);
  });

  test.each([Number.POSITIVE_INFINITY, Number.NaN])("plays a file of length %s", (length) => {
    renderPlayer(length);
    expect(slider()).toHaveProperty("disabled", true);
    expect(screen.getByRole("button", { name: "Play b.mp3" })).toHaveProperty("disabled", false);
  });

  test("reports a file that can't be played", async () => {
    const audio = renderPlayer();
    fireEvent.error(audio);
    expect(screen.getByText(/^Can’t play this audio here/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Play b.mp3" })).toHaveProperty("disabled", true);
  });

  test("reports a file that can't be read while the host is away, and reads it again later", () => {
    let [state, onChange]: [HostState, () => void] = ["away", () => {}];
    const host: HostConnection = {
      get state() {
        return state;
      },
      wasUp: true,
      watch(listener) {
        onChange = listener;
        return () => {};
      },
    };
    const { container } = render(
      <HostProvider value={host}>
        <AudioPlayer src="/file/attachments/a/b.mp3" name="b.mp3" />
      </HostProvider>,
    );
    const audio = container.querySelector("audio")!;
    const words = "Can’t play this until Tidemark responds again.";
    const load = vi.spyOn(audio, "load").mockReturnValue();
    Object.defineProperty(audio, "error", { value: { code: 2 } });
    audio.currentTime = 12;
    fireEvent.error(audio);
    expect(screen.getByText(words)).toBeDefined();
    expect(load).not.toHaveBeenCalled();
    state = "up";
    act(() => onChange());
    expect(load).toHaveBeenCalledOnce();
    expect(audio.currentTime).toBe(12);
    expect(screen.getByRole("button", { name: "Play b.mp3" })).toHaveProperty("disabled", false);
    expect(screen.queryByText(words)).toBeNull();

    // During playback the browser retries and waits.
    state = "restarting";
    act(() => onChange());
    fireEvent.waiting(audio);
    expect(screen.getByText(words)).toBeDefined();
    fireEvent.playing(audio);
    expect(screen.queryByText(words)).toBeNull();
  });

  test("ignores a pause before it began, and reports a refusal", async () => {
    renderPlayer();
    play.mockRejectedValueOnce(new DOMException("", "AbortError"));
    fireEvent.click(screen.getByRole("button", { name: "Play b.mp3" }));
    await Promise.resolve();
    expect(screen.queryByText(/^Can’t play this audio here/)).toBeNull();
    play.mockRejectedValueOnce(new DOMException("", "NotSupportedError"));
    fireEvent.click(screen.getByRole("button", { name: "Play b.mp3" }));
    expect(await screen.findByText(/^Can’t play this audio here/)).toBeDefined();
  });

  test("stops the player that was playing", () => {
    const [first, second] = [renderPlayer(), renderPlayer()];
    fireEvent.play(second);
    expect(pause.mock.contexts).toContain(first);
    expect(pause.mock.contexts).not.toContain(second);
  });
});
