/**
 * The closed table of errors. `type` is stable: clients switch on it. `text` is the sentence for developers, in which {field} and the names
 * of details are replaced. errorHelp.ts has the remedy for each type.
 *
 * Statuses follow RFC 9110, those of idempotency (409 and 422) the IETF draft. 402 is not used, since the interface does not list it for
 * authorize.
 */
interface Row {
  readonly status: number
  readonly text: string
}

const table = {
  // Request
  json_invalid: { status: 400, text: 'The request body is not a valid JSON object: {reason}.' },
  body_required: { status: 400, text: 'A JSON request body is required.' },
  unknown_member: { status: 400, text: '{field} is not a member of this request.' },
  id_invalid: { status: 400, text: '{field} is not a valid identifier.' },
  query_invalid: { status: 400, text: '{field} is not a valid query parameter value.' },
  idempotency_key_invalid: {
    status: 400,
    text: 'The Idempotency-Key header must contain 1 to 255 visible ASCII characters.',
  },
  idempotency_key_contains_token: {
    status: 400,
    text: 'The Idempotency-Key header must not contain the token of the request.',
  },

  // Member
  required: { status: 400, text: '{field} is required.' },
  type_invalid: { status: 400, text: '{field} must be of type {expected}.' },
  pattern_mismatch: { status: 400, text: '{field} contains invalid characters.' },
  length_invalid: { status: 400, text: '{field} is too short or too long.' },
  out_of_range: { status: 400, text: '{field} is out of range.' },
  enum_invalid: { status: 400, text: '{field} is not one of the allowed values.' },
  format_invalid: { status: 400, text: '{field} must have the format {format}.' },
  card_number_not_allowed: { status: 400, text: '{field} must not contain a card number.' },

  // Payment source
  payment_method_required: { status: 400, text: 'A payment method is required.' },
  payment_method_ambiguous: { status: 400, text: 'Only one payment method is allowed.' },
  stored_reference_required: { status: 400, text: '{field} requires a customer or a wallet.' },
  wallet_not_of_customer: { status: 400, text: 'The wallet entry does not belong to the customer.' },
  tip_amounts_required: { status: 400, text: '{field} must contain at least 3 amounts when promptTip is true.' },
  expiry_invalid: { status: 400, text: '{field} is not a valid expiry date.' },

  // Amounts
  amount_precision_invalid: { status: 400, text: '{field} has more decimal places than the currency allows.' },
  amount_exceeds_authorized: { status: 400, text: 'The amount exceeds the amount that can be captured.' },
  amount_exceeds_captured: { status: 400, text: 'The amount exceeds the amount that can be credited.' },
  amount_mismatch: { status: 400, text: 'The parts do not add up to the total.' },
  currency_mismatch: { status: 400, text: 'The currency differs from the currency of the original transaction.' },

  // References in a body
  token_not_found: { status: 400, text: 'No such token.' },
  token_expired: { status: 400, text: 'The token has expired.' },
  token_used: { status: 400, text: 'The token has already been used.' },
  encrypted_card_expired: {
    status: 400,
    text: 'The encrypted card is older than {maxAgeSeconds} seconds, or dated in the future.',
  },
  encrypted_card_used: { status: 400, text: 'The encrypted card has already been used.' },
  customer_not_found: { status: 400, text: 'No such customer.' },
  wallet_not_found: { status: 400, text: 'No such wallet entry.' },
  webhook_not_found: { status: 400, text: 'No such webhook.' },
  plan_not_found: { status: 400, text: 'No such plan.' },
  processor_not_found: { status: 400, text: 'No such processor.' },
  terminal_not_found: { status: 400, text: 'No such terminal.' },
  connection_not_found: { status: 400, text: 'No such connection.' },
  reference_not_found: { status: 400, text: 'The referenced transaction does not exist.' },

  // Tokens: created from card data that authorize would decline
  card_number_invalid: { status: 400, text: 'Invalid card number.' },
  network_not_accepted: { status: 400, text: 'Cards of this network are not accepted.' },
  expiry_past: { status: 400, text: 'The card has expired.' },
  routing_number_invalid: { status: 400, text: 'Invalid routing number.' },

  // Connections, terminals and webhooks
  processor_mode_mismatch: { status: 400, text: 'The processor {processor} is not available in {mode} mode.' },
  registration_code_invalid: { status: 400, text: 'Invalid registration code.' },
  device_id_required: { status: 400, text: 'deviceId is required when processing in Canada.' },
  url_not_allowed: { status: 400, text: '{field} is not an allowed URL.' },
  header_not_allowed: { status: 400, text: '{field} is not an allowed header.' },

  // Authentication and permissions
  key_missing: { status: 401, text: 'No API key provided.' },
  key_invalid: { status: 401, text: 'Invalid API key.' },
  key_expired: { status: 401, text: 'The API key has expired.' },
  key_revoked: { status: 401, text: 'The API key has been revoked.' },
  passkey_invalid: { status: 401, text: 'This passkey is not known here, or its signature is not valid.' },
  recovery_code_invalid: { status: 401, text: 'This recovery code is not known, or was used.' },
  access_invalid: { status: 401, text: 'The sign-in of Cloudflare Access is missing, has expired or is not valid.' },
  session_missing: { status: 401, text: 'Not signed in.' },
  access_member_unknown: { status: 403, text: 'No member of a team here has the email address of this sign-in.' },
  passkey_required: { status: 403, text: 'Confirm with a passkey, then send the request again.' },
  refund_limit_exceeded: { status: 403, text: 'The amount exceeds the limit of {limit} for your refunds and voids.' },
  scope_missing: { status: 403, text: 'The API key does not have the required scope.' },
  mode_mismatch: { status: 403, text: 'This operation is available in {mode} mode only.' },
  publishable_key_not_allowed: { status: 403, text: 'This operation does not accept publishable keys.' },
  origin_not_allowed: { status: 403, text: 'Requests from this origin are not allowed.' },
  live_key_required: { status: 403, text: '{field} applies to both modes. A live key is required to change it.' },
  operator_only: { status: 403, text: 'Only the operator of the gateway can change {field}.' },
  account_suspended: { status: 403, text: 'The account is suspended.' },
  quota_exceeded: { status: 403, text: 'The quota {quota} of {limit} is used up.' },

  // Path and method
  not_found: { status: 404, text: 'No such {resource}.' },
  route_not_found: { status: 404, text: 'Unknown path.' },
  method_not_allowed: { status: 405, text: 'The path does not support this method.' },

  // Limits
  body_too_large: { status: 413, text: 'The request body is larger than 256 KiB.' },
  uri_too_long: { status: 414, text: 'The URL is longer than 8 KiB.' },
  upgrade_required: { status: 426, text: 'This path requires a WebSocket with the subprotocol {protocol}.' },
  not_acceptable: { status: 406, text: 'The Accept header excludes {type}, the media type of the response.' },
  media_type_unsupported: {
    status: 415,
    text: 'The Content-Type must be application/json, text/json or application/*+json, in UTF-8.',
  },
  rate_limited: { status: 429, text: 'Too many requests.' },

  // State
  invalid_state: { status: 409, text: 'The operation is not allowed in the state {state}.' },
  invitation_invalid: { status: 409, text: 'The invitation was used, canceled or has expired.' },
  passkey_exists: { status: 409, text: 'This passkey is already registered.' },
  last_passkey: { status: 409, text: 'A person needs two passkeys, or a recovery code.' },
  last_owner: { status: 409, text: 'An account needs an owner.' },
  already_exists: { status: 409, text: 'This {field} is already in use.' },
  authorization_expired: { status: 409, text: 'The authorization has expired.' },
  already_captured: { status: 409, text: 'The payment has already been captured.' },
  already_voided: { status: 409, text: 'The payment has already been voided.' },
  already_settled: { status: 409, text: 'The payment has already been settled.' },
  already_canceled: { status: 409, text: 'Already canceled.' },
  terminal_in_use: { status: 409, text: 'The terminal is processing a payment.' },
  default_wallet_required: { status: 409, text: 'A customer with payment methods must have a default payment method.' },
  idempotency_in_progress: { status: 409, text: 'A request with this Idempotency-Key is in progress.' },
  attention_not_needed: { status: 409, text: 'The operation does not need attention.' },
  operation_in_progress: { status: 409, text: 'Another operation is in progress.' },
  checkout_closed: { status: 409, text: 'The checkout is closed.' },
  limit_reached: { status: 409, text: 'The limit of {max} has been reached.' },
  connection_in_use: { status: 409, text: 'The connection is in use.' },
  connection_built_in: { status: 409, text: 'The built-in connection cannot be changed or deleted.' },
  webhook_disabled: { status: 409, text: 'The webhook is disabled.' },
  not_supported_by_processor: {
    status: 409,
    text: 'The processor of the connection {connection} does not support this operation: {operation}.',
  },
  idempotency_mismatch: {
    status: 422,
    text: 'This Idempotency-Key has already been used with a different request.',
  },

  // Server
  internal_error: { status: 500, text: 'Internal error.' },
  unavailable: { status: 503, text: 'The service is temporarily unavailable.' },
  access_unavailable: { status: 503, text: 'The keys of Cloudflare Access cannot be read at the moment.' },
  processor_timeout: { status: 504, text: 'The processor did not respond in time. The outcome is unknown.' },

  // Outcomes: the request was valid, the payment was not approved
  card_declined: { status: 200, text: '{reason}' },
  check_declined: { status: 200, text: '{reason}' },
  terminal_declined: { status: 200, text: '{reason}' },
  gateway_rejected: { status: 200, text: '{reason}' },
  processor_error: { status: 200, text: '{reason}' },
} satisfies Record<string, Row>

export type ErrorType = keyof typeof table
export const errors: Readonly<Record<ErrorType, Row>> = table
export const isErrorType = (text: string): text is ErrorType => Object.hasOwn(table, text)

/** The last segment of /problems/<slug>, the `type` of problem details. */
export const slugOf = (type: ErrorType): string => type.replaceAll('_', '-')
