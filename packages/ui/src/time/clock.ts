/** Formats seconds as `3:07` or `1:02:03`. */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const last = String(whole % 60).padStart(2, "0");
  return hours === 0
    ? `${minutes}:${last}`
    : `${hours}:${String(minutes).padStart(2, "0")}:${last}`;
}
