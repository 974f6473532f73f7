import { currencyCode, currencyNumber } from '../../format/money.ts'
import { settingsTexts } from './texts.ts'

/** Legal texts of one language, as the form has them. */
export type LegalDraft = { readonly locale: string; readonly bankDebit: string; readonly subscription: string }

/** What a field of the form has: text, a switch, letters of results, or legal texts. */
export type Draft = string | boolean | readonly string[] | readonly LegalDraft[]

/** What the form says of a field: a value for the API, or why there is none. */
export type Reading = { readonly value: unknown } | { readonly problem: string }

/** Between the API's value of a setting and the form's. */
type Kind = {
  readonly show: (value: never) => Draft
  readonly read: (draft: never) => Reading
}

const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** Digits as a number. Other text is sent as it is: the API says what is wrong with it. */
const readNumber = (text: string): number | string => (/^\d{1,9}$/.test(text) ? Number(text) : text)

type LegalTexts = Readonly<Record<string, { readonly bankDebit?: string; readonly subscription?: string }>>

const readLegal = ({ bankDebit, subscription }: LegalDraft) => ({
  ...(bankDebit.trim() !== '' && { bankDebit: bankDebit.trim() }),
  ...(subscription.trim() !== '' && { subscription: subscription.trim() }),
})

const readAllLegal = (draft: readonly LegalDraft[]): Reading => {
  const locales = draft.map(({ locale }) => locale.trim())
  const twice = locales.find((locale, index) => locales.indexOf(locale) !== index)
  if (locales.includes('')) return { problem: settingsTexts.problems.locale }
  if (twice !== undefined) return { problem: settingsTexts.problems.twice(twice) }
  return { value: Object.fromEntries(draft.map((texts) => [texts.locale.trim(), readLegal(texts)])) }
}

const readCurrencies = (text: string): Reading => {
  const codes = words(text)
  const unknown = codes.find((code) => currencyNumber(code) === undefined)
  if (unknown !== undefined) return { problem: settingsTexts.problems.currency(unknown) }
  return { value: codes.length === 0 ? null : codes.map((code) => currencyNumber(code)) }
}

export const kinds = {
  text: { show: (value: string) => value, read: (draft: string) => ({ value: draft.trim() }) },
  /** Text that may be absent. */
  optional: {
    show: (value: string | null) => value ?? '',
    read: (draft: string) => ({ value: draft.trim() === '' ? null : draft.trim() }),
  },
  number: { show: (value: number) => String(value), read: (draft: string) => ({ value: readNumber(draft.trim()) }) },
  numbers: {
    show: (value: readonly number[]) => value.join(', '),
    read: (draft: string) => ({ value: words(draft).map(readNumber) }),
  },
  switch: { show: (value: boolean) => value, read: (draft: boolean) => ({ value: draft }) },
  choice: { show: (value: string) => value, read: (draft: string) => ({ value: draft }) },
  zone: { show: (value: string) => value, read: (draft: string) => ({ value: draft }) },
  currency: { show: (value: number) => String(value), read: (draft: string) => ({ value: Number(draft) }) },
  currencies: {
    show: (value: readonly number[] | null) => (value ?? []).map(currencyCode).join(', '),
    read: readCurrencies,
  },
  lines: {
    show: (value: readonly string[]) => value.join('\n'),
    read: (draft: string) => ({
      value: draft
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    }),
  },
  cvv: { show: (value: readonly string[]) => value, read: (draft: readonly string[]) => ({ value: draft }) },
  avs: { show: (value: readonly string[]) => value, read: (draft: readonly string[]) => ({ value: draft }) },
  legal: {
    show: (value: LegalTexts) =>
      Object.entries(value).map(([locale, { bankDebit = '', subscription = '' }]) => ({
        locale,
        bankDebit,
        subscription,
      })),
    read: readAllLegal,
  },
} satisfies Readonly<Record<string, Kind>>

export type KindName = keyof typeof kinds

/** The form's value of a setting. */
export const showValue = (kind: KindName, value: unknown): Draft => (kinds[kind] as Kind).show(value as never)

/** The API's value of what the form has. */
export const readDraft = (kind: KindName, draft: Draft): Reading => (kinds[kind] as Kind).read(draft as never)
