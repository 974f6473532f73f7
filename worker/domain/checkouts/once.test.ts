import { expect, test, vi } from 'vitest'
import { card, gatewayOrigin } from '../../testing/given.ts'
import type { MachineFault } from '../../proof/models/payments/steps.ts'
import { shopperAt } from '../../testing/shopper.ts'
import { gatewayOn } from '../../proof/models/checkouts/gateway.ts'
import { checkoutsInWorkerd, clearShard, limits } from '../../proof/models/checkouts/inWorkerd.ts'
import { run } from '../../proof/models/checkouts/run.ts'
import { see } from '../../proof/models/checkouts/seen.ts'
import type { Machine } from '../../proof/models/checkouts/underTest.ts'
import { interceptD1 } from '../../testing/interceptD1.ts'

/** The schedules that testing/checkouts plays in Node by the thousand, a few of them in the worker's own runtime, on real D1. */

vi.spyOn(console, 'log').mockReturnValue()
vi.spyOn(console, 'error').mockReturnValue()

test('6 schedules of windows, lost answers, sweeps and faults in workerd: a checkout is charged once', async () => {
  await clearShard()
  const { count, report } = await run({ seed: 1, count: 6, shrink: false }, async (playOn) =>
    playOn(gatewayOn(await checkoutsInWorkerd(), limits)),
  )
  expect(report).toBe('')
  expect(count).toBe(6)
}, 120_000)

/** A database that does something else first, before a batch with such a statement. */
const beforeBatchesWith = (begin: string, d1: D1Database, first: () => Promise<void>): D1Database =>
  interceptD1(d1, { before: ({ sql }) => (sql.some((text) => text.startsWith(begin)) ? first() : undefined) })

test('a sweep that finds nothing to do leaves the try to the next one that was begun in the same moment', async () => {
  await clearShard()
  const runtime = await checkoutsInWorkerd()
  let now = runtime.clock.now()
  let meanwhile: (() => Promise<void>) | null = null
  const clock = { now: () => now, advance: (ms: number) => void (now += ms) }
  const d1 = beforeBatchesWith('UPDATE checkouts SET due = NULL WHERE', runtime.d1, async () => meanwhile?.())
  const under = gatewayOn({ ...runtime, clock, d1 }, limits)
  const call = (work: (machine: Machine) => Promise<unknown>, fault: MachineFault | null = null) =>
    under.run(async (machine) => void (await work(machine).catch(() => undefined)), fault, [])
  let id = ''
  await call(async (machine) => {
    const request = {
      method: 'POST',
      body: '{"total":5}',
      headers: { 'x-api-key': runtime.secretKey, 'content-type': 'application/json' },
    }
    id = (
      (await (await machine.fetch(new Request(`${gatewayOrigin}/v1/dynamiccheckout`, request))).json()) as {
        id: string
      }
    ).id
    await shopperAt(machine).openAndPay(id, { payment: { creditCard: card('4000000000000002') } })
  })
  const nonce = { own: '' }
  await call(async (machine) => {
    nonce.own = (await shopperAt(machine).open(id)).data!.nonce
  })
  under.advance(60_000)
  // It is paid, and the machine dies before that has any consequence.
  meanwhile = async () => {
    meanwhile = null
    await call((machine) => shopperAt(machine).pay(id, nonce.own), { kind: 'crash', call: 4, when: 'after' })
  }
  await call((machine) => machine.sweep())
  expect((await see(id, under)).tries.map(({ status }) => status)).toEqual(['declined', 'captured'])
  under.advance(61_000)
  await call((machine) => machine.sweep())
  expect((await see(id, under)).made).toMatchObject({ completions: 1, customers: 1 })
})
