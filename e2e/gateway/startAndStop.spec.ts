import { createServer } from 'node:net'
import { findFreePort, requireFreePort } from '../../worker/cli/wrangler/ports.ts'
import { start, type Running } from '../../worker/cli/wrangler/processes.ts'
import { inRepository } from '../../worker/cli/repository.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { GatewayClient } from '../support/gatewayClient.ts'
import { InboxPage } from '../pages/inboxPage.ts'
import { makeState } from '../support/servers.ts'

type Dev = { run: () => Running; gatewayPort: number; shopPort: number }

/** `npm run dev` on databases and ports of its own. That it makes the databases where there are none, the start of all tests shows. */
const test = base.extend<{ dev: Dev }>({
  // oxlint-disable-next-line no-empty-pattern
  dev: async ({}, use) => {
    const { state, envFile, remove } = await makeState()
    const [gatewayPort, shopPort] = [await findFreePort(), await findFreePort()]
    const running: Running[] = []
    const run = () => {
      const args = ['--state', state, '--vars', envFile]
      const ports = ['--port', String(gatewayPort), '--shop-port', String(shopPort)]
      const command = { command: process.execPath, args: [inRepository('worker/cli/dev/dev.ts'), ...args, ...ports] }
      // Playwright's own wish for colours is not the terminal's.
      running.push(start({ ...command, env: { NO_COLOR: undefined, FORCE_COLOR: undefined } }))
      return running.at(-1) as Running
    }
    await use({ run, gatewayPort, shopPort })
    await Promise.all(running.map(({ stop }) => stop()))
    await remove()
  },
})

const whenStarted = (dev: Running) => expect.poll(dev.output, { timeout: 60_000 }).toContain('End with Ctrl-C.')

/** What the terminal does at Ctrl-C: the signal goes to the command alone, whose children are in groups of their own. */
const pressControlC = async ({ pid, ended }: Running) => {
  process.kill(pid, 'SIGINT')
  return ended
}

test(
  'starts, keeps what was done from start to start, and leaves nothing behind',
  { tag: '@journey' },
  async ({ dev, page }) => {
    test.setTimeout(180_000)
    const first = dev.run()
    await whenStarted(first)
    const shop = `http://127.0.0.1:${dev.shopPort}`
    for (const shown of [`http://localhost:${dev.gatewayPort}`, shop, `${shop}/inbox`])
      expect(first.output()).toContain(shown)
    expect(first.output()).toMatch(/sluice_sk_test_\w+[^]*sluice_pk_test_\w+/)

    const client = new GatewayClient(`http://localhost:${dev.gatewayPort}`)
    const paid = await client.call('POST', '/v1/transactions/authorize', {
      payment: { creditCard: { accountNumber: '4242424242424242', expires: '1230' } },
      amount: { value: 10 },
    })
    const { transactionId } = paid.body as { transactionId: string }

    expect((await pressControlC(first)).code).toBe(0)
    for (const port of [dev.gatewayPort, dev.shopPort])
      await requireFreePort(port, { name: 'the next start', option: '' })

    const second = dev.run()
    await whenStarted(second)
    expect(await client.readTransaction(transactionId)).toMatchObject({ status: 'authorized', amount: 10 })
    // The shop, which keeps no secret, was told another one: what the gateway delivers is verified again.
    const inbox = new InboxPage(page, shop)
    await inbox.open()
    await expect(inbox.light).toHaveText('Listening')
    await inbox.button('Send test event').click()
    await expect(inbox.row('webhook.test')).toHaveAccessibleName(/^Verified webhook.test 200/)
    expect((await pressControlC(second)).code).toBe(0)
  },
)

test('says in one line which port is taken and how to choose another', async ({ dev }) => {
  const other = createServer().listen(dev.shopPort, '127.0.0.1')
  const { code, output } = await dev.run().ended
  other.close()
  expect(code).toBe(1)
  const [starting, ...lines] = output.trim().split('\n')
  expect(starting).toContain('Starting')
  expect(lines).toEqual([expect.stringMatching(`^Port ${dev.shopPort}, for the demo shop, .* --shop-port \\d+$`)])
})
