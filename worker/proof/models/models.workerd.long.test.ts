import { beforeEach, expect, test, vi } from 'vitest'
import { account } from './account/account.ts'
import { accountInWorkerd } from './account/inWorkerd.ts'
import { billing } from './billing/billing.ts'
import { checkouts } from './checkouts/checkouts.ts'
import { clearShard, inWorkerd } from './kernel/inWorkerd.ts'
import { run } from './kernel/model.ts'
import { payments } from './payments/payments.ts'

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'warn').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()
beforeEach(clearShard)

const seed = Number(process.env['SLUICE_SEED'] || Math.floor(Date.now() / 86_400_000))
const forMs = 5 * 60_000
const runs = { seed, shrink: false }

test(`payments: 300 histories in workerd keep every invariant, seed ${seed}`, { timeout: 1_800_000 }, async () => {
  expect((await run(payments, { ...runs, count: 300 }, inWorkerd)).report).toBe('')
})

test(`billing: 100 histories in workerd keep every invariant, seed ${seed}`, { timeout: 1_800_000 }, async () => {
  expect((await run(billing, { ...runs, count: 100 }, inWorkerd)).report).toBe('')
})

test(`checkouts: 1,000 histories in workerd keep every invariant, seed ${seed}`, { timeout: 1_800_000 }, async () => {
  expect((await run(checkouts, { ...runs, count: 1000 }, inWorkerd)).report).toBe('')
})

test(`account: histories in workerd keep every invariant, seed ${seed}`, { timeout: forMs + 300_000 }, async () => {
  const endless = { ...runs, count: 1_000_000, forMs, maxCommands: 15 }
  const { report, histories } = await run(account, endless, accountInWorkerd)
  expect(report).toBe('')
  expect(histories).toBeGreaterThan(0)
})
