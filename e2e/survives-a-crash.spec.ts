import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startGateway, type Gateway } from '../worker/cli/gateway.ts'
import { prepareDatabase } from '../worker/cli/local.ts'
import { findFreePort } from '../worker/cli/ports.ts'
import { inRepository } from '../worker/cli/repository.ts'
import { startAcquirer, type Acquirer } from '../worker/testing/acquirer/server.ts'
import { demoAccount } from '../worker/cli/demoAccount.ts'
import { expect, test as base } from './fixtures.ts'
import { GatewayClient } from './gatewayClient.ts'

/** A gateway on a database of its own, that can be killed and started again, and an acquirer that lives on. */
type Lab = {
  acquirer: Acquirer
  /** Runs each time the gateway has heard the acquirer's answer and not yet done anything with it. */
  onAnswered: (does: () => Promise<void>) => void
  start: () => Promise<{ client: GatewayClient; gateway: Gateway }>
}

const nothing = async (): Promise<void> => {}

const test = base.extend<{ lab: Lab }>({
  // oxlint-disable-next-line no-empty-pattern
  lab: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sluice-crash-'))
    const [state, envFile] = [join(folder, 'state'), join(folder, 'worker.vars')]
    const config = inRepository('worker/testing/wrangler.jsonc')
    await prepareDatabase({ config, state, envFile })
    let answered = nothing
    const acquirer = await startAcquirer({ onAnswered: () => answered() })
    const started: Gateway[] = []
    await use({
      acquirer,
      onAnswered: (does) => {
        answered = does
      },
      start: async () => {
        const vars = { ACQUIRER_URL: acquirer.url }
        const gateway = await startGateway(
          { config, state },
          { port: await findFreePort(), envFile, vars, onOutput: () => {} },
        )
        started.push(gateway)
        return { gateway, client: new GatewayClient(gateway.url) }
      },
    })
    await Promise.all(started.map(({ worker }) => worker.kill()))
    await acquirer.close()
    await rm(folder, { recursive: true })
  },
})

const authorize = (client: GatewayClient) =>
  client.call('POST', '/v1/transactions/authorize', {
    payment: { creditCard: { accountNumber: '4242424242424242', expires: '1230', verificationValue: '123' } },
    amount: { value: 10.05 },
  })

/** What the gateway says of every operation that the acquirer knows: what is in one book must be in the other. */
const compareBooks = async (client: GatewayClient, { book }: Acquirer) =>
  Promise.all(
    book
      .entries()
      .map(async ({ op, state }) => ({ acquirer: state, gateway: (await client.readTransaction(op)).status })),
  )

const whenSweptTo = (
  status: string,
  { client, gateway, id }: { client: GatewayClient; gateway: Gateway; id: string },
) =>
  expect
    .poll(
      async () => {
        await gateway.sweep()
        return (await client.readTransaction(id)).status
      },
      { timeout: 30_000, intervals: [500] },
    )
    .toBe(status)

test('an approval that the gateway heard and could not write down is found and reversed', async ({ lab }) => {
  test.setTimeout(120_000)
  const before = await lab.start()
  const paid = await authorize(before.client)
  expect(paid.status).toBe(200)
  lab.onAnswered(() => before.gateway.worker.kill())
  await expect(authorize(before.client)).rejects.toThrow()
  expect(lab.acquirer.book.entries().map(({ state, answered }) => ({ state, answered }))).toEqual([
    { state: 'approved', answered: true },
    { state: 'approved', answered: true },
  ])

  lab.onAnswered(nothing)
  const after = await lab.start()
  const lost = lab.acquirer.book.entries()[1]?.op ?? ''
  expect((await after.client.readTransaction(lost)).status).toBe('pending')
  await whenSweptTo('reversed', { ...after, id: lost })

  expect(await compareBooks(after.client, lab.acquirer)).toEqual([
    { acquirer: 'approved', gateway: 'authorized' },
    { acquirer: 'reversed', gateway: 'reversed' },
  ])
  expect(lab.acquirer.book.totals(demoAccount.id, 840).authorized).toBe(1005n)
})

test('Worker killed between send and answer (crash injection): on restart the janitor reverses it.', async ({ lab }) => {
  test.setTimeout(120_000)
  const before = await lab.start()
  lab.acquirer.orders.give({ fault: { kind: 'silent' }, on: 'authorize' })
  const cut = expect(authorize(before.client)).rejects.toThrow()
  await expect.poll(() => lab.acquirer.book.entries().length).toBe(1)
  await before.gateway.worker.kill()
  await cut

  const after = await lab.start()
  await whenSweptTo('reversed', { ...after, id: lab.acquirer.book.entries()[0]?.op ?? '' })
  expect(await compareBooks(after.client, lab.acquirer)).toEqual([{ acquirer: 'reversed', gateway: 'reversed' }])
})
