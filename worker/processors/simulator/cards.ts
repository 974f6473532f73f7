import { declineCodes } from '#contract/transactions/responseCodes'
import type { AuthorizeOp } from '../processor.ts'

/** What a test card does. A card with no member set approves. */
export interface CardTrigger {
  /** The answer: a response code, or one of `faults`. */
  readonly code?: string
  /** The answer stands in the amount: its cents are the code. */
  readonly amountDriven?: true
  /** When `code` applies; absent for always. */
  readonly when?: keyof typeof conditions
  readonly avs?: string
  readonly cvv?: string
  /** The letter when a security code was sent at all. */
  readonly cvvIfSent?: string
  readonly returnTrigger?: ReturnTrigger
}

/** What happens to an approved payment later on. */
export type ReturnTrigger = 'refundReturned' | 'disputed'

type CredentialRequest = Pick<AuthorizeOp, 'credential'>

export const conditions = {
  /** The credential was stored by an earlier payment. */
  stored: ({ credential }: CredentialRequest) => credential?.initial === 'subsequent',
  /** The shopper is there, so strong customer authentication could have been asked for. */
  shopperPresent: ({ credential }: CredentialRequest) => credential?.initiatedBy !== 'merchant',
}

/** Codes of the family that are no answers of an issuer but things that go wrong on the way. */
export const faults: ReadonlyMap<string, 'silent' | 'dropped' | 'late'> = new Map([
  ['68', 'silent'],
  ['97', 'dropped'],
  ['98', 'late'],
])

const cards: ReadonlyMap<string, CardTrigger> = new Map<string, CardTrigger>([
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
  ['4000003900099991', { amountDriven: true }],

  ['4000000000000010', { avs: 'N' }],
  ['4000000000000028', { avs: 'Z' }],
  ['4000000000000036', { avs: 'A' }],
  ['4000000000000044', { avs: 'U' }],
  ['4000000000000101', { cvvIfSent: 'N' }],

  ['4000000000000341', { code: '51', when: 'stored' }],
  ['4000002500003155', { code: '65', when: 'shopperPresent' }],

  ['4000000000005126', { returnTrigger: 'refundReturned' }],
  ['4000000000000259', { returnTrigger: 'disputed' }],
])

/** 4000003900000KKc: KK is the answer and c the Luhn digit, so one rule gives a card for every code. */
const family = /^4000003900000(\d\d)\d$/

/** Codes that a card or an amount can ask for. Others approve: an amount of 10.99 must not surprise anybody. */
const triggerCodes: ReadonlySet<string> = new Set(['08', '10', ...Object.keys(declineCodes), ...faults.keys()])

export const responseCodeFor = (digits: string): string | undefined => (triggerCodes.has(digits) ? digits : undefined)

/** The trigger of a card number, or undefined for one that is no documented test card. The number passes Luhn. */
export const cardTrigger = (pan: string): CardTrigger | undefined => {
  const code = family.exec(pan)?.[1]
  if (code === undefined) return cards.get(pan)
  const answer = responseCodeFor(code)
  return answer === undefined ? {} : { code: answer }
}
