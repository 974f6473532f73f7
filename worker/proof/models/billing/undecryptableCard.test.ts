import { expect, test } from 'vitest'
import { createClient } from '../kernel/client.ts'
import { inNode } from '../kernel/inNode.ts'

test('a subscription whose card cannot be decrypted does not stop other charges of the same sweep', async () => {
  const withSystem = await inNode()
  await withSystem(async ({ accounts: [{ id, secretKey }], run, rows, advance, now, ledger }) => {
    const customers = await run(async ({ fetch }) => {
      const post = async (path: string, body: object) => (await createClient(fetch, secretKey)('POST', path, body)).json
      const plan = { label: 'Plan', cycle: { unit: 'month', interval: 1, dayOfCycle: 1 }, amount: { value: 10 } }
      const { subscriptions } = await post('/v1/subscriptions', plan)
      const ids: string[] = []
      for (let number = 0; number < 60; number++) {
        const customer: string = (await post('/v1/customers', {})).customers[0].id
        await post(`/v1/customers/${customer}/wallet`, { token: 'test-visa-4242', default: true })
        await post(`/v1/customers/${customer}/subscriptions`, { plan: subscriptions[0].id, startDate: '2026-12-01' })
        ids.push(customer)
      }
      return ids
    }, null)
    await rows("UPDATE walletEntries SET sealedPan = 'not encrypted' WHERE customer = ?", customers[0]!)
    advance(Date.UTC(2026, 11, 2) - now())
    await expect(run(({ sweep }) => sweep(), null)).rejects.toThrow('The sweep of 1 of 1 shards failed.')
    expect(ledger.entries()).toHaveLength(59)
    expect(await rows('SELECT status, count(*) AS bills FROM bills WHERE account = ? GROUP BY status', id)).toEqual(
      expect.arrayContaining([{ status: 'paid', bills: 59 }]),
    )
  })
})
