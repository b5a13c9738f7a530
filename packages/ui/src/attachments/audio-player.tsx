import { Pause, Play } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useHostState } from "../data/host-connection.ts";
import { useLanguage } from "../language/language.ts";
import { clock } from "../time/clock.ts";
import { attachmentStrings } from "./strings.ts";

/** Plays an audio file, with a button, a slider for its position, and its length. */
export function AudioPlayer({ src, name }: { readonly src: string; readonly name: string }) {
  useLanguage();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  /** True while it plays but waits for data. */
  const [isWaiting, setIsWaiting] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [length, setLength] = useState(0);
  const isHostUp = useHostState() === "up";
  // Reload a file that could not be read while the host was away, at the same position.
  useEffect(() => {
    const player = audio.current;
    if (!isHostUp || player === null || player.error === null) return;
    const { currentTime } = player;
    player.load();
    player.currentTime = currentTime;
    setIsBroken(false);
  }, [isHostUp]);
  // The metadata of a cached file can be loaded before React listens for it.
  useLayoutEffect(() => {
    if (audio.current !== null) setLength(knownLength(audio.current.duration));
  }, [src]);
  const isAway = !isHostUp && (isBroken || isWaiting);
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className="flex h-11 items-center gap-2 ps-0.5 pe-1.5">
      {/* Recordings by a memo's author have no captions. */}
      <audio
        ref={audio}
        src={src}
        preload="metadata"
        onPlay={(event) => {
          pauseOthers(event.currentTarget);
          setIsPlaying(true);
        }}
        onPause={() => {
          setIsPlaying(false);
          setIsWaiting(false);
        }}
        onEnded={() => setIsPlaying(false)}
        onWaiting={() => setIsWaiting(true)}
        onPlaying={() => setIsWaiting(false)}
        onTimeUpdate={(event) => setSeconds(event.currentTarget.currentTime)}
        onDurationChange={(event) => setLength(knownLength(event.currentTarget.duration))}
        onError={() => {
          setIsBroken(true);
          setIsPlaying(false);
        }}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={isPlaying ? attachmentStrings.pause(name) : attachmentStrings.play(name)}
        disabled={isBroken}
        onClick={() => toggle(audio, setIsBroken)}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </button>
      {isBroken || isAway ? (
        <span className="text-small text-text-2">
          {isAway ? attachmentStrings.hostIsAway : attachmentStrings.cannotPlay}
        </span>
      ) : (
        <>
          <input
            type="range"
            min={0}
            max={length}
            // Arrow keys seek by five seconds, a pointer by any fraction of one.
            step="any"
            value={Math.min(seconds, length)}
            disabled={length === 0}
            aria-label={attachmentStrings.positionIn(name)}
            aria-valuetext={attachmentStrings.playedOf(clock(seconds), clock(length))}
            className="h-7 min-w-0 grow pointer-coarse:h-11 rounded-control accent-(--accent)"
            onChange={(event) => seek(audio, Number(event.currentTarget.value))}
            onKeyDown={(event) => {
              const by = keySteps[event.key];
              if (by === undefined) return;
              event.preventDefault();
              // The displayed position lags behind while a key is held.
              const from = audio.current?.currentTime ?? 0;
              seek(audio, Math.min(length, Math.max(0, from + by)));
            }}
          />
          <span className="flex-none text-meta text-text-3 tabular-nums" aria-hidden>
            {clock(seconds)} / {clock(length)}
          </span>
        </>
      )}
    </div>
  );
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
};

function toggle(
  audio: RefObject<HTMLAudioElement | null>,
  setIsBroken: (isBroken: boolean) => void,
): void {
  const player = audio.current;
  if (player === null) return;
  if (!player.paused) player.pause();
  // A pause before playback began isn't a failure.
  else player.play().catch((cause: unknown) => setIsBroken(!isAborted(cause)));
}

function isAborted(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "AbortError";
}

/** Pauses all other players. */
function pauseOthers(playing: HTMLAudioElement): void {
  for (const other of document.querySelectorAll("audio")) {
    if (other !== playing) other.pause();
  }
}

function seek(audio: RefObject<HTMLAudioElement | null>, seconds: number): void {
  if (audio.current !== null) audio.current.currentTime = seconds;
}

/** Returns 0 for an unknown length: an unfinished recording has an infinite duration. */
function knownLength(duration: number): number {
  return Number.isFinite(duration) ? duration : 0;
}
