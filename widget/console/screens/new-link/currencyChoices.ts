import { currencies } from '#contract/money/currencies'
import { currencyCode } from '../../format/money.ts'

/** A currency by its ISO 4217 number and letters. */
export type CurrencyChoice = { readonly number: number; readonly code: string }

/**
 * The currencies of the form by their letters, the account's own first.
 *
 * @param enabled of the account; null for all
 */
export const currencyChoices = (enabled: readonly number[] | null, first: number): readonly CurrencyChoice[] =>
  (enabled ?? [...currencies].flatMap(([number, { kind }]) => (kind === 'tender' ? [number] : [])))
    .map((number) => ({ number, code: currencyCode(number) }))
    .sort(
      (one, other) =>
        Number(other.number === first) - Number(one.number === first) || one.code.localeCompare(other.code),
    )
