import * as v from 'valibot'
import { text } from '../schema/fields.ts'

/**
 * The device protocol: JSON messages between a terminal and the gateway over one WebSocket at /device. Terms are those of nexo (ISO 20022
 * caaa, Retailer Protocol 3.1) where it has one: login, payment, abort, entryMode, tipAmount.
 *
 * An unregistered device sends `hello` and displays the pairing code that it receives as `code`. After a merchant registers the code, the
 * device receives `paired` with its key, stores the key and sends `stored`. From then on it connects to its own address, proves possession
 * of the key (`challenge`, `login`), receives `welcome` and waits for a `payment`.
 */

/** The WebSocket subprotocol (RFC 6455, 1.9). Its version changes only with incompatible changes. */
export const deviceProtocol = 'sluice.device.v1'

/** Path of the device connections. */
export const devicePath = '/device'

/** Path of an unpaired device, whose pairing code registers it in this mode only. Without `mode` it is test mode. */
export const pairingAddress = (mode: 'test' | 'live'): string => `${devicePath}?mode=${mode}`

/** Path of a paired terminal. The name has the shard of its account. */
export const deviceAddress = (reader: string): string => `${devicePath}?reader=${reader}`

/** Name of a paired terminal: two characters of its shard, then the terminal's id. */
export const terminalNamePattern = /^[0-9a-z]{2}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The 31 characters of pairing codes. Characters that look alike are left out. */
export const pairingCodeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXY'
export const pairingCodeLength = 6
const codePattern = new RegExp(`^[${pairingCodeAlphabet}]{${pairingCodeLength}}$`)

/** Normalizes a typed pairing code to upper case. Null if it is not a possible code. */
export const normalizePairingCode = (typed: string): string | null => {
  const code = typed.toUpperCase()
  return codePattern.test(code) ? code : null
}

/** Limits of both sides, in milliseconds and bytes. */
export const deviceLimits = {
  /** Lifetime of a pairing code. */
  codeMs: 10 * 60_000,
  /** Registrations with a wrong device id that end a pairing code. */
  codeTries: 3,
  /** Time limit for `hello` or `login` after connecting. */
  loginMs: 10_000,
  /** Time limit for `stored`. */
  storedMs: 5_000,
  /** Interval of the device's "ping"; the reply is "pong". */
  heartbeatMs: 20_000,
  /** A terminal without any message for this time is offline. */
  silenceMs: 60_000,
  /** Time limit for the device's `received` after a payment was sent. */
  deliveryMs: 5_000,
  /** Time limit for presenting a card. */
  presentMs: 60_000,
  /** Time limit of the whole session. */
  sessionMs: 120_000,
  /** Maximum size of a message. */
  messageBytes: 64 * 1024,
  signatureBytes: 32 * 1024,
} as const

/** The heartbeat, plain text instead of JSON: the platform replies to it without waking the Durable Object. */
export const heartbeat = { request: 'ping', reply: 'pong' } as const

/** WebSocket close codes: private-use codes of RFC 6455, and one registered code. */
export const closeCodes = {
  /** Paired. Connect again at the terminal's own address. */
  paired: 4000,
  /** The pairing code expired. Connect again for a new one. */
  codeExpired: 4001,
  /** Wrong proof, or the account is suspended. Do not retry. */
  loginFailed: 4002,
  /** The terminal was deleted. Delete the key, and connect for a new pairing code. */
  deleted: 4003,
  /** Replaced by a newer connection of the same terminal. */
  replaced: 4004,
  /** A message that is invalid or out of order. */
  messageInvalid: 4005,
  /** Temporary: no proof in time, too many unauthenticated connections, or the gateway could not check the proof. Retry. */
  tryAgain: 1013,
} as const

/** States of a session: a payment at a terminal. */
export const sessionStates = [
  'queued',
  'sent',
  'awaiting_card',
  'processing',
  'completed',
  'declined',
  'canceled',
  'timed_out',
  'failed',
] as const
export type SessionState = (typeof sessionStates)[number]

/** How the terminal read the card: nexo's EntryMode. */
export const entryModes = ['icc', 'tapped', 'keyed'] as const
export type EntryMode = (typeof entryModes)[number]

/** Prompts for the shopper. Options of the payment override the terminal's configuration, which overrides the account's settings. */
export interface Prompts {
  /** Three or four suggested tips as decimal text; null for no tip prompt. The shopper can always choose no tip. */
  readonly tipAmounts: readonly string[] | null
  readonly cvv: boolean
  readonly postalCode: boolean
  /** The shopper must confirm the amount. */
  readonly amountConfirmation: boolean
  readonly signature: boolean
  /** The card number may be keyed in. */
  readonly keyCard: boolean
}

