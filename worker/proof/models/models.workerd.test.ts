import { beforeEach, expect, test, vi } from 'vitest'
import { account } from './account/account.ts'
import { accountInWorkerd } from './account/inWorkerd.ts'
import { billing } from './billing/billing.ts'
import { checkouts } from './checkouts/checkouts.ts'
import { clearShard, inWorkerd } from './kernel/inWorkerd.ts'
import { run } from './kernel/model.ts'
import { payments } from './payments/payments.ts'

/** The models in the worker's own runtime: a few of the histories that Node plays by the hundred. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'warn').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
beforeEach(clearShard)

const runs = { seed: 1, shrink: false }

test('payments: 10 histories in workerd keep every invariant', { timeout: 180_000 }, async () => {
  expect((await run(payments, { ...runs, count: 10 }, inWorkerd)).report).toBe('')
})

test('billing: 3 histories in workerd keep every invariant', { timeout: 180_000 }, async () => {
  expect((await run(billing, { ...runs, count: 3 }, inWorkerd)).report).toBe('')
})

test('checkouts: 6 histories in workerd keep every invariant', { timeout: 180_000 }, async () => {
  expect((await run(checkouts, { ...runs, count: 6 }, inWorkerd)).report).toBe('')
})

test('account: 2 histories in workerd, with Durable Objects, keep every invariant', { timeout: 180_000 }, async () => {
  expect((await run(account, { ...runs, count: 2, maxCommands: 10 }, accountInWorkerd)).report).toBe('')
})
