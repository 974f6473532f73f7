/** Calls after the next frame: an input shows its own change first, however long the rest of the page takes. */
export const afterPaint = (callback: () => void): void => {
  requestAnimationFrame(() => setTimeout(callback))
}

/** Resolves after the next frame. A page that the browser does not paint, such as a hidden one, waits a second at most. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) return resolve()
    afterPaint(resolve)
    setTimeout(resolve, 1000)
  })
