import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { SluiceClient } from '../../widget/client/index.ts'
import { expect, test } from '../support/fixtures.ts'

test('the shop holds nothing on a card that covers a part of the total', async ({ local, request }) => {
  const sluice = new SluiceClient({ baseUrl: local.gateway, apiKey: demoAccount.secretKey })
  // The postal code is the one that approves 1.23.
  const { token } = await sluice.createToken({
    creditCard: { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123', postalCode: '46225' },
  })
  const till = await request.post(`${local.shop}/pay`, { form: { token: token ?? '', total: '2408' } })
  const text = await till.text()
  expect(text).toContain('This card covers $1.23 of $24.08.')
  expect(text).toContain('nothing is held on this one any more')

  const id = /\b\d{14,16}\b/.exec(text)?.[0] ?? ''
  expect(await sluice.getTransaction(id)).toMatchObject({
    status: 'voided',
    responseCode: '10',
    amountAuthorized: 1.23,
  })
})