/** A payment in a message to the device. */
export interface DevicePayment {
  /** The transaction's id, which identifies the session in all messages. */
  readonly session: string
  readonly transactionType: 'payment' | 'credit'
  /** Amount without tip: decimal text, ISO 4217 code, and number of decimals of the minor unit. */
  readonly amount: { readonly value: string; readonly currency: string; readonly exponent: number }
  readonly prompts: Prompts
  readonly state: 'sent' | 'awaiting_card' | 'processing'
  /** Milliseconds left to present a card, and milliseconds left of the session. */
  readonly presentWithinMs: number
  readonly endsWithinMs: number
}

/** The result of a payment. */
export interface DeviceResult {
  readonly session: string
  readonly state: Extract<SessionState, 'completed' | 'declined' | 'canceled' | 'timed_out' | 'failed'>
  /** Response code and its text. */
  readonly responseCode: string
  readonly responseText: string
  /** Approved amount including the tip; null if nothing was approved. */
  readonly approved: string | null
}

/** Errors of device messages. A pending payment keeps waiting. */
export const deviceErrors = {
  card_invalid:
    'The card cannot be decrypted, or belongs to another payment. Encrypt it with the key of the latest welcome.',
  tip_invalid: 'tipAmount is not one of the suggested tips.',
  entry_mode_invalid: 'This payment does not accept keyed-in cards.',
  amount_not_confirmed: 'The shopper must confirm the amount.',
  signature_invalid: 'The signature must be a PNG image of up to 32 KiB.',
} as const
export type DeviceError = keyof typeof deviceErrors

/** Messages of the gateway. Devices must ignore unknown messages and members, since v1 only grows. */
export type GatewayMessage =
  | { readonly type: 'code'; readonly code: string; readonly expiresInMs: number }
  | {
      readonly type: 'paired'
      readonly reader: string
      readonly nickname: string
      /** 32 bytes in base64url, sent only once. */
      readonly key: string
    }
  | { readonly type: 'challenge'; readonly nonce: string }
  | {
      readonly type: 'welcome'
      readonly nickname: string
      /** Public key for the encryption of cards: a JWK of RSA-OAEP-256. */
      readonly encryptionKey: object
      /** The open payment, which continues; null if there is none. */
      readonly payment: DevicePayment | null
      /** The result of the last payment, if it ended while the device was disconnected. */
      readonly result: DeviceResult | null
    }
  | ({ readonly type: 'payment' } & DevicePayment)
  | { readonly type: 'processing'; readonly session: string }
  | ({ readonly type: 'result' } & DeviceResult)
  | { readonly type: 'deleted' }
  | { readonly type: 'error'; readonly session: string; readonly error: DeviceError; readonly text: string }

const deviceInfo = () => ({ make: text(0, 40), model: text(0, 40), serialNumber: text(0, 40) })
const sessionEntries = () => ({ session: v.pipe(v.string(), v.regex(/^[0-9]{1,19}$/)) })

/** Messages of devices by `type`. Other members are ignored. */
export const deviceMessage = v.variant('type', [
  /** First message of a device without a key. `deviceId` is the 8-character code on its back. */
  v.object({
    type: v.literal('hello'),
    ...deviceInfo(),
    deviceId: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{8}$/))),
  }),
  /** The key is in persistent storage. */
  v.object({ type: v.literal('stored') }),
  /** Reply to a challenge: the HMAC of `loginText`, in base64url. */
  v.object({ type: v.literal('login'), proof: text(43, 43) }),
  /** The payment is displayed. */
  v.object({ type: v.literal('received'), ...sessionEntries() }),
  /** A card was presented; further prompts may follow. */
  v.object({ type: v.literal('presented'), ...sessionEntries() }),
  /** The card and the results of all prompts. `card` is a compact JWE, `signature` a PNG image in base64. */
  v.object({
    type: v.literal('card'),
    ...sessionEntries(),
    card: text(1, 8192),
    tipAmount: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[0-9]{1,9}(\.[0-9]{1,3})?$/)))),
    amountConfirmed: v.optional(v.boolean()),
    signature: v.optional(v.nullable(v.string())),
  }),
  /** The shopper canceled. */
  v.object({ type: v.literal('cancel'), ...sessionEntries() }),
  /** The device failed. */
  v.object({ type: v.literal('failure'), ...sessionEntries() }),
])
export type DeviceMessage = v.InferOutput<typeof deviceMessage>

/** The text that a device signs to prove its key: HMAC-SHA-256, in base64url. */
export const loginSigningInput = (reader: string, nonce: string): string => `${deviceProtocol}\n${reader}\n${nonce}`

/**
 * Additional members of the credit card object in the JWE: the session, so that the card cannot be used for another payment, and the entry
 * mode.
 */
export const deviceCardEntries = () => ({ session: v.string(), entryMode: v.picklist(entryModes) })

/** Actions of the shopper that a test simulates at a simulated terminal. */
export const simulatedActions = ['present', 'cancel', 'remove', 'offline'] as const
export type SimulatedAction = (typeof simulatedActions)[number]
