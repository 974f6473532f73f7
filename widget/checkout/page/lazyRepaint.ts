/** The script that knows colours. The worker names it where no money moves and a merchant's page may be around. */
const { repaint: script } = document.body.dataset

/** Gives the page other colours, as repaint.ts does, which comes when it is first asked for: no shopper needs it. */
export const repaint = async (members: unknown): Promise<void> => {
  if (!script) return
  const loaded = (await import(/* @vite-ignore */ script)) as typeof import('./repaint.ts')
  loaded.repaint(members)
}
