import * as v from 'valibot'
import { text } from '../schema/fields.ts'

/**
 * The device protocol: what a card reader and the gateway say to each other, as JSON over one WebSocket at /device. Where nexo (ISO 20022
 * caaa, Retailer Protocol 3.1) has a term for something, it is used: login, payment, abort, entryMode, tipAmount.
 *
 * A reader that was never registered says `hello` and shows the `code` that it is given. Whoever registers the code makes it `paired`: it
 * stores the key that comes along, says `stored`, and from then on connects to its own address, proves the key there (`challenge`, `login`)
 * and is `welcome`. It then waits for a `payment`.
 */

/** The WebSocket subprotocol (RFC 6455, 1.9). Its number changes where old readers could not go on. */
export const deviceProtocol = 'sluice.device.v1'

/** Where readers connect, on the gateway's own origin. */
export const devicePath = '/device'

/** The address of a paired reader: its name, which also says where its account lives. */
export const deviceAddress = (reader: string): string => `${devicePath}?reader=${reader}`

/** The name of a reader: two characters of its shard, then its terminal's id. */
export const readerPattern = /^[0-9a-z]{2}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a code is made of: 31 letters and digits that nobody takes for another. */
export const codeAlphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXY'
export const codeLength = 6
const codePattern = new RegExp(`^[${codeAlphabet}]{${codeLength}}$`)

/** A code as it was shown, whatever its case was when it was typed in. Null where no reader can have shown it. */
export const shownCode = (typed: string): string | null => {
  const code = typed.toUpperCase()
  return codePattern.test(code) ? code : null
}

/** What both sides keep to. Milliseconds, bytes. */
export const deviceLimits = {
  /** How long a code can be registered. */
  codeMs: 10 * 60_000,
  /** After connecting, to say hello or to log in. */
  loginMs: 10_000,
  /** How long the gateway waits for `stored`. */
  storedMs: 5_000,
  /** A reader says "ping" this often; the answer is "pong". */
  heartbeatMs: 20_000,
  /** A reader that has not been heard of for so long is offline. */
  silenceMs: 60_000,
  /** Of a payment: until the reader has received it, */
  deliveryMs: 5_000,
  /** until the shopper has presented a card, */
  presentMs: 60_000,
  /** and until all is over. */
  sessionMs: 120_000,
  /** Of one message. */
  messageBytes: 64 * 1024,
  signatureBytes: 32 * 1024,
} as const

/** The heartbeat: text of its own and no JSON, since the platform answers it without waking anybody. */
export const heartbeat = { ask: 'ping', answer: 'pong' } as const

/** Why the gateway closed a connection: codes of its own, from the range that RFC 6455 leaves to applications, and one of the registry. */
export const closeCodes = {
  /** The device has its key. It goes on at its own address. */
  paired: 4000,
  /** Nobody registered the code in time. Connect again for another. */
  codeExpired: 4001,
  /** The proof was wrong, or the account is suspended. Trying again is of no use. */
  loginFailed: 4002,
  /** The terminal was deleted: forget the key, and connect for a code. */
  deleted: 4003,
  /** The same reader has connected anew; this connection is no longer needed. */
  replaced: 4004,
  /** A message that is none of this protocol, or came out of turn. */
  messageInvalid: 4005,
  /** Nothing is wrong with the key: no proof came in time, too many connections wait, or the gateway could not look. */
  tryAgain: 1013,
} as const

/** Where a payment at a reader stands. */
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

/** How a card's data came into the reader: nexo's EntryMode. */
export const entryModes = ['icc', 'tapped', 'keyed'] as const
export type EntryMode = (typeof entryModes)[number]

/** What is asked of the shopper, decided by the payment, the terminal's configuration and the account, in this order. */
export interface Prompts {
  /** Three or four amounts to choose from, as decimal text; null for no tip. No tip is always a choice. */
  readonly tipAmounts: readonly string[] | null
  readonly cvv: boolean
  readonly postalCode: boolean
  /** The shopper must say yes to the amount. */
  readonly amountConfirmation: boolean
  readonly signature: boolean
  /** The card may be keyed in. */
  readonly keyCard: boolean
}

/** A payment at a reader, as the reader is told of it. */
export interface DevicePayment {
  /** The transaction's id. All that is said of the payment carries it. */
  readonly session: string
  readonly transactionType: 'payment' | 'credit'
  /** Without the tip: decimal text, ISO 4217 code, and the digits of its minor unit. */
  readonly amount: { readonly value: string; readonly currency: string; readonly exponent: number }
  readonly prompts: Prompts
  readonly state: 'sent' | 'awaiting_card' | 'processing'
  /** Milliseconds that are left for a card to be presented, and for the whole. */
  readonly presentWithinMs: number
  readonly endsWithinMs: number
}

