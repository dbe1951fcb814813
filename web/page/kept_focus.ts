// The focus of a button that is disabled while it works: a browser takes it away, and it comes back afterwards.

/** A listener; nothing is focused if the user went elsewhere meanwhile. */
export const keepingFocus =
  (act: () => Promise<unknown>) =>
  async ({ currentTarget }: Event): Promise<void> => {
    const button = currentTarget as HTMLButtonElement;
    const hadFocus = document.activeElement === button;
    await act();
    if (!hadFocus) return;
    await drawn();
    const isNowhere = document.activeElement === document.body;
    if (isNowhere && button.isConnected && !button.disabled) button.focus({ preventScroll: true });
  };

/** The page is drawn in the next frame, and what was changed meanwhile in the one after it. */
const drawn = () =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
