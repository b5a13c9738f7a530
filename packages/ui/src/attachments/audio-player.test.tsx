import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type HostConnection, HostProvider, type HostState } from "../data/host-connection.ts";
import { AudioPlayer } from "./audio-player.tsx";

/** jsdom plays nothing: what a browser's element says and does, by hand. */
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

describe("a sound", () => {
  test("is played and paused by one button, which says what it will do", () => {
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

  test("says where it is and how long it is", () => {
    const audio = renderPlayer(3723);
    audio.currentTime = 67;
    fireEvent.timeUpdate(audio);
    expect(slider().ariaValueText ?? slider().getAttribute("aria-valuetext")).toBe(
      "1:07 of 1:02:03",
    );
  });

  test("is gone along by pointer and by keys, not beyond its ends", () => {
    const audio = renderPlayer(20);
    fireEvent.change(slider(), { target: { value: "12.5" } });
    expect(audio.currentTime).toBe(12.5);
    fireEvent.timeUpdate(audio);
    fireEvent.keyDown(slider(), { key: "ArrowRight" });
    expect(audio.currentTime).toBe(17.5);
    // Also before the page has heard of it.
    fireEvent.keyDown(slider(), { key: "ArrowLeft" });
    expect(audio.currentTime).toBe(12.5);
    fireEvent.timeUpdate(audio);
    fireEvent.keyDown(slider(), { key: "PageUp" });
    expect(audio.currentTime).toBe(20);
    fireEvent.timeUpdate(audio);
    fireEvent.keyDown(slider(), { key: "PageDown" });
    expect(audio.currentTime).toBe(0);
  });

  test.each([Number.POSITIVE_INFINITY, Number.NaN])(
    "of length %s can be played all the same",
    (length) => {
      renderPlayer(length);
      expect(slider()).toHaveProperty("disabled", true);
      expect(screen.getByRole("button", { name: "Play b.mp3" })).toHaveProperty("disabled", false);
    },
  );

  test("that cannot be played says so", async () => {
    const audio = renderPlayer();
    fireEvent.error(audio);
    expect(screen.getByText(/cannot be played/)).toBeDefined();
    expect(screen.getByRole("button", { name: "Play b.mp3" })).toHaveProperty("disabled", true);
  });

  test("that cannot be read while the host is away says so, and is read again when it is back", () => {
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

    // In the middle of it a browser asks again by itself, and waits.
    state = "restarting";
    act(() => onChange());
    fireEvent.waiting(audio);
    expect(screen.getByText(words)).toBeDefined();
    fireEvent.playing(audio);
    expect(screen.queryByText(words)).toBeNull();
  });

  test("that was paused before it began is no fault, one that is refused is", async () => {
    renderPlayer();
    play.mockRejectedValueOnce(new DOMException("", "AbortError"));
    fireEvent.click(screen.getByRole("button", { name: "Play b.mp3" }));
    await Promise.resolve();
    expect(screen.queryByText(/cannot be played/)).toBeNull();
    play.mockRejectedValueOnce(new DOMException("", "NotSupportedError"));
    fireEvent.click(screen.getByRole("button", { name: "Play b.mp3" }));
    expect(await screen.findByText(/cannot be played/)).toBeDefined();
  });

  test("stops the one that plays", () => {
    const [first, second] = [renderPlayer(), renderPlayer()];
    fireEvent.play(second);
    expect(pause.mock.contexts).toContain(first);
    expect(pause.mock.contexts).not.toContain(second);
  });
});
