/**
 * Response codes: field 39 of ISO 8583:1987, NACHA's return codes (from `R01`) and the gateway's own (from `G01`). The simulator,
 * connectors, API responses and receipts all use them. The values of `code` are Stripe's decline codes.
 */

/** Recommended next step after a decline. */
export type Retry = 'never' | 'later' | 'other_method' | 'contact_issuer' | 'authenticate'

/** `type` of the error item in the 200 response of a decline. */
export type DeclineType =
  | 'card_declined'
  | 'check_declined'
  | 'terminal_declined'
  | 'gateway_rejected'
  | 'processor_error'

export interface ResponseCode {
  /** `responseText` of the response. */
  readonly text: string
}

export interface DeclineCode extends ResponseCode {
  /** `message.code` of the error item. */
  readonly code: string
  /** `message.details.retry` of the error item. */
  readonly retry: Retry
  /** `type` of the error item. If absent, it depends on the payment method. */
  readonly type?: DeclineType
}

/** Codes of approvals: 10 is a partial approval, 85 an account verification. */
export const approvalCodes = {
  '00': { text: 'Approved' },
  '08': { text: 'Approved with identification' },
  '10': { text: 'Approved for partial amount' },
  '85': { text: 'No reason to decline' },
} as const satisfies Record<string, ResponseCode>

export type ApprovalCode = keyof typeof approvalCodes

/** The code of a capture or credit that the processor has accepted and decides later. It is neither an approval nor a decline. */
export const inProgressCode = '09'

const inProgressText = 'Request in progress'

