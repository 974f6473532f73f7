import type { CheckoutTexts } from '../../../widget/locales/checkoutTexts.ts'
import type { Texts } from '../../../widget/locales/cardTexts.ts'

/** The built file of one locale: the texts of card form and checkout, and the page's style sheet. */
export interface LocaleFile {
  readonly card: Texts
  readonly checkout: CheckoutTexts
  readonly style: string
  /** Styles of the shopper's choices and of pictures. */
  readonly orderStyle: string
}

/** Files that this isolate has read. They belong to the worker's build and never change. */
const cache = new Map<string, LocaleFile>()

/** Reads the texts of a locale that the build has written. */
export const localeFile = async (locale: string, assets: Fetcher): Promise<LocaleFile> => {
  const cached = cache.get(locale)
  if (cached) return cached
  const path = `/checkout/${locale}.json`
  const response = await assets.fetch(`https://assets.invalid${path}`)
  if (!response.ok) throw new Error(`dist/assets${path} is missing: the build and the worker have different versions`)
  const file = await response.json<LocaleFile>()
  cache.set(locale, file)
  return file
}
