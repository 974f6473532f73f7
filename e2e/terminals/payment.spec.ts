import { demoAccount } from '../../worker/cli/dev/demoAccount.ts'
import { createShop } from '../../demo/shop/server.ts'
import { startGateway } from '../../worker/cli/wrangler/gateway.ts'
import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { startAcquirer } from '../../worker/proof/acquirer/server.ts'
import { expect, test } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { ReaderPage } from '../pages/readerPage.ts'
import { createState } from '../support/servers.ts'

type Terminal = { id: string; status: string }
type PaymentResult = { transactionId: string; responseCode: string; amount: number }

const statusOf = async (id: string, gateway: GatewayClient): Promise<string | undefined> =>
  ((await gateway.call('GET', `/v1/terminals/${id}`)).body as { terminals: Terminal[] }).terminals[0]?.status

/** One request, which returns when the shopper is done. */
const charge = async (id: string, gateway: GatewayClient): Promise<PaymentResult> => {
  const { body } = await gateway.call('POST', '/v1/transactions/authorize', {
    payment: { terminal: { id, promptTip: true, tipAmounts: [1, 2, 3], promptSignature: true } },
    amount: { value: 24 },
  })
  return body as PaymentResult
}

const expectPaid = async (paid: PaymentResult, gateway: GatewayClient): Promise<void> => {
  expect(paid).toMatchObject({ responseCode: '00', amount: 26 })
  expect(await gateway.readTransaction(paid.transactionId)).toMatchObject({ status: 'authorized', amount: 26, tip: 2 })
  const { body } = await gateway.call('GET', `/v1/transactions/${paid.transactionId}/signature`)
  const { data } = (body as { signature: { data: string } }).signature
  expect(Buffer.from(data, 'base64').subarray(1, 4).toString()).toBe('PNG')
}

test(
  'terminals: one request waits for tip and signature, and another terminal stays idle',
  { tag: '@journey' },
  async ({ page, context, local, gateway }) => {
    const reader = new ReaderPage(page, local.shop)
    await reader.open()
    const id = await reader.register(gateway, 'Till 1')
    const otherReader = new ReaderPage(await context.newPage(), local.shop, 'otherReader')
    await otherReader.open()
    const other = await otherReader.register(gateway, 'Till 2')
    expect(await statusOf(id, gateway)).toBe('online')

    const paying = charge(id, gateway)
    await reader.key('$2.00 total $26.00').click()
    expect(await statusOf(id, gateway)).toBe('busy')
    expect(await charge(id, gateway)).toMatchObject({ responseCode: 'G11' })
    await reader.key('Visa ending in 4242').click()
    await reader.sign()
    await reader.key('Done').click()
    await expect(reader.title('Approved')).toBeVisible()
    await expectPaid(await paying, gateway)

    await expect(otherReader.title('Ready')).toBeVisible()
    for (const terminal of [id, other]) {
      expect(await statusOf(terminal, gateway)).toBe('online')
      expect((await gateway.call('DELETE', `/v1/terminals/${terminal}`)).status).toBe(200)
    }
    // A deleted terminal shows a new pairing code.
    await expect(reader.code).toBeVisible()
  },
)

test('terminals: a payment continues after its Durable Object restarts at every step', async ({ page }) => {
  const { state, envFile, remove } = await createState()
  const acquirer = await startAcquirer()
  const running = await startGateway(
    { config: inRepository('worker/testing/workers/acquirer/wrangler.jsonc'), state },
    { port: await findFreePort(), envFile, vars: { ACQUIRER_URL: acquirer.url }, onOutput: () => {} },
  )
  const gateway = new GatewayClient(running.url)
  const shop = createShop({ ...demoAccount, gateway: running.url, mail: state })
  const port = await findFreePort()
  await new Promise<void>((resolve) => shop.listen(port, '127.0.0.1', resolve))
  try {
    const reader = new ReaderPage(page, `http://127.0.0.1:${port}`)
    await reader.open()
    const id = await reader.register(gateway, 'Till 1')
    const crash = async () => {
      await fetch(`${running.url}/testing/crash/00-${id}`, { method: 'POST' })
      await expect(reader.light).not.toHaveText('Online')
      // The `online` event triggers an immediate reconnect.
      await page.evaluate(() => dispatchEvent(new Event('online')))
      await expect(reader.light).toHaveText('Online')
    }
    await crash()
    const paying = charge(id, gateway)
    await expect(reader.title('Add a tip?')).toBeVisible()
    await crash()
    await reader.key('$2.00 total $26.00').click()
    await crash()
    await reader.key('Visa ending in 4242').click()
    await expect(reader.title('Please sign')).toBeVisible()
    await crash()
    await reader.sign()
    await reader.key('Done').click()
    await expect(reader.title('Approved')).toBeVisible()
    await crash()
    await expectPaid(await paying, gateway)
    expect(acquirer.ledger.entries()).toHaveLength(1)
  } finally {
    shop.close()
    await running.worker.kill()
    await acquirer.close()
    await remove()
  }
})
