import { routingNumberIsValid } from '#contract/transactions/routingNumber'
import { digitsOf, editDigits } from '../../card/edit.ts'
import type { Kind } from './text.ts'

const digitsKind = (id: string, least: number, longest: number, fits: (digits: string) => boolean): Kind => ({
  name: id,
  id,
  autocomplete: 'off',
  inputMode: 'numeric',
  leftToRight: true,
  required: true,
  edit: (edit) => editDigits(edit, () => longest),
  check: (value) => {
    const digits = digitsOf(value)
    if (!digits) return 'missing'
    return digits.length < least ? 'incomplete' : fits(digits) ? null : 'wrong'
  },
  wire: digitsOf,
})

/** Which bank: nine digits, the last of which checks the others. */
export const routingKind = digitsKind('routing-number', 9, 9, routingNumberIsValid)

/** Which account there: 7 to 20 digits that nobody but the bank can check. What was deleted of it is gone for good. */
export const accountKind: Kind = { ...digitsKind('account-number', 7, 20, () => true), secret: true }
