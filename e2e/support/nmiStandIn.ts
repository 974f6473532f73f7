import { findFreePort } from '../../worker/cli/wrangler/ports.ts'
import { goodCard } from '../pages/cardFrame.ts'
import { test as base } from './dev.ts'

/** The stand-in for NMI that `npm run dev -- --processor nmi` starts. */
export type StandIn = { options: string[]; port: number; liveShopPort: number }

/** `npm run dev` with ports for the stand-in and the live shop. */
export const test = base.extend<{ standIn: StandIn }>({
  // Playwright reads a fixture’s dependencies from its first parameter, which must be a destructuring pattern, here without any.
  // oxlint-disable-next-line no-empty-pattern
  standIn: async ({}, use) => {
    const [port, liveShopPort] = [await findFreePort(), await findFreePort()]
    const ports = ['--nmi-port', String(port), '--live-shop-port', String(liveShopPort)]
    await use({ options: ['--processor', 'nmi', ...ports], port, liveShopPort })
  },
})

type Entry = {
  mode: string
  type: string
  condition: string
  original: string | null
  source: string
  actions: { type: string; amount: string; success: boolean }[]
}

/** The transactions of the stand-in without those of checks of the connections. */
export const readLedger = async ({ port }: StandIn): Promise<Entry[]> => {
  const response = await fetch(`http://127.0.0.1:${port}/standin/ledger`)
  const { transactions } = (await response.json()) as { transactions: Entry[] }
  return transactions.filter(({ type }) => type !== 'validate')
}

/** No test card of NMI. */
export const liveCard = { ...goodCard, number: '4000 0566 5566 5556' }
