import { isPreview, type Preview } from '../previews.ts'
import type { Members } from '../presets.ts'
import { readMembers } from '../readMembers.ts'

export type Shown = { members: Members; preview: Preview }

/** What is shown, as the fragment of an address that can be passed on, or nothing for what is shown without one: `#show=bank&alertColor=%23c02434`. */
export const printFragment = ({ members, preview }: Shown): string => {
  const parameters = new URLSearchParams({ ...(preview !== 'form' && { show: preview }), ...members })
  return parameters.size > 0 ? `#${parameters}` : ''
}

/** Reads such a fragment; what is wrong in it is left out. */
export const readFragment = (fragment: string): Shown => {
  const { show = null, ...given } = Object.fromEntries(new URLSearchParams(fragment.replace(/^#/, '')))
  return { members: readMembers(given).members, preview: isPreview(show) ? show : 'form' }
}
