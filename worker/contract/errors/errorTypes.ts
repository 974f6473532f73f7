/**
 * The closed table of errors. `type` is stable; clients switch on it. `text` is what a developer reads; {field} and the names of
 * details are filled in. What to do about it is in errorHelp.ts.
 *
 * Statuses: RFC 9110; 409 and 422 for idempotency from the IETF draft; 402 is not used because authorize does not list it.
 */
interface Row {
  readonly status: number
  readonly text: string
}

const table = {
  // The request as a whole
  json_invalid: { status: 400, text: 'The body is not a JSON object that can be read: {reason}.' },
  body_required: { status: 400, text: 'This operation needs a JSON body.' },
  unknown_member: { status: 400, text: '{field} is not a member that this operation accepts.' },
  id_invalid: { status: 400, text: '{field} is not an identifier of this service.' },
  query_invalid: { status: 400, text: '{field} is not a valid value for this query parameter.' },
  idempotency_key_invalid: {
    status: 400,
    text: 'The Idempotency-Key header must have 1 to 255 visible ASCII characters.',
  },

  // One member
  required: { status: 400, text: '{field} is required.' },
  type_invalid: { status: 400, text: '{field} must be of type {expected}.' },
  pattern_mismatch: { status: 400, text: '{field} has characters that are not allowed here.' },
  length_invalid: { status: 400, text: '{field} is too short or too long.' },
  out_of_range: { status: 400, text: '{field} is out of range.' },
  enum_invalid: { status: 400, text: '{field} is not one of the allowed values.' },
  format_invalid: { status: 400, text: '{field} does not have the format {format}.' },

  // Payment source
  payment_method_required: { status: 400, text: 'The payment names no source of money.' },
  payment_method_ambiguous: { status: 400, text: 'The payment names several sources of money.' },
  stored_reference_required: { status: 400, text: '{field} needs a customer or a wallet.' },
  wallet_not_of_customer: { status: 400, text: 'The wallet entry does not belong to the customer.' },
  tip_amounts_required: { status: 400, text: '{field} needs at least 3 amounts when promptTip is true.' },
  expiry_invalid: { status: 400, text: '{field} is not an expiry date.' },

  // Amounts
  amount_precision_invalid: { status: 400, text: '{field} has more decimal places than the currency allows.' },
  amount_exceeds_authorized: { status: 400, text: 'The amount exceeds what can still be captured.' },
  amount_exceeds_captured: { status: 400, text: 'The amount exceeds what can still be credited.' },
  amount_mismatch: { status: 400, text: 'The parts do not add up to the total.' },
  currency_mismatch: { status: 400, text: 'The currency differs from that of the original transaction.' },

  // References inside a body
  token_not_found: { status: 400, text: 'The token is not known.' },
  token_expired: { status: 400, text: 'The token has expired.' },
  token_used: { status: 400, text: 'The token has been used already.' },
  customer_not_found: { status: 400, text: 'The customer is not known.' },
  wallet_not_found: { status: 400, text: 'The wallet entry is not known.' },
  webhook_not_found: { status: 400, text: 'The webhook is not known.' },
  plan_not_found: { status: 400, text: 'The plan is not known.' },
  terminal_not_found: { status: 400, text: 'The terminal is not known.' },
  reference_not_found: { status: 400, text: 'The referenced transaction is not known.' },

  // Tokens: ours, so it says early what authorize says as a decline
  card_number_invalid: { status: 400, text: 'The card number is not valid.' },
  expiry_past: { status: 400, text: 'The card has expired.' },
  routing_number_invalid: { status: 400, text: 'The routing number is not valid.' },

  // Terminals and webhooks
  registration_code_invalid: { status: 400, text: 'The registration code is not valid.' },
  device_id_required: { status: 400, text: 'deviceId is required for processing in Canada.' },
  url_not_allowed: { status: 400, text: '{field} is not an address that may be used here.' },
  header_not_allowed: { status: 400, text: '{field} is not a header that may be set.' },

  // Who asks
  key_missing: { status: 401, text: 'No API key was sent.' },
  key_invalid: { status: 401, text: 'The API key is not valid.' },
  key_expired: { status: 401, text: 'The API key has expired.' },
  key_revoked: { status: 401, text: 'The API key was revoked.' },
  scope_missing: { status: 403, text: 'The API key may not do this.' },
  mode_mismatch: { status: 403, text: 'This operation exists in test mode only.' },
  publishable_key_not_allowed: { status: 403, text: 'A publishable key may not do this.' },
  origin_not_allowed: { status: 403, text: 'Requests from this origin are not allowed.' },
  account_suspended: { status: 403, text: 'The account is suspended.' },

  // Where
  not_found: { status: 404, text: 'There is no such {resource}.' },
  route_not_found: { status: 404, text: 'There is no such path.' },
  method_not_allowed: { status: 405, text: 'The path does not support this method.' },

  // Limits
  body_too_large: { status: 413, text: 'The body is larger than 256 KiB.' },
  uri_too_long: { status: 414, text: 'The URL is longer than 8 KiB.' },
  upgrade_required: { status: 426, text: 'This path takes WebSocket connections of the subprotocol {protocol}.' },
  media_type_unsupported: {
    status: 415,
    text: 'The Content-Type must be application/json, text/json or application/*+json, in UTF-8.',
  },
  rate_limited: { status: 429, text: 'Too many requests.' },

  // State
  invalid_state: { status: 409, text: 'The state {state} does not allow this.' },
  already_exists: { status: 409, text: 'Another one has this {field} already.' },
  authorization_expired: { status: 409, text: 'The authorization has expired.' },
  already_captured: { status: 409, text: 'The payment has been captured already.' },
  already_voided: { status: 409, text: 'The payment has been voided already.' },
  already_settled: { status: 409, text: 'The payment has settled.' },
  already_canceled: { status: 409, text: 'The subscription was canceled already.' },
  terminal_in_use: { status: 409, text: 'The terminal is processing a payment.' },
  default_wallet_required: { status: 409, text: 'A customer keeps one default payment method.' },
  idempotency_in_progress: { status: 409, text: 'A request with this Idempotency-Key is in progress.' },
  operation_in_progress: { status: 409, text: 'Another operation is in progress that must end first.' },
  checkout_closed: { status: 409, text: 'The checkout is closed.' },
  limit_reached: { status: 409, text: 'There are {max} already, and no more may be made.' },
  webhook_disabled: { status: 409, text: 'The webhook is disabled.' },
  idempotency_mismatch: { status: 422, text: 'This Idempotency-Key was used with another body.' },

  // Us
  internal_error: { status: 500, text: 'Something went wrong on our side.' },
  unavailable: { status: 503, text: 'The service is not available at the moment.' },
  processor_timeout: { status: 504, text: 'The processor has not answered yet; the outcome is not known.' },

  // Outcomes: the request was fine, the payment was not approved
  card_declined: { status: 200, text: '{reason}' },
  check_declined: { status: 200, text: '{reason}' },
  terminal_declined: { status: 200, text: '{reason}' },
  gateway_rejected: { status: 200, text: '{reason}' },
  processor_error: { status: 200, text: '{reason}' },
} satisfies Record<string, Row>

export type ErrorType = keyof typeof table
export const errors: Readonly<Record<ErrorType, Row>> = table
export const isErrorType = (text: string): text is ErrorType => Object.hasOwn(table, text)

/** The last part of /problems/<slug>, where `type` of problem details leads. */
export const slugOf = (type: ErrorType): string => type.replaceAll('_', '-')
