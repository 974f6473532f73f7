import { readFileSync } from 'node:fs'
import type { Pages } from '#contract/builtPages'

/** A language of the card form: its tag, and its name in itself and in English. */
export type Language = { tag: string; own: string; english: string; direction: 'ltr' | 'rtl' }

/** What the build says: read at every request, so that a new build shows without a new start. */
const built = (): Pages => JSON.parse(readFileSync(new URL('../../dist/pages.json', import.meta.url), 'utf8')) as Pages

const nameOf = (tag: string, inLanguage: string): string =>
  new Intl.DisplayNames(inLanguage, { type: 'language' }).of(tag) ?? tag

const rightToLeft = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Syrc', 'Thaa'])

/** Every language that the card form was built in, in the order of their English names. */
export const languages = (): Language[] =>
  built()
    .card.locales.map((tag) => ({
      tag,
      own: nameOf(tag, tag),
      english: nameOf(tag, 'en'),
      direction: rightToLeft.has(new Intl.Locale(tag).maximize().script ?? '') ? ('rtl' as const) : ('ltr' as const),
    }))
    .sort((a, b) => a.english.localeCompare(b.english))
