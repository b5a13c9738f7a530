const pauseMs = { first: 500, longest: 8000 };

/**
 * What browsers say of a module that could not be read: Chromium, Firefox, Safari, and Vite of a
 * style that belongs to one.
 */
const unread =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/i;

/**
 * Loads a part of the page, and tries again for as long as it cannot be read: its host was away at
 * that moment, and is started again. Rejects with what the part itself throws.
 */
export async function loadPersistently<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let pause = pauseMs.first; ; pause = Math.min(2 * pause, pauseMs.longest)) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof Error && unread.test(error.message))) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
