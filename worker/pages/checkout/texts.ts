import type { CheckoutTexts } from '../../../widget/locales/checkoutTexts.ts'
import type { Texts } from '../../../widget/locales/cardTexts.ts'

/** What the build left for one locale: the texts of card form and checkout, and the style sheet of the page. */
export interface LocaleFile {
  readonly card: Texts
  readonly checkout: CheckoutTexts
  readonly style: string
}

/** Files that this isolate has read. They are of the build that the worker is of, and so never change. */
const read = new Map<string, LocaleFile>()

/**
 * The texts of a locale.
 *
 * @param locale one of those that the build has written
 */
export const localeFile = async (locale: string, assets: Fetcher): Promise<LocaleFile> => {
  const known = read.get(locale)
  if (known) return known
  const path = `/checkout/${locale}.json`
  const answer = await assets.fetch(`https://assets.invalid${path}`)
  if (!answer.ok) throw new Error(`dist/assets${path} is missing: the build and the worker are not of one version`)
  const file = await answer.json<LocaleFile>()
  read.set(locale, file)
  return file
}
