import { expect, test } from 'vitest'
import { hourMs, openNmi } from './nmi.fixture.ts'

test('fault orders are added and removed', async () => {
  const { handle, sale } = openNmi()
  const order = { on: 'sale', orderid: 'a', times: 2, fault: { kind: 'result', code: '202' } }
  expect(await handle('POST', '/standin/faults', JSON.stringify([order]))).toMatchObject({ status: 200 })
  expect(await sale({ orderid: 'a' })).toMatchObject({ response_code: '202' })
  expect(await handle('DELETE', '/standin/faults')).toMatchObject({ status: 200 })
  expect(await sale({ orderid: 'a' })).toMatchObject({ response_code: '100' })
})

test.each([
  ['/standin/faults', '4000001234562346', 'Invalid body'],
  ['/standin/faults', 'not JSON 4000001234562346', 'Invalid body'],
  ['/standin/faults', '[{"fault":{"kind":"4000001234562346"}}]', 'Invalid body at 0.fault.kind'],
  ['/standin/faults', '[{"fault":{"kind":"result","code":"100"}}]', 'Invalid body at 0.fault.code'],
  ['/standin/faults', '[{"sometimes":true,"fault":{"kind":"half"}}]', 'Invalid body at 0.sometimes'],
  ['/standin/clock', '{"advanceMs":-1}', 'Invalid body at advanceMs'],
])('%s with the body %s returns 400 with the member and not its value', async (path, body, error) => {
  const result = await openNmi().handle('POST', path, body)
  expect(result).toMatchObject({ status: 400, text: JSON.stringify({ error }, null, 2) })
})

test('the clock can be advanced, and the ledger shows what has settled', async () => {
  const { handle, sale } = openNmi()
  await sale({ orderid: 'a' })
  const body = JSON.stringify({ advanceMs: 12 * hourMs })
  expect(await handle('POST', '/standin/clock', body)).toMatchObject({
    text: expect.stringContaining('2026-01-16T00:00:00.000Z'),
  })
  const result = await handle('GET', '/standin/ledger')
  expect(JSON.parse((result as { text: string }).text)).toMatchObject({
    now: '2026-01-16T00:00:00.000Z',
    transactions: [
      {
        account: 1,
        mode: 'sandbox',
        orderId: 'a',
        condition: 'complete',
        source: '4xxxxxxxxxxx2346',
        actions: [{ amount: '10.00' }, {}],
      },
    ],
  })
})

test('the page shows the latest transactions with escaped values', async () => {
  const { handle, sale } = openNmi()
  expect(await handle('GET', '/')).toMatchObject({ text: expect.stringContaining('No transactions yet.') })
  await sale({ orderid: '<script>' })
  await sale({ security_key: 'live-key' })
  const result = await handle('GET', '/')
  expect(result).toMatchObject({ status: 200, contentType: 'text/html; charset=utf-8' })
  const { text } = result as { text: string }
  expect(text).toContain('&lt;script&gt;')
  expect(text).not.toContain('<script>')
  expect(text.indexOf('2 (live)')).toBeLessThan(text.indexOf('1 (sandbox)'))
})

test.each([
  ['GET', '/standin/faults'],
  ['PUT', '/api/transact.php'],
  ['GET', '/api/other.php'],
])('%s %s returns 404', async (method, path) => {
  expect(await openNmi().handle(method, path)).toMatchObject({ status: 404 })
})
