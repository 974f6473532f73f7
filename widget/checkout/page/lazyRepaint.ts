import { loadPart } from '../form/loadPart.ts'

/** URL of the script that applies colours. The worker sets it only in test mode, on pages that may be framed. */
const { repaint: script } = document.body.dataset
let part: Promise<typeof import('./repaint.ts')> | undefined

/** Applies an appearance with repaint.ts, loaded on first use, since shoppers never need it. */
export const lazyRepaint = async (members: unknown): Promise<void> => {
  if (!script) return
  part ??= loadPart(script)
  const { repaint } = await part
  repaint(members)
}
