/** Calls after the next frame: an input shows its own change first, however long the rest of the page takes. */
export const afterPaint = (callback: () => void): void => {
  requestAnimationFrame(() => setTimeout(callback))
}
