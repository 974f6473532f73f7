/**
 * Warning for a live key: without a live processor it moves no money.
 *
 * @returns null for a test key
 */
export const liveWarning = (mode: 'test' | 'live'): string | null =>
  mode === 'live'
    ? 'No live processor is configured. Sluice ships with a simulator, which moves no money and declines every live payment with G08. See docs/operations/deploy.md.'
    : null
