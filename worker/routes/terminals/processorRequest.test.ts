import { expect, test } from 'vitest'
import { scopes } from '#contract/endpoint'
import type { AuthorizeOp, Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const asked: AuthorizeOp[] = []
const ships = simulator()
const processor: Processor = {
  ...ships,
  authorize: (op, ref) => {
    asked.push(op)
    return ships.authorize(op, ref)
  },
}
const { as } = startWorker({ processor })

const merchant = await createMerchant({ settings: { tipAtSale: true } })
const call = as(merchant.secretKey)
const registered = await call('POST', '/v1/terminals', { body: { registrationCode: 'SIM007', nickname: 'Till 1' } })
const id: string = registered.json.terminals[0].id

/** What the processor is told of a payment at a reader. */
const told = async (terminal: object, key = merchant.secretKey): Promise<AuthorizeOp> => {
  await call('POST', '/v1/transactions/authorize', {
    key,
    body: { payment: { terminal: { id, ...terminal } }, amount: { value: 10 } },
  })
  return asked.at(-1)!
}

test('the processor is told which reader it was, and what of the amount is a tip', async () => {
  const op = await told({ promptTip: true, tipAmounts: [1, 2.5, 4] })
  expect(op.reader).toBe(id)
  expect(op.amount).toMatchObject({ minor: 1250n })
  expect(op.tip).toMatchObject({ minor: 250n, currency: 840 })
  expect(await told({})).not.toHaveProperty('tip')
})

test('only keys of the operator may say how the processor knows the reader', async () => {
  expect((await told({ externalIdentifier: 'T-1' })).reader).toBe(id)
  const { key } = await merchant.issue('rk', { scopes })
  expect((await told({ externalIdentifier: 'T-1' }, key)).reader).toBe('T-1')
})
