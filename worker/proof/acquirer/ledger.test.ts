import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLedger } from './ledger.ts'
import type { OperationRequest } from './wire.ts'

/**
 * `c capture 400 of a` asks for an operation c of 4.00 that refers to a. An account `by` another, a currency `in` 392, `now` and `final` may
 * follow, and what the fault plan makes of it: `as 51`, or `as 10:500`. `reverse a` undoes a, and `reverse a 600` gives back 6.00 of it;
 * `close acc` settles what an account has taken or credited.
 */
const perform = (ledger: ReturnType<typeof createLedger>, line: string): string => {
  const words = line.trim().split(' ')
  const after = (word: string): string | undefined =>
    words.includes(word) ? words[words.indexOf(word) + 1] : undefined
  if (words[0] === 'close') return String(ledger.close(words[1]!))
  if (words[0] === 'reverse') return ledger.reverse(words[1]!, words[2])
  const [op, type, minor] = words as [string, OperationRequest['type'], string]
  const [code, part] = after('as')?.split(':') ?? []
  const original = after('of')
  return ledger.perform(
    {
      type,
      op,
      account: after('by') ?? 'acc',
      minor,
      currency: Number(after('in') ?? 840),
      ...(original !== undefined && { original }),
      ...(words.includes('now') && { captureNow: true }),
      ...(words.includes('final') && { final: true }),
    },
    code === undefined ? undefined : { code, ...(part !== undefined && { minor: part }) },
  ).code
}

/** Authorized, captured, credited, released, held. */
const sumsOf = (ledger: ReturnType<typeof createLedger>, account = 'acc', currency = 840): string => {
  const { authorized, captured, credited, released, held } = ledger.totals(account, currency)
  return [authorized, captured, credited, released, held].join(' ')
}