/** Codes of declines, and of an unknown outcome (68). */
export const declineCodes = {
  '01': { text: 'Refer to card issuer', code: 'call_issuer', retry: 'contact_issuer' },
  '02': { text: 'Refer to card issuer', code: 'call_issuer', retry: 'contact_issuer' },
  '03': { text: 'Invalid merchant', code: 'config_error', retry: 'never' },
  '04': { text: 'Pick up card', code: 'pickup_card', retry: 'never' },
  '05': { text: 'Do not honor', code: 'do_not_honor', retry: 'later' },
  '06': { text: 'General error', code: 'processing_error', retry: 'later' },
  '07': { text: 'Pick up card, special condition', code: 'fraudulent', retry: 'never' },
  '12': { text: 'Invalid transaction', code: 'transaction_not_allowed', retry: 'never' },
  '13': { text: 'Invalid amount', code: 'invalid_amount', retry: 'never' },
  '14': { text: 'Invalid card number', code: 'invalid_number', retry: 'other_method' },
  '15': { text: 'No such issuer', code: 'invalid_number', retry: 'other_method' },
  '19': { text: 'Re-enter transaction', code: 'try_again_later', retry: 'later' },
  '25': { text: 'Unable to locate record', code: 'not_found', retry: 'never' },
  '30': { text: 'Format error', code: 'processing_error', retry: 'never' },
  '34': { text: 'Suspected fraud', code: 'fraudulent', retry: 'never' },
  '39': { text: 'No credit account', code: 'invalid_account', retry: 'other_method' },
  '41': { text: 'Lost card', code: 'lost_card', retry: 'never' },
  '43': { text: 'Stolen card', code: 'stolen_card', retry: 'never' },
  '46': { text: 'Closed account', code: 'invalid_account', retry: 'never' },
  '51': { text: 'Insufficient funds', code: 'insufficient_funds', retry: 'later' },
  '54': { text: 'Expired card', code: 'expired_card', retry: 'other_method' },
  '55': { text: 'Incorrect PIN', code: 'incorrect_pin', retry: 'later' },
  '57': { text: 'Transaction not permitted to cardholder', code: 'transaction_not_allowed', retry: 'other_method' },
  '58': { text: 'Transaction not permitted to terminal', code: 'transaction_not_allowed', retry: 'other_method' },
  '59': { text: 'Suspected fraud', code: 'fraudulent', retry: 'never' },
  '61': { text: 'Exceeds amount limit', code: 'withdrawal_count_limit_exceeded', retry: 'later' },
  '62': { text: 'Restricted card', code: 'card_not_supported', retry: 'other_method' },
  '63': { text: 'Security violation', code: 'security_violation', retry: 'never' },
  '65': { text: 'Exceeds frequency limit / SCA needed', code: 'card_velocity_exceeded', retry: 'authenticate' },
  '68': { text: 'Response received too late', code: 'processor_timeout', retry: 'later', type: 'processor_error' },
  '75': { text: 'PIN tries exceeded', code: 'pin_try_exceeded', retry: 'never' },
  '78': { text: 'Blocked, first use', code: 'invalid_account', retry: 'contact_issuer' },
  '82': { text: 'CVV incorrect', code: 'incorrect_cvc', retry: 'other_method' },
  '91': { text: 'Issuer unavailable', code: 'issuer_not_available', retry: 'later' },
  '92': { text: 'Unable to route', code: 'issuer_not_available', retry: 'later', type: 'processor_error' },
  '93': { text: 'Cannot complete, violation of law', code: 'transaction_not_allowed', retry: 'never' },
  '94': { text: 'Duplicate transmission', code: 'duplicate_transaction', retry: 'never' },
  '96': { text: 'System malfunction', code: 'processing_error', retry: 'later' },

  R0: { text: 'Stop this payment', code: 'revocation_of_authorization', retry: 'never' },
  R1: { text: 'Stop all recurring payments', code: 'revocation_of_authorization', retry: 'never' },
  R3: { text: 'All authorizations revoked', code: 'revocation_of_authorization', retry: 'never' },

  R01: { text: 'Insufficient funds', code: 'insufficient_funds', retry: 'later', type: 'check_declined' },
  R02: { text: 'Account closed', code: 'invalid_account', retry: 'never', type: 'check_declined' },
  R03: { text: 'No account', code: 'invalid_account', retry: 'other_method', type: 'check_declined' },
  R04: {
    text: 'Invalid account number structure',
    code: 'invalid_number',
    retry: 'other_method',
    type: 'check_declined',
  },
  R13: { text: 'Invalid routing number', code: 'invalid_number', retry: 'other_method', type: 'check_declined' },
  R16: { text: 'Account frozen', code: 'invalid_account', retry: 'never', type: 'check_declined' },
  R28: {
    text: 'Routing number check digit error',
    code: 'invalid_number',
    retry: 'other_method',
    type: 'check_declined',
  },
  R29: { text: 'Not authorized', code: 'transaction_not_allowed', retry: 'never', type: 'check_declined' },

  G01: { text: 'Duplicate transaction', code: 'duplicate_transaction', retry: 'never', type: 'gateway_rejected' },
  G04: { text: 'AVS rule of the account', code: 'incorrect_zip', retry: 'other_method', type: 'gateway_rejected' },
  G05: { text: 'CVV rule of the account', code: 'incorrect_cvc', retry: 'other_method', type: 'gateway_rejected' },
  G06: { text: 'Velocity or fraud rule', code: 'card_velocity_exceeded', retry: 'later', type: 'gateway_rejected' },
  G07: { text: 'Currency not enabled', code: 'currency_not_supported', retry: 'never', type: 'gateway_rejected' },
  G08: { text: 'Method not enabled', code: 'currency_not_supported', retry: 'never', type: 'gateway_rejected' },
  G10: { text: 'Terminal offline', code: 'terminal_offline', retry: 'later', type: 'terminal_declined' },
  G11: { text: 'Terminal busy', code: 'terminal_busy', retry: 'later', type: 'terminal_declined' },
  G12: { text: 'Terminal timed out', code: 'terminal_timeout', retry: 'later', type: 'terminal_declined' },
  G13: { text: 'Canceled at the terminal', code: 'canceled_by_customer', retry: 'later', type: 'terminal_declined' },
  G14: {
    text: 'Terminal removed during the payment',
    code: 'terminal_removed',
    retry: 'never',
    type: 'terminal_declined',
  },
  G15: { text: 'Canceled by the merchant', code: 'canceled_by_merchant', retry: 'later', type: 'terminal_declined' },
} as const satisfies Record<string, DeclineCode>

/** A decline code of the table. Processors can return others: see `declineOf`. */
export type KnownDecline = keyof typeof declineCodes

const approvals: ReadonlyMap<string, ResponseCode> = new Map(Object.entries(approvalCodes))
const declines: ReadonlyMap<string, DeclineCode> = new Map(Object.entries(declineCodes))

export const isApproval = (code: string): code is ApprovalCode => approvals.has(code)

/** `approved` of a response: whether its code is an approval. False while the outcome is unknown. */
export const isApproved = (responseCode: string | null): boolean => responseCode !== null && isApproval(responseCode)

/** The meaning of a decline. Unknown codes count as 05, the decline without a reason. */
export const declineOf = (code: string): DeclineCode => declines.get(code) ?? declineCodes['05']

/** `responseText` of any code. */
export const responseText = (code: string): string =>
  code === inProgressCode ? inProgressText : (approvals.get(code) ?? declineOf(code)).text
