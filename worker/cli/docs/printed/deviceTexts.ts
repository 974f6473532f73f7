import type { DeviceMessage, entryModes, GatewayMessage, Prompts, SessionState } from '#contract/terminals/device'
import type { closeCodes, deviceErrors, deviceLimits } from '#contract/terminals/device'
import type { SessionEvent } from '../../../terminals/session/transitions.ts'

/** The type of a member and its text. */
export type MemberText = readonly [type: string, text: string]

/** The members of each message of a union, without `type`. A new message or member does not compile without a text. */
type TextsOf<Message extends { readonly type: string }> = {
  readonly [Type in Message['type']]: {
    readonly text: string
    readonly members: {
      readonly [Member in Exclude<keyof Extract<Message, { readonly type: Type }>, 'type'>]-?: MemberText
    }
  }
}

const session: MemberText = ['string', 'the payment']

/** Messages from the device. */
export const deviceMessageTexts: TextsOf<DeviceMessage> = {
  hello: {
    text: 'first message of a device without a key',
    members: {
      make: ['string', 'up to 40 characters, shown to the merchant'],
      model: ['string', 'up to 40 characters, shown to the merchant'],
      serialNumber: ['string', 'up to 40 characters, shown to the merchant'],
      deviceId: [
        'string, optional',
        'the 8 letters and digits on its back. A `deviceId` that the merchant enters must match',
      ],
    },
  },
  stored: { text: 'reader id and key are stored', members: {} },
  login: { text: 'response to `challenge`', members: { proof: ['string', '43 characters: see [Log in](#log-in)'] } },
  received: { text: 'the payment is on the screen', members: { session } },
  presented: { text: 'a card was presented; the other input follows', members: { session } },
  card: {
    text: 'all input',
    members: {
      session,
      card: ['string', 'up to 8,192 characters: see [Card data](#card-data)'],
      tipAmount: ['string or null, optional', 'one of `prompts.tipAmounts`, as received; null for no tip'],
      amountConfirmed: ['boolean, optional', 'the shopper confirmed the amount'],
      signature: [
        'string or null, optional',
        'a PNG image of up to 32 KiB in base64. A device without a screen to draw on sends none',
      ],
    },
  },
  cancel: { text: 'the shopper canceled', members: { session } },
  failure: { text: 'the device cannot continue', members: { session } },
}

/** Messages from the gateway. */
export const gatewayMessageTexts: TextsOf<GatewayMessage> = {
  code: {
    text: 'a pairing code',
    members: { code: ['string', 'the code to show'], expiresInMs: ['number', 'how long the code is valid'] },
  },
  paired: {
    text: 'the merchant registered the device',
    members: {
      reader: ['string', 'the reader id, for the URL and the proofs'],
      nickname: ['string', 'the merchant’s name for the terminal'],
      key: ['string', '32 bytes in base64url, sent only once'],
    },
  },
  challenge: { text: 'first message to a paired device', members: { nonce: ['string', 'a part of the proof'] } },
  welcome: {
    text: 'the proof is right',
    members: {
      nickname: ['string', 'the merchant’s name for the terminal'],
      encryptionKey: ['object', 'the public key for cards: a JWK of RSA-OAEP-256'],
      payment: ['object or null', 'the open payment, with the members of `payment`'],
      result: ['object or null', 'the last result, with the members of `result`'],
    },
  },
  payment: {
    text: 'a payment begins',
    members: {
      session: ['string', 'id of the transaction, in each message about the payment'],
      transactionType: ['string', '`payment`, or `credit`: money goes to the card'],
      amount: [
        'object',
        '`value`: decimal text without the tip. `currency`: ISO 4217 in letters. `exponent`: digits of the minor unit',
      ],
      prompts: ['object', 'what to ask the shopper: see [Prompts](#prompts)'],
      state: ['string', '`sent`, `awaiting_card` or `processing`'],
      presentWithinMs: ['number', 'time left to present a card'],
      endsWithinMs: ['number', 'time left for the whole payment'],
    },
  },
  processing: { text: 'the processor is called', members: { session } },
  result: {
    text: 'the payment ended',
    members: {
      session,
      state: ['string', '`completed`, `declined`, `canceled`, `timed_out` or `failed`'],
      responseCode: ['string', 'the code that the merchant receives'],
      responseText: ['string', 'its text'],
      approved: [
        'string or null',
        'the approved amount with the tip. Less than the total with the code `10`; null if nothing was approved',
      ],
    },
  },
  deleted: { text: 'the terminal was deleted: delete reader id and key. The close code 4003 follows', members: {} },
  error: {
    text: 'the `card` was rejected',
    members: {
      session,
      error: ['string', 'see [Errors](#errors)'],
      text: ['string', 'for the log, not for the shopper'],
    },
  },
}

