import { describe, expect, test } from 'vitest'
import type { AuthorizeOp } from '../processor.ts'
import { account, base, card, toText } from '../conformance/fixtures.ts'
import { approval, portsTo, recordingNmi, settings } from './nmi.fixture.ts'
import { nmi } from './nmi.ts'

const pan = '4111111111111111'
const ref = { account: account.id, op: '12345678901234', root: '12345678901234' }

const operation = (more: Partial<AuthorizeOp> = {}): AuthorizeOp => ({
  ...base(1050n),
  op: ref.op,
  instrument: card(pan, '987'),
  allowPartial: false,
  capture: 'later',
  ...more,
})

const authorized = (answer: string | (() => Response | Promise<Response>), more: Partial<AuthorizeOp> = {}) =>
  recordingNmi([answer]).processor.authorize(operation(more), ref)

/** A body that sends a part and then nothing more. */
const hanging = () =>
  new Response(
    new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('response=1')) }),
  )

describe('responses of NMI', () => {
  test('an approval has its reference, authorization code and verification results', async () => {
    expect(await authorized(approval())).toEqual({
      result: 'approved',
      ref: { ...ref, raw: '9000001' },
      approved: { minor: 1050n, currency: 840, exponent: 2 },
      code: '00',
      authCode: '123456',
      avs: 'Y',
      cvv: 'M',
    })
  })

  test('a decline has our code, and their reference if there is one', async () => {
    const declined = { response: '2', responsetext: 'DECLINE', authcode: '', response_code: '202' }
    expect(await authorized(approval(declined))).toMatchObject({
      result: 'declined',
      code: '51',
      ref: { raw: '9000001' },
    })
    const without = await authorized(approval({ ...declined, transactionid: '' }))
    expect(without).toMatchObject({ result: 'declined', ref })
  })

  test.each([
    ['a lost connection to the bank', approval({ response: '3', response_code: '420' })],
    ['a lost connection to the issuer', approval({ response: '3', response_code: '421' })],
    ['a duplicate at the bank', approval({ response: '3', response_code: '430' })],
    ['an approval with a code of another result', approval({ response_code: '200' })],
    ['an approval without their reference', approval({ transactionid: '' })],
    ['half an answer', approval().slice(0, 60)],
    ['a page', '<html>Bad gateway</html>'],
    ['an answer of more than 16 KiB', approval({ responsetext: 'x'.repeat(20_000) })],
    ['bytes that are no text', () => new Response(new Uint8Array([0xff, 0xfe, 0x00]))],
    ['status 500', () => new Response(approval(), { status: 500 })],
    ['status 429', () => new Response(approval(), { status: 429 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'https://elsewhere.example' } })],
    ['a lost connection', () => Promise.reject(new TypeError('fetch failed'))],
  ])('after %s the outcome is unknown', async (_what, answer) => {
    expect(await authorized(answer)).toMatchObject({ result: 'unknown', ref })
  })

  test('a request ends at its deadline with its connection, also within an answer', async () => {
    const requests: Request[] = []
    const answers = [() => new Promise<never>(() => undefined), hanging]
    for (const answer of answers) {
      const processor = nmi(
        settings,
        portsTo((request) => {
          requests.push(request)
          return Promise.race([
            Promise.resolve().then(answer),
            new Promise<never>((_, reject) =>
              request.signal.addEventListener('abort', () => reject(new Error('aborted'))),
            ),
          ])
        }),
      )
      const started = Date.now()
      const outcome = await processor.authorize(operation({ deadline: started + 50 }), ref)
      expect(outcome).toMatchObject({ result: 'unknown', reason: 'timeout' })
      expect(Date.now() - started).toBeLessThan(2_000)
    }
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true])
  })

  test('no outcome, and no error, contains the card, the security code or the key', async () => {
    const echo = `${pan} 987 a-security-key`
    const outcomes = await Promise.all([
      authorized(approval({ responsetext: echo })),
      authorized(approval({ response: '3', response_code: '300', responsetext: echo, transactionid: '' })),
      authorized(() => new Response(echo)),
      authorized(() => Promise.reject(new Error(echo))),
    ])
    const text = toText(outcomes)
    for (const secret of [pan, '987', 'a-security-key']) expect(text).not.toContain(secret)
  })
})

describe('a reversal at NMI', () => {
  const named = { ...ref, raw: '9000001' }
  const rejected = approval({
    response: '3',
    response_code: '300',
    responsetext: 'Only transactions pending settlement can be voided',
  })
  const unknown = approval({ response: '3', response_code: '300', responsetext: 'Invalid Transaction ID specified' })
  const found = (condition: string, type = 'auth') =>
    `<nm_response><transaction><transaction_id>9000001</transaction_id><condition>${condition}</condition><order_id>${ref.op}</order_id>
     <currency>USD</currency><action><amount>10.50</amount><action_type>${type}</action_type><date>20260102030405</date><success>1</success>
     <response_code>100</response_code></action></transaction></nm_response>`

  test.each([
    ['is done once it is void', [approval()], 'done'],
    ['is done if an earlier attempt was, whose answer was lost', [rejected, found('canceled')], 'done'],
    ['is tried again while the payment stands', [rejected, found('complete', 'sale')], 'retry'],
    ['has nothing to undo if NMI has no such payment', [unknown], 'notFound'],
    [
      'is tried again while a look-up does not show the payment yet',
      [rejected, '<nm_response></nm_response>'],
      'retry',
    ],
    ['is tried again without an answer', ['<html></html>'], 'retry'],
    ['is tried again if the look-up fails', [rejected, '<html></html>'], 'retry'],
  ] as const)('a reversal %s', async (_what, answers, expected) => {
    expect(await recordingNmi(answers).processor.reverse(named, 1)).toBe(expected)
  })

  test('a reversal without their reference, of a rest, or of a capture alone sends nothing', async () => {
    const { processor, sent } = recordingNmi()
    expect(await processor.reverse(ref, 1)).toBe('retry')
    expect(await processor.reverse(named, 1, { minor: 1n, currency: 840, exponent: 2 })).toBe('retry')
    expect(await processor.reverse({ ...ref, raw: '9000001 capture' }, 1)).toBe('retry')
    expect(sent).toEqual([])
  })
})

const listed = (condition: string, code: string, success: 0 | 1 = 0) =>
  `<transaction><transaction_id>90000${code}${success}</transaction_id><condition>${condition}</condition><order_id>${ref.op}</order_id>
   <currency>USD</currency><action><amount>10.50</amount><action_type>auth</action_type><date>20260102030405</date><success>${success}</success>
   <response_code>${code}</response_code></action></transaction>`
const lookUp = (...transactions: readonly string[]) =>
  recordingNmi([`<nm_response>${transactions.join('')}</nm_response>`]).processor.lookup!(ref)

describe('a look-up at NMI', () => {
  test.each([
    ['420', '91'],
    ['421', '91'],
    ['430', '94'],
    ['202', '51'],
  ])('a transaction that NMI has recorded as failed with code %s was declined with %s', async (code, expected) => {
    expect(await lookUp(listed('failed', code))).toMatchObject({ result: 'declined', code: expected })
  })

  test.each(['420', '421', '430'])('a transaction with code %s that may still go on has no outcome', async (code) => {
    expect(await lookUp(listed('in_progress', code))).toMatchObject({ result: 'unknown' })
  })

  test('an approved transaction counts before a failed one with the same order id', async () => {
    expect(await lookUp(listed('failed', '430'), listed('pending', '100', 1))).toMatchObject({
      result: 'approved',
      ref: { raw: '900001001' },
    })
  })
})