/** How a payment ended. */
export interface DeviceResult {
  readonly session: string
  readonly state: Extract<SessionState, 'completed' | 'declined' | 'canceled' | 'timed_out' | 'failed'>
  /** Response code and its text. */
  readonly responseCode: string
  readonly responseText: string
  /** What was approved, tip included; null where nothing was. */
  readonly approved: string | null
}

/** Why a message was not taken. The payment, if there is one, waits on. */
export const deviceErrors = {
  card_invalid: 'The card cannot be opened, or is not for this payment. Encrypt it to the key of the last welcome.',
  tip_invalid: 'tipAmount is none of the amounts that were offered.',
  entry_mode_invalid: 'This payment takes no card that is keyed in.',
  amount_not_confirmed: 'The shopper has to confirm the amount.',
  signature_invalid: 'The signature is no PNG image of up to 32 KiB.',
} as const
export type DeviceError = keyof typeof deviceErrors

/** What the gateway says. A reader passes over what it does not know: v1 only grows. */
export type FromGateway =
  | { readonly type: 'code'; readonly code: string; readonly expiresInMs: number }
  | {
      readonly type: 'paired'
      readonly reader: string
      readonly nickname: string
      /** 32 bytes in base64url. Sent this once. */
      readonly key: string
    }
  | { readonly type: 'challenge'; readonly nonce: string }
  | {
      readonly type: 'welcome'
      readonly nickname: string
      /** The public key that cards are encrypted to: a JWK of RSA-OAEP-256. */
      readonly encryptionKey: object
      /** The one that is open, which goes on; null where none is. */
      readonly payment: DevicePayment | null
      /** How the last one ended, for a reader that was not there. */
      readonly result: DeviceResult | null
    }
  | ({ readonly type: 'payment' } & DevicePayment)
  | { readonly type: 'processing'; readonly session: string }
  | ({ readonly type: 'result' } & DeviceResult)
  | { readonly type: 'deleted' }
  | { readonly type: 'error'; readonly session: string; readonly error: DeviceError; readonly text: string }

const about = () => ({ make: text(0, 40), model: text(0, 40), serialNumber: text(0, 40) })
const ofSession = () => ({ session: v.pipe(v.string(), v.regex(/^[0-9]{1,19}$/)) })

/** What a reader says, by the `type` of the message. Members that are not named here are passed over. */
export const fromDevice = v.variant('type', [
  /** First, by a reader that has no key. `deviceId` is the code of 8 characters on its back. */
  v.object({
    type: v.literal('hello'),
    ...about(),
    deviceId: v.optional(v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{8}$/))),
  }),
  /** It has put its key where a loss of power does not reach it. */
  v.object({ type: v.literal('stored') }),
  /** The answer to a challenge: `deviceProof` of it, in base64url. */
  v.object({ type: v.literal('login'), proof: text(43, 43) }),
  /** The payment is on the screen. */
  v.object({ type: v.literal('received'), ...ofSession() }),
  /** A card was presented; what else is asked of the shopper follows. */
  v.object({ type: v.literal('presented'), ...ofSession() }),
  /** All that was asked. `card` is a compact JWE of `deviceCard`, `signature` a PNG image in base64. */
  v.object({
    type: v.literal('card'),
    ...ofSession(),
    card: text(1, 8192),
    tipAmount: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[0-9]{1,9}(\.[0-9]{1,3})?$/)))),
    amountConfirmed: v.optional(v.boolean()),
    signature: v.optional(v.nullable(v.string())),
  }),
  /** The shopper does not want to. */
  v.object({ type: v.literal('cancel'), ...ofSession() }),
  /** The reader cannot go on. */
  v.object({ type: v.literal('failure'), ...ofSession() }),
])
export type FromDevice = v.InferOutput<typeof fromDevice>

/** What a reader proves its key with: HMAC-SHA-256 by the key over this text, in base64url. */
export const loginText = (reader: string, nonce: string): string => `${deviceProtocol}\n${reader}\n${nonce}`

/** Beside the members of a credit card object, inside the JWE: the payment that it is for, so that it pays no other, and how it came. */
export const deviceCardMembers = () => ({ session: v.string(), entryMode: v.picklist(entryModes) })

/** What a test does at a simulated reader in place of a shopper. */
export const simulatedActions = ['present', 'cancel', 'remove', 'offline'] as const
export type SimulatedAction = (typeof simulatedActions)[number]