export const promptTexts: Readonly<Record<keyof Prompts, MemberText>> = {
  tipAmounts: [
    'array or null',
    'three or four amounts to choose from, as decimal text, in addition to no tip; null for no prompt',
  ],
  cvv: ['boolean', 'ask for the security code'],
  postalCode: ['boolean', 'ask for the postal code of the billing address'],
  amountConfirmation: ['boolean', 'the shopper must confirm the amount; show it with the tip'],
  signature: ['boolean', 'let the shopper sign'],
  keyCard: ['boolean', 'the card may be keyed in'],
}

export const entryModeTexts: Readonly<Record<(typeof entryModes)[number], string>> = {
  icc: 'chip',
  tapped: 'contactless',
  keyed: 'keyed in',
}

/** What happened, and what the device does. */
export const deviceErrorTexts: Readonly<Record<keyof typeof deviceErrors, string>> = {
  card_invalid:
    'The card cannot be decrypted, is not a card, or belongs to another payment. Encrypt it to the key of the last `welcome`.',
  tip_invalid: '`tipAmount` is not in `prompts.tipAmounts`.',
  entry_mode_invalid: '`entryMode` is `keyed`, and `prompts.keyCard` is false.',
  amount_not_confirmed: '`prompts.amountConfirmation` is true, and `amountConfirmed` is not.',
  signature_invalid: 'The signature was not requested, or is not a PNG image in base64.',
}

export const closeCodeTexts: Readonly<Record<keyof typeof closeCodes, readonly [meaning: string, action: string]>> = {
  paired: ['paired', 'connect with your reader id'],
  codeExpired: ['nobody registered the code in time, or `stored` did not arrive', 'connect again for another code'],
  loginFailed: [
    'the proof was wrong, or the account is suspended',
    'keep the key; retry after a long pause, or on request',
  ],
  deleted: ['the terminal was deleted', 'delete reader id and key, then connect for a code'],
  replaced: [
    'the same terminal has connected again',
    'do not reconnect: two devices with one key would disconnect each other forever',
  ],
  messageInvalid: [
    'a message that is not part of this protocol, or out of order',
    'connect again after a pause; the error is in the device',
  ],
  tryAgain: [
    'no `hello` or proof in time, too many connections, or the gateway could not check the proof',
    'connect again after a pause',
  ],
}

export const deviceLimitTexts: Readonly<Record<keyof typeof deviceLimits, string>> = {
  codeMs: 'validity of a pairing code',
  codeTries: 'registrations with a wrong `deviceId` that end a code',
  loginMs: 'from the connection to `hello` or `login`',
  storedMs: 'from `paired` to `stored`',
  heartbeatMs: 'between heartbeats',
  silenceMs: 'without a heartbeat until the terminal is `offline`',
  deliveryMs: 'payment: until `received`',
  presentMs: 'payment: from `received` until `presented` or `card`',
  sessionMs: 'payment: from the merchant’s request to the end',
  messageBytes: 'one message',
  signatureBytes: 'one signature',
}

export const sessionStateTexts: Readonly<Record<SessionState, string>> = {
  queued: 'the device is not connected yet',
  sent: 'the payment was sent to the device',
  awaiting_card: 'the device shows the payment',
  processing: 'the processor decides',
  completed: 'approved',
  declined: 'declined by the issuer or by a rule of the gateway',
  canceled: 'canceled by the shopper or the merchant',
  timed_out: 'a time limit passed',
  failed: 'the device or the processor did not respond, or failed',
}

export const sessionEventTexts: Readonly<Record<SessionEvent, readonly [text: string, source: string]>> = {
  sent: ['login', 'device'],
  received: ['`received`', 'device'],
  card: ['a valid `card`', 'device'],
  approved: ['approved', 'processor'],
  declined: ['declined', 'processor'],
  unknown: ['no response, or a crash of the gateway: the payment is reversed', 'processor'],
  cancel: ['`cancel`', 'shopper'],
  abort: ['[void or cancel in the API](../guides/terminals.md)', 'merchant'],
  remove: ['the terminal is deleted', 'merchant'],
  failure: ['`failure`', 'device'],
  undelivered: ['no `received` in time', 'clock'],
  notPresented: ['no `presented` and no `card` in time', 'clock'],
  tooLong: ['the time for the payment has run out', 'clock'],
}