/** Each step with its answer, the sums of the account at the end, and the states of some operations. */
test.each<[what: string, steps: string, sums: string, states?: string]>([
  [
    'adds up what stands, by account and currency',
    `a authorize 1000 = 00; sale authorize 300 now = 00; c capture 400 of a = 00; r credit 100 of a = 00;
     other authorize 5000 by another = 00; yen authorize 5000 in 392 = 00`,
    '1300 700 100 0 600',
  ],
  [
    'does an operation once, however often it is asked',
    `a authorize 1000 = 00; a authorize 1000 = 00; c capture 600 of a = 00; c capture 600 of a = 00; r credit 600 of a = 00;
     r credit 600 of a = 00; v void 1 of r = 00; v void 1 of r = 00`,
    '1000 600 0 0 400',
  ],
  [
    'lets a fault make less of an approval, and never an approval of what it refuses',
    'a authorize 1000 = 00; c capture 1001 of a as 10:500 = 13; d capture 800 of a as 10:500 = 10',
    '1000 500 0 0 500',
  ],
  ['keeps a decline when it is reversed', 'd authorize 100 as 51 = 51; reverse d = done', '0 0 0 0 0', 'd declined'],
  [
    'refuses to capture more than is held',
    `a authorize 1000 = 00; c1 capture 600 of a = 00; c2 capture 401 of a = 13; c3 capture 400 of c1 = 00; c4 capture 1 of a = 13`,
    '1000 1000 0 0 0',
  ],
  [
    'refuses to credit more than is captured',
    'a authorize 1000 = 00; r0 credit 1 of a = 13; c capture 600 of a = 00; r1 credit 600 of c = 00; r2 credit 1 of a = 13',
    '1000 600 600 0 400',
  ],
  [
    'refuses to move nothing, or less',
    `a authorize 1000 = 00; c capture 500 of a = 00; d capture 0 of a = 13; e capture -1 of a = 13; r credit 0 of a = 13;
     s credit -1 of a = 13; t credit 0 = 13; u credit -1 = 13`,
    '1000 500 0 0 500',
  ],
  [
    'refuses to capture a sale again, and to credit a credit',
    `sale authorize 300 now = 00; p credit 300 = 00; c capture 300 of sale = 25; r credit 300 of p = 25; s credit 300 of sale = 00`,
    '300 300 600 0 0',
  ],
  [
    'voids a payment with its captures, and only once',
    `a authorize 1000 = 00; c capture 400 of a = 00; v void 1 of a = 00; w void 1 of a = 25; x void 1 of v = 25; y void 1 of c = 25`,
    '0 0 0 0 0',
    'a voided, c voided, v approved',
  ],
  [
    'restores exactly the amount of one of three captures that is voided',
    `a authorize 1000 = 00; c1 capture 200 of a = 00; c2 capture 300 of a = 00; c3 capture 400 of a = 00; v void 1 of c2 = 00;
     d capture 401 of a = 13; e capture 400 of a = 00`,
    '1000 1000 0 0 0',
    'a approved, c1 approved, c2 voided, c3 approved',
  ],
  [
    'lets the amount of a voided credit be credited again',
    `s authorize 1000 now = 00; r1 credit 700 of s = 00; r2 credit 300 of s = 00; v void 1 of r1 = 00; r3 credit 701 of s = 13;
     r4 credit 700 of s = 00`,
    '1000 1000 1000 0 0',
  ],
  ['voids a credit without an original', 'p credit 500 = 00; v void 1 of p = 00', '0 0 0 0 0', 'p voided'],
  [
    'takes no money from under a credit',
    `a authorize 1000 = 00; c capture 400 of a = 00; d capture 100 of a = 00; r credit 400 of a = 00; v void 1 of a = 12;
     w void 1 of c = 12; x void 1 of d = 00; y void 1 of r = 00; z void 1 of a = 00`,
    '0 0 0 0 0',
  ],
  [
    'voids nothing by a void that is reversed',
    'a authorize 1000 = 00; v void 1 of a = 00; reverse v = done; w void 1 of a = 00',
    '0 0 0 0 0',
    'a voided, v reversed',
  ],
  [
    'voids nothing that is settled, and what is not',
    `a authorize 1000 = 00; b authorize 1000 = 00; sale authorize 10 now = 00; o authorize 1000 now by another = 00;
     c capture 400 of a = 00; close acc = undefined; d capture 300 of a = 00; r credit 100 of a = 00; 1 void 1 of a = 25;
     2 void 1 of c = 25; 3 void 1 of sale = 25; 4 void 1 of r = 00; 5 void 1 of d = 00; 6 void 1 of b = 00;
     7 void 1 of o by another = 00`,
    '1010 410 0 0 600',
    'c approved',
  ],
  [
    'gives back a rest, and the captures stand',
    'a authorize 1000 = 00; c capture 400 of a = 00; reverse a 600 = done; d capture 1 of a = 13',
    '1000 400 0 600 0',
    'a approved',
  ],
  [
    'gives nothing back twice: a rest is a sum from the beginning',
    `a authorize 1000 = 00; c capture 400 of a = 00; reverse a 600 = done; v void 1 of c = 00; reverse a 600 = done;
     d capture 400 of a = 00; reverse a 600 = done`,
    '1000 400 0 600 0',
  ],
  [
    'gives back no less than before',
    'a authorize 1000 = 00; reverse a 1000 = done; reverse a 600 = done',
    '1000 0 0 1000 0',
  ],
  [
    'never gives back what was captured',
    'a authorize 1000 = 00; c capture 400 of a = 00; reverse a 601 = done',
    '1000 400 0 600 0',
  ],
  [
    'gives back nothing of what has nothing',
    `d authorize 100 as 51 = 51; v authorize 100 = 00; w void 1 of v = 00; reverse d 100 = done; reverse v 100 = done;
     reverse nowhere 100 = notFound`,
    '0 0 0 0 0',
    'd declined, v voided',
  ],
  [
    'gives a rest back with a final capture, also where that is voided',
    `a authorize 1000 = 00; c capture 300 of a = 00; d capture 200 of a final = 00; e capture 1 of a = 13; reverse a 500 = done;
     v void 1 of d = 00`,
    '1000 300 0 500 200',
  ],
  [
    'keeps the rest where a final capture is refused',
    'a authorize 1000 = 00; c capture 1001 of a final = 13; d capture 500 of a final as 96 = 96',
    '1000 0 0 0 1000',
  ],
  [
    'refuses a request that comes after its reversal',
    `a authorize 1000 = 00; reverse a = done; reverse a = done; a authorize 1000 = 94; reverse b = notFound; reverse b = notFound;
     b authorize 1000 = 94`,
    '0 0 0 0 0',
    'a reversed, b reversed',
  ],
  [
    'undoes a capture or a credit alone',
    `a authorize 1000 = 00; c capture 400 of a = 00; d capture 100 of a = 00; r credit 50 of a = 00; reverse r = done;
     reverse c = done`,
    '1000 100 0 0 900',
  ],
  ...(['capture', 'void', 'credit'] as const).map((type): [string, string, string] => [
    `refuses a ${type} of what is not there, declined, voided, reversed, of another account or in another currency`,
    `d authorize 100 as 51 = 51; x authorize 100 = 00; of-x capture 50 of x = 00; v void 1 of x = 00; y authorize 100 = 00;
     of-y capture 50 of y = 00; reverse y = done; a authorize 300 = 00; c capture 100 of a = 00;
     1 ${type} 50 of nowhere = 25; 2 ${type} 50 of d = 25; 3 ${type} 50 of x = 25; 4 ${type} 50 of y = 25; 5 ${type} 50 of v = 25;
     6 ${type} 50 of a in 978 = 25; 7 ${type} 50 of a by another = 25`,
    '300 100 0 0 200',
  ]),
])('the ledger %s', (_what, steps, sums, states = '') => {
  const ledger = createLedger()
  const lines = steps.split(';').map((line) => line.trim().replace(/\s+/g, ' '))
  expect(lines.map((line) => line.replace(/ = .*/, ` = ${perform(ledger, line.replace(/ = .*/, ''))}`))).toEqual(lines)
  expect(sumsOf(ledger)).toBe(sums)
  for (const [op = '', state] of states.split(', ').map((one) => one.split(' ')))
    if (op !== '') expect([op, ledger.find(op)?.state]).toEqual([op, state])
})

