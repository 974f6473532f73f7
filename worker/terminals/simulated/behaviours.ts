import type { Prompts } from '#contract/terminals/device'
import { Secret } from '#contract/schema/secret'
import type { Answers } from '../../domain/terminals/acceptPresentedCard.ts'
import { testCard } from '../../domain/tokens/testTokens.ts'

/** What a simulated reader does by itself with a payment. */
export type SimulatedAct = 'present' | 'cancel' | 'wait'

/** Readers of test mode that no device is behind, by the code that they were registered by. Any other presents a card that is approved. */
interface Behaviour {
  readonly act: SimulatedAct
  /** Is never there, or always has another payment. */
  readonly is?: 'offline' | 'busy'
  /** Its card; the first of the test cards if it is not named. */
  readonly number?: string
  /** Which of the tip amounts its shopper chooses. */
  readonly tip?: number
}

const ordinary: Behaviour = { act: 'present' }

const behaviours: Readonly<Record<string, Behaviour>> = {
  // The cents of the amount decide.
  SIM002: { act: 'present', number: '4000003900099991' },
  SIM003: { act: 'wait', is: 'offline' },
  SIM004: { act: 'wait', is: 'busy' },
  SIM005: { act: 'wait' },
  SIM006: { act: 'cancel' },
  SIM007: { act: 'present', tip: 1 },
  // The connection to the processor is lost after it has approved.
  SIM008: { act: 'present', number: '4000003900000973' },
}

export const behaviourOf = (code: string): Behaviour => behaviours[code] ?? ordinary

/** A white image of one pixel: nobody was there to sign. */
const blankSignature = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR42mP4DwABAQEAG7buVgAAAABJRU5ErkJggg=='

/** What its shopper does with all that is asked. */
export const simulatedAnswers = (code: string, prompts: Prompts, nowMs: number): Answers => {
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
