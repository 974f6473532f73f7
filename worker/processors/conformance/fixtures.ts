import { Secret } from '#contract/schema/secret'
import type { Card, Check, Money } from '../processor.ts'

/** What the tests of the suite have in common: one account, its money, its instruments. */

export const account = { id: 'account-1', mode: 'test', strictTestPans: false } as const

export const usd = (minor: bigint): Money => ({ minor, currency: 840, exponent: 2 })

/** As the database gives it back: what does not survive this is lost in a crash. */
export const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

// A ledger outside may be older than this run, and knows the ids of the last one.
let ids = 91_000_000_000_000 + Math.floor(Math.random() * 1_000_000_000) * 1000

export const base = (minor: bigint) => ({
  op: String(++ids),
  account,
  amount: usd(minor),
  deadline: Date.now() + 5_000,
  signal: new AbortController().signal,
})

export const card = (pan: string, cvv = '123'): Card => ({
  kind: 'card',
  pan: new Secret(pan),
  expiry: '1230',
  cvv: new Secret(cvv),
  name: 'Ada Lovelace',
  entry: 'ecom',
})

export const check: Check = {
  kind: 'check',
  routing: '021000021',
  account: new Secret('000123456789'),
  accountType: 'checking',
}

/** A Secret in it would throw. */
export const toText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
