import { expect, test } from 'vitest'
import { card, check, dayMs, openNmi, type Values } from './nmi.fixture.ts'

const secrets = {
  'card number': '3782 8224631 0005'.replaceAll(' ', ''),
  'second card number': '6011009901394226',
  CVV: '8364',
  'bank account': '90817263544',
  'short bank account': '7395',
  'security key': 'b3f0c1a9d8e7',
  password: 'correct-horse-battery',
  cavv: 'AAABBEg0VhI0VniQEjRWAAAAAAA',
  cryptogram: 'EHuWW9PiBkWvqE5juRwDzAUFBAk',
}

const amex = { ccnumber: secrets['card number'], cvv: secrets.CVV }
const facts = { cavv: secrets.cavv, token_cryptogram: secrets.cryptogram }
const account = { ...check, checkaccount: secrets['bank account'] }

/** Approved, declined and rejected requests with each secret. */
const requests: Values[] = [
  { ...amex, ...facts },
  { ...amex, amount: '0.50' },
  { ...amex, amount: secrets['card number'] },
  { ...amex, ccexp: '0910' },
  { ...amex, ccnumber: `${secrets['card number']}1` },
  { ...amex, type: secrets['security key'] },
  { ...amex, dup_seconds: secrets.CVV },
  { type: 'void', transactionid: secrets['card number'] },
  { customer_vault: 'add_customer', ...amex, ccnumber: secrets['second card number'], customer_vault_id: 'ada' },
  { customer_vault_id: 'ada', type: 'credit' },
  account,
  { ...account, amount: '0.50' },
  { ...account, checkaba: secrets['bank account'] },
  { ...check, checkaccount: secrets['short bank account'] },
]

test('no card number, CVV, bank account, key or cryptogram is in any log, ledger, page or response', async () => {
  const logs: string[] = []
  const { transact, handle, queryXml, clock, ledger } = openNmi({ log: (line) => void logs.push(line) })
  const keys: Values[] = [
    { security_key: secrets['security key'] },
    { security_key: `live-${secrets['security key']}` },
    { security_key: `invalid-${secrets['security key']}` },
    { security_key: '', username: 'demo', password: secrets.password },
  ]
  const outputs: string[] = []
  for (const key of keys) {
    for (const request of requests) {
      const { type: _, ...response } = await transact({ type: 'sale', amount: '10.00', ...card, ...request, ...key })
      outputs.push(JSON.stringify(response))
    }
    clock.advance(dayMs)
    outputs.push(await queryXml(key))
  }
  for (const path of ['/', '/standin/ledger']) outputs.push(JSON.stringify(await handle('GET', path)))
  for (const key of Object.values(secrets)) outputs.push(JSON.stringify(await handle('POST', '/standin/faults', key)))
  expect(ledger.all().length).toBeGreaterThan(20)
  expect(logs.length).toBeGreaterThan(50)
  const text = [...outputs, ...logs].join('\n')
  for (const [name, secret] of Object.entries(secrets)) expect(text.includes(secret), name).toBe(false)
})
