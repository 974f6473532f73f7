const ask = async (): Promise<void> => {
  if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
  // Refused where the battery is low, which is the device's own business.
  await navigator.wakeLock.request('screen').catch(() => undefined)
}

/** Keeps the screen on while the page is seen: a reader that sleeps takes no payment. Browsers that cannot go on without. */
export const keepScreenOn = (): void => {
  void ask()
  // The browser takes it back whenever the page is hidden.
  document.addEventListener('visibilitychange', () => void ask())
}
