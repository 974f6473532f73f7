import { expect, test } from 'vitest'
import { nmiFetch } from './fetch.ts'
import { card, openNmi, parseForm } from './nmi.fixture.ts'

const url = 'https://nmi.example/api/transact.php'

const request = (signal?: AbortSignal): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ security_key: 'sandbox-key', amount: '10.00', ...card }),
  ...(signal && { signal }),
})

test('a fetch inside workerd reaches the stand-in without a socket', async () => {
  const nmi = openNmi()
  const response = await nmiFetch(nmi)(url, request())
  expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
  expect(parseForm(await response.text())).toMatchObject({ response: '1' })
  expect(await nmiFetch(nmi)('https://nmi.example/')).toMatchObject({ status: 200 })
})

test('a lost response rejects a fetch, and a silent one waits for its signal', async () => {
  const nmi = openNmi()
  nmi.faults.add({ fault: { kind: 'dropAfter' } })
  nmi.faults.add({ fault: { kind: 'silent' } })
  await expect(nmiFetch(nmi)(url, request())).rejects.toThrow('Network connection lost.')
  await expect(nmiFetch(nmi)(url, request(AbortSignal.timeout(50)))).rejects.toMatchObject({ name: 'TimeoutError' })
  expect(nmi.ledger.all()).toHaveLength(2)
})