test('the ledger keeps accounts and currencies apart, and counts requests and effects', () => {
  const ledger = createLedger()
  for (const line of ['a authorize 1000', 'a authorize 1000', 'b authorize 50 by another', 'c authorize 7 in 392'])
    perform(ledger, line)
  expect([sumsOf(ledger), sumsOf(ledger, 'another'), sumsOf(ledger, 'acc', 392)]).toEqual([
    '1000 0 0 0 1000',
    '50 0 0 0 50',
    '7 0 0 0 7',
  ])
  expect(ledger.find('a')).toMatchObject({ effects: 1, requests: 2 })
})

test('the sums of the ledger hold, whatever is asked in whatever order', () => {
  const op = fc.integer({ min: 0, max: 12 }).map(String)
  const minor = fc.integer({ min: 0, max: 1000 })
  const final = fc.constantFrom('', ' final')
  const step = fc.oneof(
    fc.tuple(op, minor).map(([id, amount]) => `${id} authorize ${amount}`),
    fc
      .tuple(op, fc.constantFrom('capture', 'capture', 'void', 'credit'), minor, op, final)
      .map(([id, type, amount, original, last]) => `${id} ${type} ${amount} of ${original}${last}`),
    op.map((id) => `reverse ${id}`),
    fc.tuple(op, minor).map(([id, rest]) => `reverse ${id} ${rest}`),
    fc.constant('close acc'),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const ledger = createLedger()
      for (const line of steps) {
        const [verb, id = ''] = line.split(' ')
        // A capture is repeated until its answer is known, so nobody reverses one.
        if (verb === 'reverse' && ledger.find(id)?.type === 'capture') continue
        perform(ledger, line)
        const { authorized, captured, credited, released, held } = ledger.totals('acc', 840)
        expect(captured + released + held).toBe(authorized)
        for (const sum of [captured, credited, released, held]) expect(sum).toBeGreaterThanOrEqual(0n)
        expect(credited).toBeLessThanOrEqual(captured)
      }
    }),
    // A void that says final gave money back that nobody had.
    { numRuns: 200, examples: [[['3 authorize 0', '1 void 1 of 3 final', 'reverse 1']]] },
  )
})
