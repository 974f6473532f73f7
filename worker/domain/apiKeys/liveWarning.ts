/**
 * What somebody is told who makes a live key: nothing in the box moves money.
 *
 * @returns null for a test key
 */
export const liveWarning = (mode: 'test' | 'live'): string | null =>
  mode === 'live'
    ? 'No live processor is configured. Sluice ships with a simulator, which moves no money and answers every live payment with G08. See "Going live" in the README.'
    : null
