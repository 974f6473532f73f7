import { describe, expect, test } from 'vitest'
import { account } from '../conformance/fixtures.ts'
import { recordingNmi } from './nmi.fixture.ts'

const second = 1_000
const noon = Date.UTC(2026, 0, 2, 12)
const stamp = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:T]|\..*/g, '')

const action = (type: string, at: number, { amount = '10.00', success = '1', text = 'SUCCESS' } = {}): string =>
  `<action><amount>${amount}</amount><action_type>${type}</action_type><date>${stamp(at)}</date><success>${success}</success>
   <response_text>${text}</response_text><response_code>${success === '1' ? '100' : '200'}</response_code></action>`

const transaction = (id: number, orderId: string, condition: string, actions: readonly string[], type = 'cc'): string =>
  `<transaction><transaction_id>${id}</transaction_id><transaction_type>${type}</transaction_type><condition>${condition}</condition>
   <order_id>${orderId}</order_id><currency>USD</currency>${actions.join('')}</transaction>`

const answer = (...transactions: readonly string[]): string => `<nm_response>${transactions.join('')}</nm_response>`

const ours = '12345678901234'
const span = { from: noon - 60 * second, to: noon + 60 * second }

const readingReport = async (...transactions: readonly string[]) => {
  const { processor, sent } = recordingNmi([answer(...transactions)])
  const page = await processor.report!(span)
  return { ...page, sent: sent[0]!.members }
}

describe('the report of NMI', () => {
  test('transactions that have changed since the beginning of the span are read, with their operations in it', async () => {
    const { operations, sent, next } = await readingReport(
      transaction(1, ours, 'pendingsettlement', [
        action('auth', noon - 3600 * second),
        action('capture', noon, { amount: '7.00' }),
      ]),
      transaction(2, 'made elsewhere', 'pendingsettlement', [action('sale', noon)]),
      transaction(3, ours, 'pending', [action('auth', noon + 3600 * second)]),
    )
    expect(sent).toMatchObject({ start_date: stamp(span.from), result_limit: '100', page_number: '0' })
    expect(sent).not.toHaveProperty('end_date')
    expect(operations).toMatchObject([
      { type: 'capture', op: null, theirs: '1 capture', original: '1', originalOp: ours, money: { minor: 700n } },
      { type: 'authorize', op: null, theirs: '2', original: null },
    ])
    expect(next).toBeNull()
  })

  test.each([
    ['settled', 'complete', [action('settle', noon)], 'settled'],
    ['void', 'canceled', [action('void', noon)], 'voided'],
  ] as const)(
    'an older sale that was %s in the span is listed with its new state',
    async (_what, condition, more, state) => {
      const sale = action('sale', noon - 86_400 * second)
      const { operations } = await readingReport(transaction(1, ours, condition, [sale, ...more]))
      expect(operations[0]).toMatchObject({ op: ours, type: 'authorize', state, at: noon - 86_400 * second })
    },
  )

  test('a bank debit that was returned has the code of the return', async () => {
    const actions = [
      action('sale', noon - 172_800 * second),
      action('settle', noon - 86_400 * second),
      action('check_return', noon, { text: 'R01 Insufficient funds' }),
    ]
    const { operations } = await readingReport(transaction(1, ours, 'failed', actions, 'ck'))
    expect(operations).toMatchObject([{ op: ours, theirs: '1 check', state: 'returned', returnCode: 'R01' }])
  })

  test('a declined payment is listed, and a capture or void that failed is no operation', async () => {
    const failed = { success: '0' }
    const { operations } = await readingReport(
      transaction(1, ours, 'failed', [action('sale', noon, failed)]),
      transaction(2, ours, 'pending', [
        action('auth', noon),
        action('capture', noon, failed),
        action('void', noon, failed),
      ]),
    )
    expect(operations.map(({ type, state }) => [type, state])).toEqual([
      ['authorize', 'declined'],
      ['authorize', 'approved'],
    ])
  })

  test('an operation in the second in which the span begins is in it', async () => {
    const from = noon + 500
    const { processor } = recordingNmi([answer(transaction(1, ours, 'pending', [action('auth', noon)]))])
    const { operations } = await processor.report!({ from, to: from + second })
    expect(operations).toMatchObject([{ at: from }])
  })

  test('a full page has a next one', async () => {
    const full = Array.from({ length: 100 }, (_, index) => transaction(index, '', 'pending', [action('auth', noon)]))
    const { processor, sent } = recordingNmi([answer(...full), answer()])
    const { next } = await processor.report!(span)
    expect(await processor.report!(span, next!)).toEqual({ operations: [], next: null })
    expect(sent[1]!.members).toMatchObject({ page_number: '1' })
  })

  test('a report that cannot be read is an error', async () => {
    for (const body of ['<html></html>', '<nm_response><error_response>Invalid key</error_response></nm_response>'])
      await expect(recordingNmi([body]).processor.report!(span)).rejects.toThrow('cannot be read')
  })
})

