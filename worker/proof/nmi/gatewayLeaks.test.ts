import { afterAll, expect, test, vi } from 'vitest'
import { storedRows } from '../../testing/database/storedRows.ts'
import { markerCvvs } from '../leaks/markerCvvs.ts'
import { searchText } from '../leaks/workerdArtifacts.ts'
import type { NmiFault } from './faultPlan.ts'
import { nmiGateway } from './gateway/nmiGateway.fixture.ts'
import { operations } from './gateway/operations.ts'

const printed: unknown[][] = []
for (const way of ['log', 'error', 'warn', 'info', 'debug'] as const)
  vi.spyOn(console, way).mockImplementation((...line: unknown[]) => void printed.push(line))
afterAll(() => vi.restoreAllMocks())

const pan = '4539148803436467'
const account = '70361984527'
const key = 'marker-3f9c71e0'

/** Each may leave something of the request in an error. */
const faults: readonly (NmiFault | null)[] = [
  null,
  { kind: 'dropAfter' },
  { kind: 'half' },
  { kind: 'garbage' },
  { kind: 'status', status: 500, before: false },
  { kind: 'result', code: '300', text: `Invalid request ${pan} ${account} ${key}` },
]

const targets = {
  cards: [pan, account],
  minDigits: 10,
  cvvs: markerCvvs,
  minCvvs: 2,
  secrets: [{ name: 'the security key', text: key }],
  matchPatterns: true,
}

const search = (text: string) => searchText({ targets, text })

/** Runs all operations with a fault, and returns everything that is stored, logged and answered. */
const runOperations = async (fault: NmiFault | null, code: string): Promise<string[]> => {
  const texts: string[] = []
  for (const { on, prepare, act } of operations) {
    const gateway = await nmiGateway({}, { pan, code, account, key })
    const prepared = (await prepare?.(gateway)) ?? ''
    if (fault !== null) gateway.standIn.faults.add({ on, fault })
    await act(gateway, prepared)
    if (fault !== null) expect(gateway.standIn.faults.left()).toBe(0)
    await gateway.pass(1)
    await gateway.pass(15)
    await gateway.call('GET', '/v1/transactions')
    await gateway.call('GET', '/v1/connections')
    const { database, id } = gateway.merchant
    for (const { row } of await storedRows(database, id))
      for (const [column, value] of Object.entries(row))
        if (column !== 'id' || typeof value === 'string')
          texts.push(typeof value === 'string' ? value : JSON.stringify(value))
    texts.push(...gateway.responses, ...gateway.worker.log.map((line) => JSON.stringify(line)))
  }
  return texts
}

test('after faults at NMI no card number, security code, bank account or security key is in a row, a log line or a response', async () => {
  const texts: string[] = []
  for (const [index, fault] of faults.entries())
    texts.push(...(await runOperations(fault, markerCvvs[index % markerCvvs.length]!)))
  texts.push(...printed.map((line) => JSON.stringify(line)))
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.some((text) => text.includes(pan.slice(-4)))).toBe(true)
  expect(await search(texts.join('\n'))).toEqual([])
  const planted = [pan, account, key, markerCvvs.map((code) => `cvv ${code}`).join('\n')]
  for (const text of planted) expect(await search(text)).not.toEqual([])
}, 120_000)
