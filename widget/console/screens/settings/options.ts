import { currencies } from '#contract/money/currencies'
import { formatLocale } from '../../format/locale.ts'
import { currencyCode } from '../../format/money.ts'

export type Option = readonly [value: string, text: string]
export type Options = readonly Option[]

/** A select with hundreds of options. */
type LongList = {
  /** The text of a value. */
  readonly textOf: (value: string) => string
  /** All values in the order of the list. */
  readonly values: () => readonly string[]
}

let currencyNames: Intl.DisplayNames | undefined

const currencyText = (value: string): string => {
  currencyNames ??= new Intl.DisplayNames(formatLocale(), { type: 'currency', fallback: 'none' })
  const code = currencyCode(Number(value))
  return [code, currencyNames.of(code)].filter(Boolean).join(', ')
}

/** The kinds of settings with hundreds of options. */
export const longLists = {
  currency: {
    textOf: currencyText,
    values: () =>
      [...currencies.keys()]
        .toSorted((one, other) => currencyCode(one).localeCompare(currencyCode(other)))
        .map((number) => String(number)),
  },
  zone: {
    textOf: (zone) => zone.replaceAll('_', ' '),
    values: () => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted(),
  },
} satisfies Readonly<Record<string, LongList>>

export type LongListKind = keyof typeof longLists
