import { isRoutingNumber } from '#contract/transactions/routingNumber'
import { digitsOf } from '#contract/card/digits'
import { editDigits } from '../../card/edit.ts'
import type { Kind } from './text.ts'

const digitsKind = (id: string, minLength: number, maxLength: number, isValid: (digits: string) => boolean): Kind => ({
  name: id,
  id,
  autocomplete: 'off',
  inputMode: 'numeric',
  leftToRight: true,
  isRequired: true,
  edit: (edit) => editDigits(edit, () => maxLength),
  check: (value) => {
    const digits = digitsOf(value)
    if (!digits) return 'missing'
    return digits.length < minLength ? 'incomplete' : isValid(digits) ? null : 'wrong'
  },
  toApi: digitsOf,
})

/** ABA routing number: nine digits with a check digit. */
export const routingNumberKind = digitsKind('routing-number', 9, 9, isRoutingNumber)

/** Bank account number: 7 to 20 digits without a check digit. Undo is disabled. */
export const accountNumberKind: Kind = { ...digitsKind('account-number', 7, 20, () => true), isSecret: true }
