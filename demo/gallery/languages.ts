import { readFileSync } from 'node:fs'
import type { PagesManifest } from '#contract/builtPages'

/** A language of the card form: its tag, native name and English name. */
export type Language = { tag: string; own: string; english: string; direction: 'ltr' | 'rtl' }

/** The build manifest, read at every request, so that a new build needs no restart. */
const built = (): PagesManifest =>
  JSON.parse(readFileSync(new URL('../../dist/pages.json', import.meta.url), 'utf8')) as PagesManifest

const nameOf = (tag: string, inLanguage: string): string =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Syrc', 'Thaa'])

/** All languages of the card form, sorted by English name. */
export const languages = (): Language[] =>
  built()
    .card.locales.map((tag) => ({
      tag,
      own: nameOf(tag, tag),
      english: nameOf(tag, 'en'),
      direction: rightToLeft.has(new Intl.Locale(tag).maximize().script ?? '') ? ('rtl' as const) : ('ltr' as const),
    }))
    .sort((a, b) => a.english.localeCompare(b.english))
