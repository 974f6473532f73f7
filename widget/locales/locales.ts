import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Texts } from './cardTexts.ts'
import type { CheckoutTexts } from './checkoutTexts.ts'
import type { LegalTexts, TranslatedLegalTexts } from './legalTexts.ts'

/** Reads a folder of JSON files, one for each locale, by BCP 47 tag. The tests beside this file check that no text is missing. */
const readLocales = <T>(folder: string, except: readonly string[] = []): Readonly<Record<string, T>> => {
  const path = fileURLToPath(new URL(folder, import.meta.url).href)
  const tags = readdirSync(path).map((name) => name.replace(/\.json$/, ''))
  return Object.fromEntries(
    tags
      .filter((tag) => !except.includes(tag))
      .toSorted()
      .map((tag) => [tag, JSON.parse(readFileSync(join(path, `${tag}.json`), 'utf8')) as T]),
  )
}

/** The texts of the card form. Read at build time only: a page contains the texts of one locale. */
export const cardLocales = readLocales<Texts>('card')

/** The texts of the hosted checkout, for the same locales. */
export const checkoutLocales = readLocales<CheckoutTexts>('checkout')

/** The legal texts of the hosted checkout in English. */
export const englishLegalTexts = JSON.parse(
  readFileSync(fileURLToPath(new URL('legal/en.json', import.meta.url).href), 'utf8'),
) as LegalTexts

/** Translations of the legal texts, for the same locales except English. */
export const legalTranslations = readLocales<TranslatedLegalTexts>('legal', ['en'])
