import { lateShare, type Times, timesOf } from "./summary.ts";

/** Measurements of this window since it was loaded; null where nothing was measured. */
export interface Measures {
  /** Largest contentful paint of the start, in milliseconds. */
  readonly startMs: number | null;
  /** Time from an event until its result was painted. */
  readonly keys: Times | null;
  readonly clicks: Times | null;
  /** Time from navigating back until the list was painted. */
  readonly backs: Times | null;
  /** Share of late frames during scrolling, from 0 to 1. */
  readonly lateFrames: number | null;
  readonly longestTaskMs: number | null;
  readonly heapBytes: number | null;
}

/** Maximum number of values; older ones are dropped. */
const maxKept = 5000;
/** Shortest event duration that a browser reports, in milliseconds. */
const shortestMs = 16;
const scrollEndMs = 150;
/** Timeout for back navigation in milliseconds; after that the user has navigated elsewhere. */
const longestBackMs = 10_000;

const keys: number[] = [];
const clicks: number[] = [];
const backs: number[] = [];
const frames: number[] = [];
let startMs: number | null = null;
let longestTaskMs: number | null = null;

/** Starts measuring. Entries buffered by the browser count too. */
export function startMeasuring(): void {
  observe("event", ({ name, duration }) => {
    if (name === "keydown") keep(keys, duration);
    else if (name === "click") keep(clicks, duration);
  });
  observe("largest-contentful-paint", (entry) => (startMs ??= entry.startTime));
  observe("longtask", ({ duration }) => {
    longestTaskMs = Math.max(longestTaskMs ?? 0, duration);
  });
  addEventListener("scroll", watchFrames, { capture: true, passive: true });
  addEventListener("popstate", ({ timeStamp }) => void watchBack(timeStamp));
}

/** Returns the measurements so far. */
export function readMeasures(): Measures {
  return {
    startMs,
    keys: timesOf(keys, countOf("keydown")),
    clicks: timesOf(clicks, countOf("click")),
    backs: timesOf(backs, backs.length),
    lateFrames: lateShare(frames),
    longestTaskMs,
    heapBytes: heapBytes(),
  };
}

function observe(type: string, take: (entry: PerformanceEntry) => void): void {
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(take));
  const options = { type, buffered: true, durationThreshold: shortestMs };
  observer.observe(options);
}

/** Returns the number of events, including short ones; 0 if the browser doesn't count them. */
function countOf(event: string): number {
  if (!("EventCounts" in window) || !(performance.eventCounts instanceof EventCounts)) return 0;
  return performance.eventCounts.get(event) ?? 0;
}

function keep(list: number[], value: number): void {
  list.push(value);
  if (list.length > maxKept) list.shift();
}

let lastScrollMs = 0;
let isWatching = false;

/** Measures frame durations while something scrolls. */
function watchFrames(): void {
  lastScrollMs = performance.now();
  if (isWatching) return;
  isWatching = true;
  let before: number | null = null;
  const follow = (now: number): void => {
    if (before !== null) keep(frames, now - before);
    before = now;
    isWatching = performance.now() - lastScrollMs < scrollEndMs;
    if (isWatching) requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
}

async function watchBack(fromMs: number): Promise<void> {
  const isList = (): boolean => document.querySelector('[role="feed"] article') !== null;
  do {
    await new Promise(requestAnimationFrame);
    if (performance.now() - fromMs > longestBackMs) return;
  } while (!isList());
  // The requested frame is painted after its callback.
  setTimeout(() => keep(backs, performance.now() - fromMs));
}

/** Returns the used heap size; null if the browser doesn't report it. */
function heapBytes(): number | null {
  if (!("memory" in performance)) return null;
  const { memory } = performance;
  if (typeof memory !== "object" || memory === null || !("usedJSHeapSize" in memory)) return null;
  return typeof memory.usedJSHeapSize === "number" ? memory.usedJSHeapSize : null;
}
