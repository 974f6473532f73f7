import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { SluiceClient } from '../../widget/client/index.ts'
import { expect, test } from '../support/fixtures.ts'

test('demo shop: a partial approval is voided and shown as not paid', async ({ local, request }) => {
  const sluice = new SluiceClient({ baseUrl: local.gateway, apiKey: demoAccount.secretKey })
  // The simulator approves 1.23 for this postal code.
  const { token } = await sluice.createToken({
    creditCard: { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123', postalCode: '46225' },
  })
  const response = await request.post(`${local.shop}/pay`, { form: { token: token ?? '', total: '2408' } })
  const text = await response.text()
  expect(text).toContain('This card covers $1.23 of $24.08.')
  expect(text).toContain('the charge on this one was canceled')

  const id = /\b\d{14,16}\b/.exec(text)?.[0] ?? ''
  expect(await sluice.getTransaction(id)).toMatchObject({
    status: 'voided',
    responseCode: '10',
    amountAuthorized: 1.23,
    amountCaptured: 0,
  })
})
