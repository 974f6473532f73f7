import { Secret } from '#contract/schema/secret'
import type { Card, Check, Money } from '../processor.ts'

/** The account, amounts and instruments of the conformance tests. */

export const account = { id: 'account-1', mode: 'test', strictTestPans: false } as const

export const usd = (minor: bigint): Money => ({ minor, currency: 840, exponent: 2 })

/** The value as the database returns it: members that do not survive JSON are lost in a crash. */
export const stored = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

// An external ledger may contain ids of earlier runs.
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

/** Throws if the value contains a Secret. */
export const toText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? String(inner) : inner))
