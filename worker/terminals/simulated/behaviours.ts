import type { Prompts } from '#contract/terminals/device'
import { Secret } from '#contract/schema/secret'
import type { ShopperInput } from '../../domain/terminals/acceptPresentedCard.ts'
import { testCard } from '../../domain/tokens/testTokens.ts'

/** What a simulated terminal does on its own with a payment. */
export type AutomaticAction = 'present' | 'cancel' | 'wait'

/** How a simulated terminal behaves. */
interface Behaviour {
  readonly action: AutomaticAction
  /** A status that never changes. */
  readonly status?: 'offline' | 'busy'
  /** Number of its card; by default that of test-visa-4242. */
  readonly number?: string
  /** Index of the tip amount that its shopper chooses. */
  readonly tip?: number
}

const standard: Behaviour = { action: 'present' }

/** By registration code. Any other code presents a card that is approved. */
export const behaviours: Readonly<Record<string, Behaviour>> = {
  // The cents of the amount select the outcome.
  SIM002: { action: 'present', number: '4000003900099991' },
  SIM003: { action: 'wait', status: 'offline' },
  SIM004: { action: 'wait', status: 'busy' },
  SIM005: { action: 'wait' },
  SIM006: { action: 'cancel' },
  SIM007: { action: 'present', tip: 1 },
  // The connection to the processor breaks after the approval.
  SIM008: { action: 'present', number: '4000003900000973' },
}

export const behaviourOf = (code: string): Behaviour => behaviours[code] ?? standard

/** A white image of one pixel. */
const blankSignature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

/** The simulated shopper's response to the prompts. */
export const simulatedAnswers = (code: string, prompts: Prompts, nowMs: number): ShopperInput => {
  const { number, tip } = behaviourOf(code)
  const card = testCard('test-visa-4242', nowMs)!
  return {
    card: {
      accountNumber: number === undefined ? card.number : new Secret(number),
      expires: card.expiry,
      nameOnCard: null,
      verificationValue: prompts.cvv ? card.cvv : null,
      postalCode: prompts.postalCode ? '10001' : null,
      transactionId: null,
      entryMode: 'tapped',
    },
    tipAmount: tip === undefined ? null : (prompts.tipAmounts?.[tip] ?? null),
    amountConfirmed: true,
    signature: prompts.signature ? blankSignature : null,
  }
}
