import { html, type TemplateResult } from 'lit'
import { accountNumberKind, routingNumberKind } from '../../fields/kinds/bank.ts'
import { nameKind } from '../../fields/kinds/text.ts'
import '../../fields/select/select.ts'
import { type FormContext, textField } from './formContext.ts'

const HOLDER = nameKind('account-holder', { autocomplete: 'name', isRequired: true })
const TYPES = ['checking', 'savings', 'businessChecking', 'businessSavings'] as const

/** @param holder initial name of the account holder, or empty */
export const bankAccount = (context: FormContext, holder: string): TemplateResult => {
  const { labels, errors, help, accountTypes } = context.texts.checkout
  return html`
    ${textField(context, {
      path: 'payment.check.routingNumber',
      kind: routingNumberKind,
      label: labels.routingNumber,
      wrong: errors.routingNumber,
      help: help.routingNumber,
    })}
    ${textField(context, {
      path: 'payment.check.accountNumber',
      kind: accountNumberKind,
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
      ?locked=${context.locked}
    ></sluice-select>
    ${textField(context, {
      path: 'payment.check.name',
      kind: HOLDER,
      label: labels.accountHolder,
      value: holder,
      wrong: errors.name,
    })}
  `
}
