import type { Plugin } from 'vite'

type Correction = readonly [RegExp, string]

const search: readonly Correction[] = [
  // A dialog, not a button that contains fields.
  [
    /role="button"\s+:aria-owns="[^"]*"\s+aria-expanded="true"\s+aria-haspopup="listbox"\s+aria-labelledby="localsearch-label"/,
    'role="dialog" aria-modal="true" aria-label="Search"',
  ],
  [
    /aria-autocomplete="both"([^>]*?)aria-labelledby="localsearch-label"/,
    'role="combobox" :aria-expanded="results.length > 0" aria-autocomplete="list"$1aria-label="Search the documentation"',
  ],
  [
    /:aria-labelledby="results\?\.length \? 'localsearch-label' : undefined"/,
    ':aria-label="results?.length ? \'Results\' : undefined"',
  ],
  // The link is the option, since an option cannot contain a link.
  [
    /:id="'localsearch-item-' \+ index"\s+:aria-selected="selectedIndex === index \? 'true' : 'false'"\s+role="option"/,
    'role="presentation"',
  ],
  [
    /:aria-label="\[\.\.\.p\.titles, p\.title\]\.join\(' > '\)"/,
    `:id="'localsearch-item-' + index" role="option" tabindex="-1" :aria-selected="selectedIndex === index ? 'true' : 'false'"`,
  ],
  [/<span class="title-icon">/, '<span class="title-icon" aria-hidden="true">'],
  [/<kbd :aria-label/g, '<kbd role="img" :aria-label'],
]

/** Components of the theme, with lines and what replaces them. */
const corrections: Readonly<Record<string, readonly Correction[]>> = {
  'VPLocalSearchBox.vue': search,
  // The home page has no main part.
  'VPHome.vue': [[/<div\s+class="VPHome"/, '<div role="main" class="VPHome"']],
}

/**
 * Corrects roles and names in the default theme for screen readers.
 *
 * @throws Error if the theme has changed these lines
 */
export const accessibleTheme = (): Plugin => ({
  name: 'sluice:accessible-theme',
  enforce: 'pre',
  transform(code, id) {
    const name = id.split('/').at(-1) ?? ''
    return corrections[name]?.reduce((text, [pattern, replacement]) => {
      if (text.search(pattern) < 0) throw new Error(`${name} has changed: ${pattern} is not in it.`)
      return text.replace(pattern, replacement)
    }, code)
  },
})
