import { declineCodes } from '#contract/transactions/responseCodes'
import type { AuthorizeOp } from '../processor.ts'
import type { DisputeTrigger } from './simulatedDisputes.ts'

/** Behavior of a test card. A card without members is approved. */
export interface CardTrigger {
  /** The response code, or a key of `faults`. */
  readonly code?: string
  /** The response code is the cents of the amount: of every operation, or of captures, voids and credits only. */
  readonly amountDriven?: 'always' | 'modifications'
  /** The condition under which `code` applies. Absent for always. */
  readonly when?: keyof typeof conditions
  readonly avs?: string
  readonly cvv?: string
  /** The CVV letter if a security code was sent. */
  readonly cvvIfSent?: string
  readonly returnTrigger?: ReturnTrigger
}

/** An event after settlement. */
export type ReturnTrigger = 'refundReturned' | DisputeTrigger

type CredentialRequest = Pick<AuthorizeOp, 'credential'>

export const conditions = {
  /** The credential was stored by an earlier payment. */
  stored: ({ credential }: CredentialRequest) => credential?.initial === 'subsequent',
  /** The shopper is present, so strong customer authentication is possible. */
  shopperPresent: ({ credential }: CredentialRequest) => credential?.initiatedBy !== 'merchant',
}

/**
 * A failure of the connection. `slow` and `twice` give the response, the others lose it. `notArrived` is the only one that has no effect
 * at the other side.
 */
export type Fault = 'silent' | 'dropped' | 'late' | 'twice' | 'slow' | 'notArrived'

/** Codes of test cards that are transport failures and not issuer responses. */
export const faults: ReadonlyMap<string, Fault> = new Map([
  ['68', 'silent'],
  ['88', 'slow'],
  ['90', 'notArrived'],
  ['95', 'twice'],
  ['97', 'dropped'],
  ['98', 'late'],
])

/** The documented test cards with a behavior of their own, and one of each network. */
export const testCards: ReadonlyMap<string, CardTrigger> = new Map<string, CardTrigger>([
  ['4242424242424242', {}],
  ['4111111111111111', {}],
  ['5555555555554444', {}],
  ['2223003122003222', {}],
  ['378282246310005', {}],
  ['6011111111111117', {}],
  ['3056930009020004', {}],
  ['3566002020360505', {}],
  ['6200000000000005', {}],
  ['4222222222222', {}],
  ['4444333322221111455', {}],
  // Co-badged: Cartes Bancaires beside Visa, and beside Mastercard.
  ['4000002500001001', {}],
  ['5555552500001001', {}],

  ['4000000000000002', { code: '05' }],
  ['4000000000009995', { code: '51' }],
  ['4000000000009987', { code: '41' }],
  ['4000000000009979', { code: '43' }],
  ['4000000000000069', { code: '54' }],
  ['4000000000000127', { code: '82', cvv: 'N' }],
  ['4000000000000119', { code: '96' }],
  ['4100000000000019', { code: '59' }],
  ['4000003900099991', { amountDriven: 'always' }],
  ['4000003900099983', { amountDriven: 'modifications' }],

  ['4000000000000010', { avs: 'N' }],
  ['4000000000000028', { avs: 'Z' }],
  ['4000000000000036', { avs: 'A' }],
  ['4000000000000044', { avs: 'U' }],
  ['4000000000000101', { cvvIfSent: 'N' }],

  ['4000000000000341', { code: '51', when: 'stored' }],
  ['4000002500003155', { code: '65', when: 'shopperPresent' }],

  ['4000000000005126', { returnTrigger: 'refundReturned' }],
  ['4000000000000259', { returnTrigger: 'disputed' }],
  ['4000000000003006', { returnTrigger: 'disputeWon' }],
  ['4000000000003014', { returnTrigger: 'disputeLost' }],
  ['4000000000003022', { returnTrigger: 'disputeAccepted' }],
  ['4000000000003030', { returnTrigger: 'warningEnded' }],
  ['4000000000003048', { returnTrigger: 'warningDisputed' }],
  ['4000000000003055', { returnTrigger: 'disputeReopened' }],
])

/** 4000003900000KKc: KK is the response code and c the Luhn digit, so every code has a card. */
const family = /^4000003900000(\d\d)\d$/

/** Codes that a card or an amount can trigger. Other digits are approved: 10.99 is a common price. */
const triggerCodes: ReadonlySet<string> = new Set(['08', '10', ...Object.keys(declineCodes), ...faults.keys()])

export const responseCodeFor = (digits: string): string | undefined => (triggerCodes.has(digits) ? digits : undefined)

/** The trigger of a card number that passes Luhn. Undefined if it is no documented test card. */
export const cardTrigger = (pan: string): CardTrigger | undefined => {
  const code = family.exec(pan)?.[1]
  if (code === undefined) return testCards.get(pan)
  const responseCode = responseCodeFor(code)
  return responseCode === undefined ? {} : { code: responseCode }
}
