import { html, type TemplateResult } from 'lit'
import { accountKind, routingKind } from '../../fields/kinds/bank.ts'
import { nameKind } from '../../fields/kinds/text.ts'
import '../../fields/select/select.ts'
import { type Asking, textField } from './formContext.ts'

const HOLDER = nameKind('account-holder', { autocomplete: 'name', required: true })
const TYPES = ['checking', 'savings', 'businessChecking', 'businessSavings'] as const

/** @param holder as far as it is known */
export const bankAccount = (asking: Asking, holder: string): TemplateResult => {
  const { labels, errors, help, accountTypes } = asking.texts.checkout
  return html`
    ${textField(asking, {
      path: 'payment.check.routingNumber',
      kind: routingKind,
      label: labels.routingNumber,
      wrong: errors.routingNumber,
      help: help.routingNumber,
    })}
    ${textField(asking, {
      path: 'payment.check.accountNumber',
      kind: accountKind,
      label: labels.accountNumber,
      wrong: errors.accountNumber,
    })}
    <sluice-select
      data-path="payment.check.accountType"
      name="account-type"
      .label=${labels.accountType}
      .options=${TYPES.map((value) => ({ value, label: accountTypes[value] }))}
      .errors=${{ missing: errors.choose, wrong: errors.wrong }}
      .value=${'checking'}
      required
      ?locked=${asking.locked}
    ></sluice-select>
    ${textField(asking, {
      path: 'payment.check.name',
      kind: HOLDER,
      label: labels.accountHolder,
      value: holder,
      wrong: errors.name,
    })}
  `
}
