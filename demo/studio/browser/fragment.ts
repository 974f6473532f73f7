import { isPreview, type Preview } from '../previews.ts'
import { type Members, readTexts } from '../readMembers.ts'

export type StudioState = { members: Members; preview: Preview }

/** The state as a shareable URL fragment: `#show=bank&alertColor=%23c02434`. Empty for the default state. */
export const printFragment = ({ members, preview }: StudioState): string => {
  const parameters = new URLSearchParams({ ...(preview !== 'form' && { show: preview }), ...members })
  return parameters.size > 0 ? `#${parameters}` : ''
}

/** Parses a fragment. Invalid parts are dropped. */
export const readFragment = (fragment: string): StudioState => {
  const { show = null, ...input } = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '')))
  return { members: readTexts(input), preview: isPreview(show) ? show : 'form' }
}
