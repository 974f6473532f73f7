import { expect, test } from 'vitest'
import { faults, openShop } from '../../testing/fixtures/checkoutApiFixture.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const shop = await openShop()
const { call, make, read, merchant } = shop
const live = shop.worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const stranger = startWorker().as((await createMerchant()).secretKey)
const nobody = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

test('a checkout of another account, of the other mode, or of nobody is not found', async () => {
  const id = await make()
  for (const [by, which] of [
    [stranger, id],
    [live, id],
    [call, nobody],
    [call, `00${'x'.repeat(22)}`],
  ] as const)
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await by(method, `/v1/dynamiccheckout/${which}`)
      expect([answer.status, faults(answer)]).toEqual([404, ['- not_found']])
    }
  expect(await read(id)).toMatchObject({ status: 'open' })
})
