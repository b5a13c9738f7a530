// jsdom lays nothing out: nothing ever changes its size there, and nobody is told.
globalThis.ResizeObserver ??= class implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
