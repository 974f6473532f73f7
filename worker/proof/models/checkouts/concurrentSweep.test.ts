import { expect, test, vi } from 'vitest'
import { card } from '../../../testing/requestDefaults.ts'
import { interceptD1 } from '../../../testing/database/interceptD1.ts'
import { createShopper } from '../../../testing/shopper.ts'
import { createClient } from '../kernel/client.ts'
import type { Machine } from '../kernel/gateway.ts'
import { inNode } from '../kernel/inNode.ts'
import { takeSnapshot } from './snapshot.ts'

vi.spyOn(console, 'log').mockReturnValue()

test('a sweep with nothing to do leaves an attempt that began in the same millisecond to the next sweep', async () => {
  const meanwhile: (() => Promise<void>)[] = []
  const withSystem = await inNode((d1) =>
    interceptD1(d1, {
      before: async ({ sql }) => {
        if (!sql.some((text) => text.startsWith('UPDATE checkouts SET due = NULL WHERE'))) return
        await meanwhile.shift()?.()
      },
    }),
  )
  await withSystem(async (system) => {
    const call = <T>(work: (machine: Machine) => Promise<T>): Promise<T> => system.run(work, null)
    const id: string = await call(async (machine) => {
      const client = createClient(machine.fetch, system.accounts[0].secretKey)
      const { json } = await client('POST', '/v1/dynamiccheckout', { total: 5 })
      await createShopper(machine).openAndPay(json.id, { payment: { creditCard: card('4000000000000002') } })
      return json.id
    })
    const nonce = (await call((machine) => createShopper(machine).open(id))).data!.nonce
    system.advance(60_000)
    // It is paid, and the machine dies before that has consequences.
    meanwhile.push(async () => {
      const paying = system.run((machine) => createShopper(machine).pay(id, nonce), {
        kind: 'crash',
        call: 4,
        when: 'after',
      })
      await paying.catch(() => {})
    })
    await call((machine) => machine.sweep())
    expect((await takeSnapshot(id, system)).attempts.map(({ status }) => status)).toEqual(['declined', 'captured'])
    system.advance(61_000)
    await call((machine) => machine.sweep())
    expect((await takeSnapshot(id, system)).created).toMatchObject({ completions: 1, customers: 1 })
  })
})
