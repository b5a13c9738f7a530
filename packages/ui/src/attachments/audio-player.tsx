import { Pause, Play } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { useHostState } from "../data/host-connection.ts";
import { useLanguage } from "../language/language.ts";
import { clock } from "../time/clock.ts";
import { attachmentStrings } from "./strings.ts";

/** Plays a sound: a button, a slider to go along it by, and how long it is. */
export function AudioPlayer({ src, name }: { readonly src: string; readonly name: string }) {
  useLanguage();
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [isBroken, setIsBroken] = useState(false);
  /** It plays, and has nothing to play until more of it comes. */
  const [isWaiting, setIsWaiting] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [length, setLength] = useState(0);
  const isHostUp = useHostState() === "up";
  // What could not be read while the host was away is read again, from where it was.
  useEffect(() => {
    const player = audio.current;
    if (!isHostUp || player === null || player.error === null) return;
    const { currentTime } = player;
    player.load();
    player.currentTime = currentTime;
    setIsBroken(false);
  }, [isHostUp]);
  // A sound that is near is read before it is on the page, where nobody hears of it.
  useLayoutEffect(() => {
    if (audio.current !== null) setLength(knownLength(audio.current.duration));
  }, [src]);
  const isAway = !isHostUp && (isBroken || isWaiting);
  const Icon = isPlaying ? Pause : Play;
  return (
    <div className="flex h-11 items-center gap-2 ps-0.5 pe-1.5">
      {/* What a memo's author recorded has no captions to offer. */}
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
            // Arrows go by five seconds, a pointer by any part of one.
            step="any"
            value={Math.min(seconds, length)}
            disabled={length === 0}
            aria-label={attachmentStrings.positionIn(name)}
            aria-valuetext={attachmentStrings.playedOf(clock(seconds), clock(length))}
            className="h-7 min-w-0 grow rounded-control accent-(--accent)"
            onChange={(event) => seek(audio, Number(event.currentTarget.value))}
            onKeyDown={(event) => {
              const by = keySteps[event.key];
              if (by === undefined) return;
              event.preventDefault();
              // Not from what is shown, which comes after: keys that are held go on.
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
  // A pause before it could begin is no fault.
  else player.play().catch((cause: unknown) => setIsBroken(!isAborted(cause)));
}

function isAborted(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "AbortError";
}

/** One sound at a time. */
function pauseOthers(playing: HTMLAudioElement): void {
  for (const other of document.querySelectorAll("audio")) {
    if (other !== playing) other.pause();
  }
}

function seek(audio: RefObject<HTMLAudioElement | null>, seconds: number): void {
  if (audio.current !== null) audio.current.currentTime = seconds;
}

/** A recording that was not finished says that it has no end. */
function knownLength(duration: number): number {
  return Number.isFinite(duration) ? duration : 0;
}
