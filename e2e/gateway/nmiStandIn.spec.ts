import { createServer } from 'node:net'
import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { requireFreePort } from '../../worker/cli/wrangler/ports.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { ShopPage } from '../pages/shopPage.ts'
import { pressControlC, whenStarted } from '../support/dev.ts'
import { expect } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { liveCard, readLedger, test } from '../support/nmiStandIn.ts'

const nmiCard = { ...goodCard, number: '4111 1111 1111 1111' }

const sale = (accountNumber: string, value: number) => ({
  payment: { creditCard: { accountNumber, expires: '1230' } },
  amount: { value },
})

test('npm run dev -- --processor nmi: payments of both modes are in the ledger of the stand-in', async ({
  dev,
  standIn,
  page,
}) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const running = dev.run(...standIn.options)
  await whenStarted(running)
  for (const port of [standIn.port, standIn.liveShopPort])
    expect(running.output()).toContain(`http://127.0.0.1:${port}`)

  const shop = new ShopPage(page, `http://127.0.0.1:${dev.shopPort}`)
  await shop.open()
  await expect(page.getByText('Live mode with a simulated processor')).toHaveCount(0)
  await shop.pay(nmiCard)
  await expect(shop.approved).toBeVisible()
  const [paid] = await readLedger(standIn)
  expect(paid).toMatchObject({
    mode: 'sandbox',
    type: 'sale',
    condition: 'pendingsettlement',
    source: '4xxxxxxxxxxx1111',
  })
  expect(paid?.actions).toMatchObject([{ type: 'sale', amount: '24.08', success: true }])

  const gateway = new GatewayClient(`http://localhost:${dev.gatewayPort}`)
  const refund = { referenceTransactionId: await shop.transactionId(), amount: { value: 5 } }
  expect((await gateway.call('POST', '/v1/transactions/credit', refund)).body).toMatchObject({
    approved: true,
    amount: 5,
  })
  expect((await readLedger(standIn)).at(-1)?.actions).toMatchObject([{ type: 'refund', amount: '5.00', success: true }])

  const small = await gateway.call('POST', '/v1/transactions/sale', sale('4111111111111111', 0.99))
  expect(small.body).toMatchObject({ approved: false, responseCode: '05' })
  expect((await readLedger(standIn)).at(-1)).toMatchObject({ type: 'sale', condition: 'failed' })
  const unsent = await gateway.call('POST', '/v1/transactions/sale', sale('4242424242424242', 10))
  expect(unsent.body).toMatchObject({ approved: false, responseCode: '14' })
  expect(await readLedger(standIn)).toHaveLength(3)

  const liveShop = new ShopPage(page, `http://127.0.0.1:${standIn.liveShopPort}`)
  await liveShop.open()
  await expect(page.getByText('Live mode with a simulated processor')).toBeVisible()
  await liveShop.pay(liveCard)
  await expect(liveShop.approved).toBeVisible()
  await expect(page.getByText('Live mode with a simulated processor')).toBeVisible()
  expect((await readLedger(standIn)).filter(({ mode }) => mode === 'live')).toMatchObject([
    { type: 'sale', source: '4xxxxxxxxxxx5556', actions: [{ amount: '24.08', success: true }] },
  ])
  await liveShop.open()
  await liveShop.pay(nmiCard)
  await expect(liveShop.notice).toContainText('declined')
  expect((await pressControlC(running)).code).toBe(0)
})

test('npm run dev -- --processor nmi: a second start adds nothing, and one without the option uses the simulator', async ({
  dev,
  standIn,
}) => {
  test.setTimeout(240_000)
  const url = `http://localhost:${dev.gatewayPort}`
  const modes = [new GatewayClient(url), new GatewayClient(url, demoAccount.live.secretKey)]
  const read = async (path: string) =>
    Promise.all(modes.map(async (client) => (await client.call('GET', path)).body as Record<string, unknown>))

  for (const started of ['first', 'second']) {
    const running = dev.run(...standIn.options)
    await whenStarted(running)
    for (const { connections } of await read('/v1/connections'))
      expect(
        (connections as { processor: string }[]).filter(({ processor }) => processor === 'nmi'),
        started,
      ).toEqual([expect.objectContaining({ status: 'ok', label: 'Stand-in for NMI' })])
    for (const { account } of await read('/v1/account')) expect(account, started).toMatchObject({ routing: [{}] })
    expect((await pressControlC(running)).code).toBe(0)
    for (const port of [standIn.port, standIn.liveShopPort])
      await requireFreePort(port, { name: 'the next start', option: '' })
  }

  const running = dev.run()
  await whenStarted(running)
  expect(running.output()).toContain('Payments go to the simulator again')
  for (const { account } of await read('/v1/account')) expect(account).toMatchObject({ routing: [] })
  const paid = await modes[0]?.call('POST', '/v1/transactions/sale', sale('4242424242424242', 10))
  expect(paid?.body).toMatchObject({ approved: true })
  expect((await pressControlC(running)).code).toBe(0)
})

test('npm run dev -- --processor nmi: a taken port exits with 1 and prints the option for another port', async ({
  dev,
  standIn,
}) => {
  const other = createServer().listen(standIn.port, '127.0.0.1')
  const { code, output } = await dev.run(...standIn.options).ended
  other.close()
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`Port ${standIn.port}, for the stand-in for NMI, .* --nmi-port \\d+\n`))
})