describe('a look-up at NMI', () => {
  const ref = { account: account.id, op: ours, root: ours }
  const looking = async (
    body: string,
    ...args: readonly [] | readonly [{ type: 'capture' | 'void'; raw?: string }]
  ) => {
    const { processor, sent } = recordingNmi([body])
    const [modification] = args
    const original = { ...ref, op: '99999999999999', ...(modification?.raw && { raw: modification.raw }) }
    const found = await processor.lookup!(ref, modification && { type: modification.type, original })
    return { found, members: sent[0]!.members }
  }

  test('a payment is found by our reference, and of two the one that stands', async () => {
    const body = answer(
      transaction(1, ours, 'canceled', [action('auth', noon), action('void', noon)]),
      transaction(2, ours, 'pending', [action('auth', noon)]),
    )
    const { found, members } = await looking(body)
    expect(members).toMatchObject({ order_id: ours })
    expect(found).toMatchObject({ result: 'approved', ref: { raw: '2' }, approved: { minor: 1000n } })
  })

  test('a transaction with another order id is not the payment', async () => {
    expect((await looking(answer(transaction(1, '77', 'pending', [action('auth', noon)])))).found).toBe('notFound')
  })

  test('a payment that is void is found as declined', async () => {
    const body = answer(transaction(1, ours, 'canceled', [action('auth', noon), action('void', noon)]))
    expect((await looking(body)).found).toMatchObject({ result: 'declined', ref: { raw: '1' } })
  })

  test('a capture and a void are found at their original, by its id or by our reference', async () => {
    const captured = transaction(5, '99999999999999', 'pendingsettlement', [
      action('auth', noon),
      action('capture', noon, { amount: '7.00' }),
    ])
    const byId = await looking(answer(captured), { type: 'capture', raw: '5' })
    expect(byId.members).toMatchObject({ transaction_id: '5' })
    expect(byId.found).toMatchObject({ result: 'approved', approved: { minor: 700n }, ref: { raw: '5 capture' } })
    const byOrder = await looking(answer(captured), { type: 'void' })
    expect(byOrder.members).toMatchObject({ order_id: '99999999999999' })
    expect(byOrder.found).toBe('notFound')
  })

  test('a capture that failed proves nothing, since it may be an earlier attempt', async () => {
    const failed = action('capture', noon, { success: '0' })
    const body = answer(transaction(5, '99999999999999', 'pending', [action('auth', noon), failed]))
    expect((await looking(body, { type: 'capture', raw: '5' })).found).toBe('notFound')
  })

  test.each([
    ['no answer', '<html></html>'],
    ['an answer with an error', '<nm_response><error_response>busy</error_response></nm_response>'],
    [
      'a currency that the gateway does not have',
      answer(transaction(1, ours, 'pending', [action('auth', noon)])).replace('USD', 'ZZZ'),
    ],
  ])('%s leaves the outcome unknown', async (_what, body) =>
    expect((await looking(body)).found).toMatchObject({ result: 'unknown' }),
  )
})
