import { createServer } from 'node:net'
import { requireFreePort } from '../../worker/cli/wrangler/ports.ts'
import { pressControlC, test, whenStarted } from '../support/dev.ts'
import { expect } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { InboxPage } from '../pages/inboxPage.ts'

test('npm run dev: keeps its data across restarts and frees its ports', { tag: '@journey' }, async ({ dev, page }) => {
  test.setTimeout(180_000)
  const first = dev.run()
  await whenStarted(first)
  const shop = `http://127.0.0.1:${dev.shopPort}`
  const docs = `http://localhost:${dev.docsPort}`
  for (const url of [`http://localhost:${dev.gatewayPort}`, shop, `${shop}/inbox`, docs])
    expect(first.output()).toContain(url)
  expect(first.output()).toMatch(/sluice_sk_test_\w+[^]*sluice_pk_test_\w+/)

  const leading = await fetch(`http://localhost:${dev.gatewayPort}/docs`, { redirect: 'manual' })
  expect([leading.status, leading.headers.get('location')]).toEqual([302, `${docs}/`])
  // It starts after the gateway and the shop, which do not wait for it.
  await expect(() => page.goto(`${docs}/concepts/glossary.html`)).toPass({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Glossary', level: 1 })).toBeVisible()

  const client = new GatewayClient(`http://localhost:${dev.gatewayPort}`)
  const paid = await client.call('POST', '/v1/transactions/authorize', {
    payment: { creditCard: { accountNumber: '4242424242424242', expires: '1230' } },
    amount: { value: 10 },
  })
  const { transactionId } = paid.body as { transactionId: string }

  expect((await pressControlC(first)).code).toBe(0)
  for (const port of [dev.gatewayPort, dev.shopPort, dev.docsPort])
    await requireFreePort(port, { name: 'the next start', option: '' })

  const second = dev.run()
  await whenStarted(second)
  expect(await client.readTransaction(transactionId)).toMatchObject({ status: 'authorized', amount: 10 })
  // The shop stores no webhook secret, so a restart rotates it; deliveries are still verified.
  const inbox = new InboxPage(page, shop)
  await inbox.open()
  await expect(inbox.light).toHaveText('Listening')
  await inbox.button('Send test event').click()
  await expect(inbox.row('webhook.test')).toHaveAccessibleName(/^Verified webhook.test 200/)
  expect((await pressControlC(second)).code).toBe(0)
})

test('npm run dev: a taken port exits with 1 and prints the option for another port', async ({ dev }) => {
  const other = createServer().listen(dev.shopPort, '127.0.0.1')
  const { code, output } = await dev.run().ended
  other.close()
  expect(code).toBe(1)
  const [starting, ...lines] = output.trim().split('\n')
  expect(starting).toContain('Starting')
  expect(lines).toEqual([expect.stringMatching(`^Port ${dev.shopPort}, for the demo shop, .* --shop-port \\d+$`)])
})

test('npm run dev: gateway and shop start without the documentation if its port is taken', async ({ dev }) => {
  const other = createServer().listen(dev.docsPort, '127.0.0.1')
  const running = dev.run()
  await whenStarted(running)
  expect(running.output()).toMatch(
    new RegExp(`Documentation +is not served. Port ${dev.docsPort}, for the documentation, .* --docs-port \\d+\\n`),
  )
  expect((await fetch(`http://127.0.0.1:${dev.shopPort}`)).status).toBe(200)
  const page = await fetch(`http://localhost:${dev.gatewayPort}/docs`, { redirect: 'manual' })
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('npm run docs:build')])
  expect((await pressControlC(running)).code).toBe(0)
  other.close()
})
