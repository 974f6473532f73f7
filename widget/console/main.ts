import { ConsoleShell } from './shell/console-shell.ts'

/** Calls when the browser had the chance to paint, or soon in a tab that is not painted. */
const afterFirstPaint = (start: () => void): void => {
  let isStarted = false
  const once = (): void => {
    if (!isStarted) start()
    isStarted = true
  }
  requestAnimationFrame(() => setTimeout(once))
  setTimeout(once, 100)
}

// Title and skeleton of the page do not wait for the first render, which takes longer on a slow device.
afterFirstPaint(() => customElements.define('console-shell', ConsoleShell))
