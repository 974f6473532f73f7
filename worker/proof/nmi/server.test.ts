import { expect, onTestFinished, test } from 'vitest'
import { card, parseForm, parseQuery } from './nmi.fixture.ts'
import type { NmiOptions } from './nmi.ts'
import { startNmi } from './server.ts'

const start = async (options: NmiOptions = {}) => {
  const server = await startNmi(options)
  onTestFinished(server.close)
  const post = (path: string, values: Readonly<Record<string, string>>, signal?: AbortSignal) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ security_key: 'sandbox-key', ...values }),
      ...(signal && { signal }),
    })
  return { ...server, post }
}

const sale = { type: 'sale', amount: '10.00', orderid: 'a', ...card, ccexp: '1249' }

test('the stand-in over HTTP takes a sale and finds it', async () => {
  const { post, ledger } = await start()
  const response = await post('/api/transact.php', sale)
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  const { transactionid } = parseForm(await response.text())
  const found = await post('/api/query.php', { order_id: 'a' })
  expect(found.headers.get('content-type')).toBe('text/xml; charset=UTF-8')
  expect(parseQuery(await found.text())).toMatchObject([{ members: { transaction_id: transactionid } }])
  expect(ledger.find('a')).toHaveLength(1)
})

test('a lost response closes the connection after the effect', async () => {
  const { post, faults, ledger } = await start()
  faults.add({ fault: { kind: 'dropAfter' } })
  await expect(post('/api/transact.php', sale)).rejects.toThrow('fetch failed')
  expect(ledger.find('a')).toHaveLength(1)
})

test('a silent stand-in keeps the connection open until the client disconnects or it closes', async () => {
  const { post, faults, ledger, close } = await start()
  faults.add({ fault: { kind: 'silent' }, times: 2 })
  await expect(post('/api/transact.php', sale, AbortSignal.timeout(100))).rejects.toThrow('timeout')
  const pending = expect(post('/api/transact.php', sale)).rejects.toThrow('fetch failed')
  await expect.poll(() => ledger.find('a').length).toBe(2)
  await close()
  await pending
})

test('two servers share no accounts', async () => {
  const [one, other] = [await start(), await start()]
  await one.post('/api/transact.php', sale)
  expect(other.url).not.toBe(one.url)
  expect(other.ledger.all()).toEqual([])
})

test('a malformed URL returns 500, and the server goes on', async () => {
  const { url, post } = await start()
  expect((await fetch(`${url}//`)).status).toBe(500)
  expect((await post('/api/transact.php', sale)).status).toBe(200)
})
