import { ConsoleShell } from './shell/console-shell.ts'

const start = (): void => {
  if (!customElements.get('console-shell')) customElements.define('console-shell', ConsoleShell)
}

// Title and skeleton of the page do not wait for the first render, which takes longer on a slow device.
// The second frame begins when the first one is on the screen.
if (!document.hidden) requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(start)))
// A browser can hide the page before it paints it.
setTimeout(start, document.hidden ? 0 : 1000)
