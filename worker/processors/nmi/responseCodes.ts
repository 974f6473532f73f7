import type { KnownDecline } from '#contract/transactions/responseCodes'
import type { NmiAnswer } from './answer.ts'

/** NMI's result codes of declines and rejections, with our response codes. */
export const declinesByCode = {
  '200': '05',
  '201': '05',
  '202': '51',
  '203': '61',
  '204': '57',
  '220': '14',
  '221': '15',
  '222': '14',
  '223': '54',
  '224': '54',
  '225': '82',
  '226': '55',
  '240': '01',
  '250': '04',
  '251': '41',
  '252': '43',
  '253': '59',
  '260': '05',
  '261': 'R1',
  '262': 'R0',
  '263': '14',
  '264': '19',
  '300': '12',
  '301': '19',
  '400': '96',
  '410': '03',
  '411': '03',
  '440': '30',
  '441': '12',
  '460': '58',
  '461': '62',
} as const satisfies Readonly<Record<string, KnownDecline>>

/**
 * Codes after which an operation may have happened: a lost connection to the bank (420, 421), or a duplicate that the bank recognized (430),
 * whose first one may be this operation.
 */
export const unknownCodes: readonly string[] = ['420', '421', '430']

/** The same codes of a transaction that NMI has recorded as failed. */
const failuresByCode = { '420': '91', '421': '91', '430': '94' } as const satisfies Readonly<
  Record<string, KnownDecline>
>

/** Our code for an id that NMI does not have. */
export const unknownTransactionCode = '25' satisfies KnownDecline

/** What code 300 rejects is in its text alone. */
export const rejections: readonly (readonly [text: RegExp, code: KnownDecline])[] = [
  [/authentication failed|invalid (security key|username)/i, '03'],
  [/invalid credit card number|card number/i, '14'],
  [/duplicate transaction/i, '94'],
  [/invalid amount|may not exceed|exceeds the authorization amount/i, '13'],
  [/invalid transaction id/i, unknownTransactionCode],
  [/expiration|ccexp/i, '54'],
  [/\b(aba|routing)\b/i, 'R13'],
  [/account number|checkaccount/i, 'R04'],
]

const codes: ReadonlyMap<string, string> = new Map(Object.entries(declinesByCode))

type Refusal = Pick<NmiAnswer, 'response' | 'code' | 'text'>

/** Our code of a decline or rejection. Null if it is unknown whether the operation has happened. */
export const toDeclineCode = ({ response, code, text }: Refusal): string | null => {
  if (unknownCodes.includes(code)) return null
  if (code === '300') return rejections.find(([pattern]) => pattern.test(text))?.[1] ?? declinesByCode['300']
  // A decline with an unknown code had no effect. An error with an unknown code may have had one.
  return codes.get(code) ?? (response === 'declined' ? '05' : null)
}

/**
 * Our code of a transaction that NMI has recorded as failed: it can be neither captured nor settled, so that it has not happened, even if
 * its answer left that open. Null if NMI gives no reason that is known.
 */
export const toFailureCode = (answer: Refusal): string | null =>
  toDeclineCode(answer) ?? new Map<string, string>(Object.entries(failuresByCode)).get(answer.code) ?? null
