import type { DevicePayment, DeviceResult, FromDevice } from '#contract/terminals/device'
import { plus } from './amounts.ts'

/**
 * A payment at the reader, from its first prompt until its end: what has been answered, and so what comes next. Pure, so that a lost
 * connection or a message out of turn changes nothing that it should not.
 */

/** A card as it was presented. It is here from then on until it is encrypted. */
export interface CardInHand {
  readonly entryMode: 'tapped' | 'keyed'
  readonly accountNumber: string | null
  readonly expires: string | null
  readonly verificationValue: string | null
  readonly postalCode: string | null
}

export interface Flow {
  readonly payment: DevicePayment
  /** Undefined until it is answered; null is no tip. */
  readonly tip: string | null | undefined
  readonly card: CardInHand | null
  /** The card, encrypted: then it is nowhere else. */
  readonly sealed: string | null
  readonly isPresented: boolean
  readonly isConfirmed: boolean
  readonly signature: string | null
  /** All of it was sent. */
  readonly isSent: boolean
  readonly isCanceled: boolean
  /** What has to be told with the next prompt. */
  readonly notice: string | null
}

const empty = {
  tip: undefined,
  card: null,
  sealed: null,
  isPresented: false,
  isConfirmed: false,
  signature: null,
  isSent: false,
  isCanceled: false,
  notice: null,
}

export const begin = (payment: DevicePayment): Flow => ({ ...empty, payment })

/** Goes on with what the gateway says of the payment after a connection was lost: all that was answered still is. */
export const resume = (flow: Flow | null, payment: DevicePayment): Flow =>
  flow?.payment.session === payment.session
    ? // Prompts may have been added by a correction.
      { ...flow, payment: { ...payment, prompts: flow.payment.prompts } }
    : begin(payment)

const opensAt = {
  processing: ({ isSent, payment }) => isSent || payment.state === 'processing',
  canceling: ({ isCanceled }) => isCanceled,
  tip: ({ tip, payment }) => tip === undefined && payment.prompts.tipAmounts !== null,
  card: ({ card, sealed }) => card === null && sealed === null,
  number: ({ card }) => card?.accountNumber === null,
  expiry: ({ card }) => card?.expires === null,
  code: ({ card, payment }) => card?.verificationValue === null && payment.prompts.cvv,
  postalCode: ({ card, payment }) => card?.postalCode === null && payment.prompts.postalCode,
  amount: ({ isConfirmed, payment }) => !isConfirmed && payment.prompts.amountConfirmation,
  signature: ({ signature, payment }) => signature === null && payment.prompts.signature,
  /** Nothing is left to ask. */
  ready: () => true,
} satisfies Record<string, (flow: Flow) => boolean>

export type Step = keyof typeof opensAt

/** The first that is open, in the order of the table. */
export const stepOf = (flow: Flow): Step => (Object.keys(opensAt) as Step[]).find((step) => opensAt[step](flow))!

/** With the tip: what the shopper pays. */
export const totalOf = ({ payment: { amount }, tip }: Flow): string =>
  tip ? plus(amount.value, tip, amount.exponent) : amount.value

/* What the shopper does */

const inHand = (flow: Flow, members: Partial<CardInHand>): Flow => ({
  ...flow,
  card: flow.card && { ...flow.card, ...members },
})

const noCard = { accountNumber: null, expires: null, verificationValue: null, postalCode: null }

export const answers = {
  tip: (flow: Flow, tip: string | null): Flow => ({ ...flow, tip }),
  tap: (flow: Flow, { accountNumber, expires }: { accountNumber: string; expires: string }): Flow => ({
    ...flow,
    card: { ...noCard, entryMode: 'tapped', accountNumber, expires },
    isPresented: true,
  }),
  keyIn: (flow: Flow): Flow => ({ ...flow, card: { ...noCard, entryMode: 'keyed' } }),
  /** Whoever keys in digits has a card before them, and may take the time that it takes. */
  firstDigit: (flow: Flow): Flow => ({ ...flow, isPresented: true }),
  number: (flow: Flow, accountNumber: string): Flow => inHand(flow, { accountNumber }),
  expiry: (flow: Flow, expires: string): Flow => inHand(flow, { expires }),
  /** From the expiry to the number, from the number to the cards. */
  back: (flow: Flow): Flow =>
    flow.card?.accountNumber ? inHand(flow, { accountNumber: null }) : { ...flow, card: null },
  code: (flow: Flow, verificationValue: string): Flow => inHand(flow, { verificationValue }),
  postalCode: (flow: Flow, postalCode: string): Flow => inHand(flow, { postalCode }),
  confirm: (flow: Flow): Flow => ({ ...flow, isConfirmed: true }),
  sign: (flow: Flow, signature: string): Flow => ({ ...flow, signature }),
  cancel: (flow: Flow): Flow => ({ ...flow, card: null, isCanceled: true }),
} satisfies Record<string, (flow: Flow, answer: never) => Flow>

export type Answers = typeof answers

/** @param name which of them, @param answer what was answered */
export const answered = <N extends keyof Answers>(flow: Flow, name: N, answer: Parameters<Answers[N]>[1]): Flow => ({
  ...(answers[name] as (flow: Flow, answer: unknown) => Flow)(flow, answer),
  // What was said of the last answer is settled by a new one; a first digit is none yet.
  notice: name === 'firstDigit' ? flow.notice : null,
})

/* What is sent */

/** What is encrypted; null where no card is at hand. */
export const cardToEncrypt = ({ card, payment }: Flow) => {
  if (!card?.accountNumber || !card.expires) return null
  const { entryMode, accountNumber, expires, verificationValue, postalCode } = card
  return {
    accountNumber,
    expires,
    ...(verificationValue !== null && { verificationValue }),
    ...(postalCode !== null && { postalCode }),
    session: payment.session,
    entryMode,
  }
}

/** The card is encrypted, and forgotten. */
export const seal = (flow: Flow, sealed: string): Flow => ({ ...flow, sealed, card: null })

/** The same for the same answers, so that it can be sent again. */
export const cardFrame = ({
  payment: { session, prompts },
  tip,
  isConfirmed,
  signature,
  sealed,
}: Flow): FromDevice => ({
  type: 'card',
  session,
  card: sealed ?? '',
  ...(prompts.tipAmounts !== null && { tipAmount: tip ?? null }),
  ...(prompts.amountConfirmation && { amountConfirmed: isConfirmed }),
  ...(prompts.signature && { signature }),
})

/* What the gateway says of it */

export const processing = (flow: Flow): Flow => ({ ...flow, payment: { ...flow.payment, state: 'processing' } })

export const isOf = ({ payment }: Flow, { session }: Pick<DeviceResult, 'session'>): boolean =>
  payment.session === session
