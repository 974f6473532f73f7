import type { FieldName } from '#contract/card/framePort'
import type { PageDecline } from '#contract/checkouts/page'
import type { SluiceField } from '../../fields/field/field.ts'

/** Card field to focus after a decline; by default the security code, which is cleared. */
const FOCUS: Partial<Record<PageDecline, FieldName>> = {
  insufficientFunds: 'number',
  limit: 'number',
  expired: 'expiry',
  notAccepted: 'number',
}

/** Card field that the issuer found wrong. */
const WRONG: Partial<Record<PageDecline, FieldName>> = { expired: 'expiry', wrongCode: 'code' }

/** The field of a new card; undefined if the form does not show it. */
export const cardField = (form: Element, name: FieldName): SluiceField | undefined =>
  [...form.querySelectorAll<SluiceField>('sluice-card-form sluice-field')].find(({ kind }) => kind.name === name)

const savedCardCode = (form: Element) => form.querySelector<SluiceField>('[data-path="payment.verificationValue"]')

/** Clears the security codes: none is kept after an attempt. */
export const clearCodes = (form: Element): void => {
  for (const code of [cardField(form, 'code'), savedCardCode(form)]) code?.clear()
}

/** Marks the field that the issuer of a new card found wrong, and focuses the next one to fill in. */
export const showNewCardDecline = (form: Element, reason: PageDecline): void => {
  const wrong = WRONG[reason]
  if (wrong) cardField(form, wrong)?.showServerError('wrong')
  cardField(form, FOCUS[reason] ?? 'code')?.focus()
}

/** The same for a saved card, which shows its security code only. */
export const showSavedCardDecline = (form: Element, reason: PageDecline): void => {
  const code = savedCardCode(form)
  if (WRONG[reason] === 'code') code?.showServerError('wrong')
  code?.focus()
}
