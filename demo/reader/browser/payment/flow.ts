import type { DevicePayment, DeviceResult, DeviceMessage } from '#contract/terminals/device'
import { addAmounts } from './amounts.ts'

/**
 * State of a payment at the terminal, from its first prompt to its end. All functions are pure, so a lost connection or an unexpected
 * message cannot corrupt it.
 */

/** A presented card, in memory until it is encrypted. */
export interface PresentedCard {
  readonly entryMode: 'tapped' | 'keyed'
  readonly accountNumber: string | null
  readonly expires: string | null
  readonly verificationValue: string | null
  readonly postalCode: string | null
}

export interface Flow {
  readonly payment: DevicePayment
  /** Undefined until the shopper chooses; null is no tip. */
  readonly tip: string | null | undefined
  readonly card: PresentedCard | null
  /** The encrypted card. The plain card is then deleted. */
  readonly sealed: string | null
  readonly isPresented: boolean
  readonly isConfirmed: boolean
  readonly signature: string | null
  /** The card message was sent. */
  readonly isSent: boolean
  readonly isCanceled: boolean
  /** Text above the next prompt. */
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

/** Continues a payment after a reconnect. The shopper's answers are retained. */
export const resume = (flow: Flow | null, payment: DevicePayment): Flow =>
  flow?.payment.session === payment.session
    ? // A correction may have added prompts.
      { ...flow, payment: { ...payment, prompts: flow.payment.prompts } }
    : begin(payment)

const isStepOpen = {
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
  /** Every prompt is answered. */
  ready: () => true,
} satisfies Record<string, (flow: Flow) => boolean>

export type Step = keyof typeof isStepOpen

/** The first open step, in the order of the table. */
export const currentStep = (flow: Flow): Step =>
  (Object.keys(isStepOpen) as Step[]).find((step) => isStepOpen[step](flow))!

/** The amount including the tip. */
export const totalAmount = ({ payment: { amount }, tip }: Flow): string =>
  tip ? addAmounts(amount.value, tip, amount.exponent) : amount.value

/* Input of the shopper */

const updateCard = (flow: Flow, members: Partial<PresentedCard>): Flow => ({
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
  /** The first digit counts as a presented card, which stops the gateway's time limit for presenting one. */
  firstDigit: (flow: Flow): Flow => ({ ...flow, isPresented: true }),
  number: (flow: Flow, accountNumber: string): Flow => updateCard(flow, { accountNumber }),
  expiry: (flow: Flow, expires: string): Flow => updateCard(flow, { expires }),
  /** From the expiry to the card number, from the card number to the card choice. */
  back: (flow: Flow): Flow =>
    flow.card?.accountNumber ? updateCard(flow, { accountNumber: null }) : { ...flow, card: null },
  code: (flow: Flow, verificationValue: string): Flow => updateCard(flow, { verificationValue }),
  postalCode: (flow: Flow, postalCode: string): Flow => updateCard(flow, { postalCode }),
  confirm: (flow: Flow): Flow => ({ ...flow, isConfirmed: true }),
  sign: (flow: Flow, signature: string): Flow => ({ ...flow, signature }),
  cancel: (flow: Flow): Flow => ({ ...flow, card: null, isCanceled: true }),
} satisfies Record<string, (flow: Flow, answer: never) => Flow>

export type Answers = typeof answers

/** Applies an input of the shopper. */
export const applyAnswer = <N extends keyof Answers>(flow: Flow, name: N, answer: Parameters<Answers[N]>[1]): Flow => ({
  ...(answers[name] as (flow: Flow, answer: unknown) => Flow)(flow, answer),
  // A new answer clears the notice; a first digit is not yet an answer.
  notice: name === 'firstDigit' ? flow.notice : null,
})

/* Messages to the gateway */

/** The plaintext to encrypt; null without a complete card. */
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

/** Stores the encrypted card and deletes the plain one. */
export const seal = (flow: Flow, sealed: string): Flow => ({ ...flow, sealed, card: null })

/** Deterministic, so that a repeated message is identical. */
export const cardMessage = ({
  payment: { session, prompts },
  tip,
  isConfirmed,
  signature,
  sealed,
}: Flow): DeviceMessage => ({
  type: 'card',
  session,
  card: sealed ?? '',
  ...(prompts.tipAmounts !== null && { tipAmount: tip ?? null }),
  ...(prompts.amountConfirmation && { amountConfirmed: isConfirmed }),
  ...(prompts.signature && { signature }),
})

/* Messages from the gateway */

export const processing = (flow: Flow): Flow => ({ ...flow, payment: { ...flow.payment, state: 'processing' } })

export const isForSession = ({ payment }: Flow, { session }: Pick<DeviceResult, 'session'>): boolean =>
  payment.session === session
