import type { Plugin } from 'vite'

/**
 * Corrects the roles of the theme’s search: a dialog with a combobox instead of a button that contains fields, which screen readers present
 * as one button. e2e/docs/site.spec.ts fails if the theme changes these lines.
 */
export const searchDialog = (): Plugin => ({
  name: 'sluice:search-dialog',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/VPLocalSearchBox.vue')) return undefined
    return code
      .replace(
        /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"\s+aria-labelledby="localsearch-label"/,
        'role="dialog" aria-modal="true" aria-label="Search"',
      )
      .replace(
        'ref="searchInput"',
        'ref="searchInput" role="combobox" :aria-expanded="results.length > 0" aria-label="Search the documentation"',
      )
      .replace('aria-autocomplete="both"', 'aria-autocomplete="list"')
  },
})
