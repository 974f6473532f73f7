const ask = async (): Promise<void> => {
  if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  // The browser rejects the request when the battery is low.
  await navigator.wakeLock.request('screen').catch(() => undefined)
}

/** Keeps the screen on while the page is visible, where the browser supports it. */
export const keepScreenOn = (): void => {
  void ask()
  // The browser releases the lock when the page is hidden.
  document.addEventListener('visibilitychange', () => void ask())
}
