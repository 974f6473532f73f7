import { expect, test } from 'vitest'
import type { Wait } from '../../processors/wait.ts'
import type { NmiFault } from './faultPlan.ts'
import { card, openNmi, parseForm, type Values } from './nmi.fixture.ts'
import type { NmiOptions } from './nmi.ts'

const saleBody = (values: Values = {}) =>
  String(new URLSearchParams({ security_key: 'sandbox-key', amount: '10.00', orderid: 'a', ...card, ...values }))

/** Sends a sale under a fault. */
const sendSale = async (fault: NmiFault, options: NmiOptions = {}) => {
  const nmi = openNmi(options)
  nmi.faults.add({ fault })
  const result = await nmi.handle('POST', '/api/transact.php', saleBody())
  return { ...nmi, result, captured: nmi.ledger.sums('sandbox-key', 'USD').captured }
}

test.each<[fault: NmiFault, result: unknown, captured: bigint]>([
  [{ kind: 'dropBefore' }, 'lost', 0n],
  [{ kind: 'silentBefore' }, 'silent', 0n],
  [{ kind: 'status', status: 503, before: true }, { status: 503, text: '' }, 0n],
  [{ kind: 'dropAfter' }, 'lost', 1000n],
  [{ kind: 'silent' }, 'silent', 1000n],
  [{ kind: 'status', status: 500, before: false }, { status: 500, text: '' }, 1000n],
  [{ kind: 'garbage' }, { status: 200, text: expect.stringMatching(/^<html>/) }, 1000n],
  [{ kind: 'wrongContent' }, { status: 200, contentType: 'application/json', text: '{"status":"ok"}' }, 1000n],
  [{ kind: 'half' }, { status: 200, text: expect.stringMatching(/^response=1&.*(?<!response_code=100)$/) }, 1000n],
])('a sale under the fault %o has the result %o and captures %o', async (fault, expected, amount) => {
  const { result, captured } = await sendSale(fault)
  if (typeof expected === 'string') expect(result).toBe(expected)
  else expect(result).toMatchObject(expected as object)
  expect(captured).toBe(amount)
})

test.each(['delay', 'late'] as const)('a sale under the fault %s waits before or after its effect', async (kind) => {
  const seen: unknown[] = []
  const pause: Wait = async (ms) => void seen.push(ms, nmi.ledger.sums('sandbox-key', 'USD').captured)
  const nmi = openNmi({ wait: pause })
  nmi.faults.add({ fault: { kind, ms: 500 } })
  const result = await nmi.handle('POST', '/api/transact.php', saleBody())
  expect(result).toMatchObject({ status: 200, text: expect.stringContaining('response=1') })
  expect(seen).toEqual([500, kind === 'delay' ? 0n : 1000n])
})

test('a lost response can become visible later than usual', async () => {
  const { query, clock } = await sendSale({ kind: 'dropAfter', visibleAfterMs: 600_000 })
  clock.advance(599_999)
  expect(await query()).toEqual([])
  clock.advance(1)
  expect(await query()).toHaveLength(1)
})

test.each([
  ['202', undefined, '2', 'Insufficient funds'],
  ['253', 'Card is fraudulent', '2', 'Card is fraudulent'],
  ['300', undefined, '3', 'Transaction was rejected by gateway'],
  ['461', undefined, '3', 'Unsupported card type'],
])('the result %s with text %s moves no money and is recorded as failed', async (code, text, digit, responsetext) => {
  const { result, captured, query } = await sendSale({ kind: 'result', code, ...(text !== undefined && { text }) })
  const response = parseForm((result as { text: string }).text)
  expect(response).toMatchObject({ response: digit, responsetext, response_code: code, authcode: '', orderid: 'a' })
  expect(captured).toBe(0n)
  expect(await query({ transaction_id: response.transactionid! })).toMatchObject([
    {
      members: { condition: 'failed' },
      actions: [{ success: '0', response_code: code, response_text: responsetext }],
    },
  ])
})

test('a result forced on a capture, void, refund or vault request leaves everything as it was', async () => {
  const { authorize, transact, condition, faults, query, ledger } = openNmi()
  const { transactionid = '' } = await authorize()
  faults.add({ fault: { kind: 'result', code: '200' }, times: 4 })
  const declined = { response: '2', response_code: '200', authcode: '' }
  for (const type of ['capture', 'void'])
    expect(await transact({ type, transactionid })).toMatchObject({ ...declined, transactionid })
  expect(await transact({ customer_vault: 'add_customer', ...card })).not.toHaveProperty('customer_vault_id')
  expect(await condition(transactionid)).toBe('pending')
  expect(await query({ action_type: 'void' })).toMatchObject([{ actions: [{}, { success: '0' }, { success: '0' }] }])
  faults.clear()
  await transact({ type: 'capture', transactionid })
  faults.add({ fault: { kind: 'result', code: '200' } })
  expect(await transact({ type: 'refund', transactionid, orderid: 'r' })).toMatchObject({ ...declined, orderid: 'r' })
  expect(ledger.find('r')).toMatchObject([{ condition: 'failed' }])
  expect(await transact({ type: 'refund', transactionid })).toMatchObject({ response: '1' })
})

test.each(['420', '421', '430'])('the error %s after the effect hides an approval', async (code) => {
  const { result, captured, condition } = await sendSale({ kind: 'afterDoing', code })
  const response = parseForm((result as { text: string }).text)
  expect(response).toMatchObject({ response: '3', response_code: code, authcode: '', avsresponse: '', orderid: 'a' })
  expect(captured).toBe(1000n)
  expect(await condition(response.transactionid)).toBe('pendingsettlement')
})

test('a fault applies to the requests that its order names, up to its number of times', async () => {
  const { sale, authorize, transact, faults } = openNmi()
  const [first, second] = [await authorize({ orderid: 'a' }), await authorize({ orderid: 'b' })]
  const fault: NmiFault = { kind: 'result', code: '201' }
  faults.add({ on: 'capture', orderid: 'b', times: 2, fault })
  faults.add({ transactionid: first.transactionid!, fault })
  const codes: (string | undefined)[] = []
  const capture = async ({ transactionid = '' }: Values) =>
    codes.push((await transact({ type: 'capture', transactionid, amount: '1.00' })).response_code)
  for (const one of [second, first, second, first, second]) await capture(one)
  codes.push((await sale({ orderid: 'b' })).response_code)
  expect(codes).toEqual(['201', '201', '201', '100', '100', '100'])
})

test('queries meet only faults that name them', async () => {
  const { queryXml, faults, handle } = openNmi()
  faults.add({ fault: { kind: 'dropBefore' } })
  expect(await queryXml()).toContain('<nm_response>')
  faults.add({ on: 'query', orderid: 'a', fault: { kind: 'result', code: '400', text: 'Try again' } })
  expect(await queryXml({ order_id: 'b' })).not.toContain('error_response')
  expect(await queryXml({ order_id: 'a' })).toContain('<error_response>Try again</error_response>')
  faults.add({ on: 'query', fault: { kind: 'half' } })
  expect(await handle('GET', '/api/query.php?security_key=k')).toMatchObject({
    text: expect.not.stringContaining('</nm'),
  })
})
