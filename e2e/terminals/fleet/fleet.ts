import type { GatewayClient } from '../../support/gatewayClient.ts'
import { demoAccount } from '../../../worker/cli/dev/demoAccount.ts'
import { SimulatedDevice } from './device.ts'

/** Below the gateway’s limit of ten unconfirmed pairing codes, which stops guessing. */
const concurrentPairings = 8

/** Pairs devices with the demo account without connecting them. */
export const pairDevices = async (gateway: GatewayClient, count: number): Promise<SimulatedDevice[]> => {
  const devices: SimulatedDevice[] = []
  let started = 0
  const pairNext = async () => {
    while (started < count) devices.push(await SimulatedDevice.pair(gateway, `Till ${++started}`))
  }
  await Promise.all(Array.from({ length: concurrentPairings }, pairNext))
  return devices
}

/** The terminal ids of the account by status, from GET /v1/terminals. */
export const terminalsByStatus = async ({
  url,
}: GatewayClient): Promise<Readonly<Record<string, readonly string[]>>> => {
  const terminals: { id: string; status: string }[] = []
  for (let next: string | undefined = '/v1/terminals'; next !== undefined;) {
    const response: Response = await fetch(url + next, { headers: { 'x-api-key': demoAccount.secretKey } })
    terminals.push(...((await response.json()) as { terminals: typeof terminals }).terminals)
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  const byStatus = [...Map.groupBy(terminals, ({ status }) => status)]
  return Object.fromEntries(byStatus.map(([status, list]) => [status, list.map(({ id }) => id).toSorted()]))
}

export const terminalIds = (devices: readonly SimulatedDevice[]): string[] =>
  devices.map(({ terminal }) => terminal).toSorted()

/** Counts of wake-ups of terminal objects by cause: see worker/testing/workers/wakeUps/. */
export const readWakeUps = async ({ url }: GatewayClient): Promise<Readonly<Record<string, number>>> =>
  (await (await fetch(`${url}/wake-ups`)).json()) as Record<string, number>
