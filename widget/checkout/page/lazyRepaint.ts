/** URL of the script that applies colours. The worker sets it only in test mode, on pages that may be framed. */
const { repaint: script } = document.body.dataset

/** Applies an appearance with repaint.ts, loaded on first use, since shoppers never need it. */
export const lazyRepaint = async (members: unknown): Promise<void> => {
  if (!script) return
  const loaded = (await import(/* @vite-ignore */ script)) as typeof import('./repaint.ts')
  loaded.repaint(members)
}
