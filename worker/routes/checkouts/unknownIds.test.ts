import { expect, test } from 'vitest'
import { formatErrors, checkoutApiFixture } from '../../testing/fixtures/checkoutApiFixture.ts'
import { createMerchant, startWorker } from '../../testing/merchant.ts'

const shop = await checkoutApiFixture()
const { call, make, read, merchant } = shop
const live = shop.worker.as((await merchant.issue('sk', { mode: 'live' })).key)
const otherAccount = startWorker().as((await createMerchant()).secretKey)
const unknownId = '019a9f3c-5b7e-7c41-a2d6-8f0b1c3e5a79'

test('reading and canceling a checkout that is unknown, foreign or of the other mode returns 404 not_found', async () => {
  const id = await make()
  for (const [by, which] of [
    [otherAccount, id],
    [live, id],
    [call, unknownId],
    [call, `00${'x'.repeat(22)}`],
  ] as const)
    for (const method of ['GET', 'DELETE'] as const) {
      const response = await by(method, `/v1/dynamiccheckout/${which}`)
      expect([response.status, formatErrors(response)]).toEqual([404, ['- not_found']])
    }
  expect(await read(id)).toMatchObject({ status: 'open' })
})
