import { expect, test } from 'vitest'
import { scopes } from '#contract/scopes'
import type { AuthorizeOp, Processor } from '../../processors/processor.ts'
import { simulator } from '../../processors/simulator/simulator.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const authorizations: AuthorizeOp[] = []
const simulated = simulator()
const processor: Processor = {
  ...simulated,
  authorize: (op, ref) => {
    authorizations.push(op)
    return simulated.authorize(op, ref)
  },
}
const { as } = startWorker({ processor })

const merchant = await createMerchant({ settings: { tipAtSale: true } })
const call = as(merchant.secretKey)
const registered = await call('POST', '/v1/terminals', { body: { registrationCode: 'SIM007', nickname: 'Till 1' } })
const id: string = registered.json.terminals[0].id

/** The authorization that the processor receives for a payment at the terminal. */
const authorization = async (terminal: object, key = merchant.secretKey): Promise<AuthorizeOp> => {
  await call('POST', '/v1/transactions/authorize', {
    key,
    body: { payment: { terminal: { id, ...terminal } }, amount: { value: 10 } },
  })
  return authorizations.at(-1)!
}

test('the processor receives the terminal id and the tip of a terminal payment', async () => {
  const op = await authorization({ promptTip: true, tipAmounts: [1, 2.5, 4] })
  expect(op.terminal).toBe(id)
  expect(op.amount).toMatchObject({ minor: 1250n })
  expect(op.tip).toMatchObject({ minor: 250n, currency: 840 })
  expect(await authorization({})).not.toHaveProperty('tip')
})

test('externalIdentifier replaces the terminal id for keys with operator scopes only', async () => {
  expect((await authorization({ externalIdentifier: 'T-1' })).terminal).toBe(id)
  const { key } = await merchant.issue('rk', { scopes })
  expect((await authorization({ externalIdentifier: 'T-1' }, key)).terminal).toBe('T-1')
})
