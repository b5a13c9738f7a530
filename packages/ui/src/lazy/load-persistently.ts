const pauseMs = { first: 500, longest: 8000 };

/**
 * Error messages for a module that couldn't be fetched: Chromium, Firefox, Safari, and Vite for a module's
 * style sheet.
 */
const unread =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/i;

/**
 * Loads a part of the page, and retries while it can't be fetched because the host is restarting. Rejects
 * with errors thrown by the part itself.
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
