import { errors } from '#contract/errors/errorTypes'
import type { ErrorType } from '#contract/errors/errorTypes'

/** What happened, for outcomes, whose own text is that of their response code. */
const outcomeTexts: Readonly<Partial<Record<ErrorType, string>>> = {
  card_declined: 'The issuer declined the card, or its data is wrong.',
  check_declined: 'The bank account was declined.',
  terminal_declined: 'The payment at the terminal was declined, canceled or timed out.',
  gateway_rejected: 'A rule of the account or of the gateway declined the payment.',
  processor_error: 'The processor failed, and the payment is not approved.',
}

/** What happened, in one sentence. Names in braces stand for a member or a value of `details`. */
export const causeOf = (type: ErrorType): string =>
  outcomeTexts[type] ?? errors[type].text.replaceAll(/\{(\w+)\}/g, '`{$1}`')
