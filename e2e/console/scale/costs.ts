import { setTimeout as sleep } from 'node:timers/promises'
import type { Usage } from '../../../worker/testing/workers/metered/usage.ts'
import { fetchRaw } from '../../bench/fetchRaw.ts'

export type Cost = { readonly rowsRead: number; readonly trips: number }

/** Asynchronous effects of a request start within this time. */
const quietMs = 60
const repeats = 3

const readCounts = async (gateway: string): Promise<Usage> =>
  JSON.parse(String((await fetchRaw(`${gateway}/counts`)).body)) as Usage

/** Waits until the worker’s counters stop changing. */
export const quietCounts = async (gateway: string): Promise<Usage> => {
  for (let before = await readCounts(gateway); ;) {
    await sleep(quietMs)
    const after = await readCounts(gateway)
    if (after.rowsRead === before.rowsRead && after.trips === before.trips) return after
    before = after
  }
}

/** What a request of the console costs: the least of some, since one a minute also notes the use of the session. */
export const costOf = async (
  gateway: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Cost> => {
  const costs: Cost[] = []
  for (let nth = 0; nth < repeats; nth++) {
    const before = await quietCounts(gateway)
    const { status, body } = await fetchRaw(gateway + path, { headers })
    if (status !== 200) throw new Error(`${path} returned ${status}: ${String(body)}`)
    const after = await quietCounts(gateway)
    costs.push({ rowsRead: after.rowsRead - before.rowsRead, trips: after.trips - before.trips })
  }
  return {
    rowsRead: Math.min(...costs.map(({ rowsRead }) => rowsRead)),
    trips: Math.min(...costs.map(({ trips }) => trips)),
  }
}

/** Adds the seeded payments to the figures, as the sweeps of the last minutes would have. */
export const sweepAll = async (gateway: string): Promise<void> => {
  for (let written = -1; ;) {
    const { status, body } = await fetchRaw(`${gateway}/sweep`, { method: 'POST' })
    if (status !== 200) throw new Error(`The sweep failed: ${String(body)}`)
    const { rowsWritten } = await quietCounts(gateway)
    if (rowsWritten === written) return
    written = rowsWritten
  }
}

const own = /^(\d{6,}|[0-9A-Za-z_-]{20,})$/

/** A request without what differs between two accounts: ids, times and cursors. */
export const kindOf = (url: URL): string => {
  const path = url.pathname
    .split('/')
    .map((part) => (own.test(part) ? '*' : part))
    .join('/')
  const query = [...url.searchParams]
    .map(([name, value]) =>
      name === 'cursor' || own.test(value) || /^\d{4}-\d\d-\d\d/.test(value) ? `${name}=*` : `${name}=${value}`,
    )
    .sort()
    .join('&')
  return query === '' ? path : `${path}?${query}`
}
