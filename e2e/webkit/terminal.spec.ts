import { GatewayClient } from '../support/gatewayClient.ts'
import { expect, test } from './fixtures.ts'

test('WebKit demo reader: pairs and takes a tapped card', async ({ webkit, local }) => {
  const gateway = new GatewayClient(local.gateway)
  await webkit.open(`${local.shop}/reader?name=webkit`)
  const code = await webkit.waitFor('a code', () => document.querySelector('.pairing-code')?.textContent)
  const { body } = await gateway.call('POST', '/v1/terminals', {
    registrationCode: code.replaceAll(/[^0-9A-Z]/g, '').slice(-6),
    nickname: 'Front desk',
  })
  const [{ id }] = (body as { terminals: [{ id: string }] }).terminals
  const waitForTitle = (title: string) =>
    webkit.waitFor(title, (title) => document.querySelector('h1')?.textContent === title, title)
  await waitForTitle('Ready')
  const paying = gateway.call('POST', '/v1/transactions/authorize', {
    payment: { terminal: { id } },
    amount: { value: 24 },
  })
  await waitForTitle('Tap a card')
  await webkit.click('.card.of-visa')
  await waitForTitle('Approved')
  expect((await paying).body).toMatchObject({ responseCode: '00', amount: 24 })
})
