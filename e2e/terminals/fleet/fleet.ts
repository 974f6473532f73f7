import type { GatewayClient } from '../../support/gatewayClient.ts'
import { demoAccount } from '../../../worker/cli/dev/demoAccount.ts'
import { CardReader } from './device.ts'

/** The gateway takes ten codes at once that have not opened a reader yet: whoever tries more may be guessing. */
const pairedAtOnce = 8

/** So many card readers of one account, not connected yet. */
export const pairReaders = async (gateway: GatewayClient, count: number): Promise<CardReader[]> => {
  const readers: CardReader[] = []
  let begun = 0
  const pairSome = async () => {
    while (begun < count) readers.push(await CardReader.pair(gateway, `Till ${++begun}`))
  }
  await Promise.all(Array.from({ length: pairedAtOnce }, pairSome))
  return readers
}

/** The terminals of the account by their status, as GET /v1/terminals tells it. */
export const terminalsByStatus = async ({
  url,
}: GatewayClient): Promise<Readonly<Record<string, readonly string[]>>> => {
  const terminals: { id: string; status: string }[] = []
  for (let next: string | undefined = '/v1/terminals'; next !== undefined;) {
    const answer: Response = await fetch(url + next, { headers: { 'x-api-key': demoAccount.secretKey } })
    terminals.push(...((await answer.json()) as { terminals: typeof terminals }).terminals)
    next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1]
  }
  const byStatus = [...Map.groupBy(terminals, ({ status }) => status)]
  return Object.fromEntries(byStatus.map(([status, list]) => [status, list.map(({ id }) => id).toSorted()]))
}

export const idsOf = (readers: readonly CardReader[]): string[] => readers.map(({ terminal }) => terminal).toSorted()

/** What has woken the objects of readers up to now, and how often: see worker/testing/workers/wakeUps/. */
export const readWakeUps = async ({ url }: GatewayClient): Promise<Readonly<Record<string, number>>> =>
  (await (await fetch(`${url}/wake-ups`)).json()) as Record<string, number>
