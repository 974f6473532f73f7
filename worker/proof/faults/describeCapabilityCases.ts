import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import type { CapabilitySetName } from '../../processors/conformance/capabilitySets.ts'
import type { Capabilities } from '../../processors/processor.ts'
import { clearDueWork, clearDueWorkAndKeys } from '../../testing/database/clearDueWork.ts'
import { bindings } from '../../testing/bindings.ts'
import { runBaseline, runFaultCase, toFaultCases } from './faultCases.ts'
import type { Baseline, FaultCase } from './faultCases.ts'
import { createFaultFixture } from './fixture.ts'
import type { FaultFixture } from './fixture.ts'
import type { Flow } from './flows/flow.ts'
import { flowsFor } from './flows/capabilities.ts'
import { checkInvariants } from './invariants.ts'
import { createMerchantClient } from './merchantClient.ts'
import { refusals } from './refusals.ts'
import type { Refusal } from './refusals.ts'
import { hash, runVariable } from './selection.ts'
import { difference, takeSnapshot } from './snapshot.ts'
import { toWireCases } from './wireFaults.ts'

const minute = 60_000

/** Look-ups of processors that lag behind do so for this long, by the clock of the tests. */
const visibleAfterMs = 10 * minute

/** In real time. The acquirer is in this process: it responds at once or never. */
const processorTimeoutMs = 150

const toSlowest = (can: Capabilities): Capabilities => (can.visibleAfterMs === 0 ? can : { ...can, visibleAfterMs })

/** A short run has all faults of the wire in these flows, for each set. Look-ups of pending operations are many, so they are drawn. */
const completeInShortRun: ReadonlySet<string> = new Set(['authorize by card', 'capture', 'credit part of a payment'])

/** A short run has these numbers of other flows and cases of each set besides, drawn by the seed. */
const drawnFlows = 5
const drawnCases = 5

const shuffle = <T extends { readonly name: string }>(seed: string, all: readonly T[]): readonly T[] =>
  all.toSorted((one, other) => hash(seed + one.name) - hash(seed + other.name))

const drawFlows = (seed: string, all: readonly Flow[]): readonly Flow[] => [
  ...all.filter(({ name }) => completeInShortRun.has(name)),
  ...shuffle(
    seed,
    all.filter(({ name }) => !completeInShortRun.has(name)),
  ).slice(0, drawnFlows),
]

const isInEachShortRun = ({ fault, baseline }: FaultCase): boolean =>
  fault.dependency === 'wire' && fault.planned[0]?.on !== 'lookup' && completeInShortRun.has(baseline.flow.name)

const drawCases = (seed: string, all: readonly FaultCase[]): readonly FaultCase[] => {
  const others = all.filter((one) => !isInEachShortRun(one))
  return [...all.filter(isInEachShortRun), ...shuffle(seed, others).slice(0, drawnCases)]
}

/** Sends what the processor cannot do. It changes no row and reaches no processor. */
const checkRefusal = async (fixture: FaultFixture, { operation, request }: Refusal): Promise<void> => {
  const client = await createMerchantClient(fixture)
  const { merchant, clock } = client
  try {
    const [path, body] = await request(client)
    const before = await takeSnapshot(merchant, clock.now())
    const entries = JSON.stringify(fixture.acquirer.ledger.entries())
    fixture.injector.begin(null, false)
    const response = await client.send({
      method: 'POST',
      path: `/v1/transactions/${path}`,
      body,
      key: crypto.randomUUID(),
    })
    await fixture.injector.idle()
    const calls = fixture.injector.end()
    expect(response.json.errors).toMatchObject([
      { type: 'not_supported_by_processor', message: { details: { operation } } },
    ])
    expect(response.status).toBe(409)
    expect(calls.filter(({ dependency }) => dependency === 'processor')).toEqual([])
    expect(JSON.stringify(fixture.acquirer.ledger.entries())).toBe(entries)
    expect(difference(before.lines, (await takeSnapshot(merchant, clock.now())).lines)).toBe('')
    await client.advance(61 * minute)
    await checkInvariants(client, fixture)
  } finally {
    fixture.injector.end()
    await clearDueWork(merchant)
  }
}

const describeSet = async (name: CapabilitySetName, length: 'short' | 'long'): Promise<void> => {
  const can = toSlowest(capabilitySets[name])
  const options = { can, processorTimeoutMs }
  const parts = runVariable('SLUICE_SWEEP').split(',')
  const seed = runVariable('SLUICE_SEED') || '1'
  const isComplete = length === 'long' || parts.join() !== ''
  const selected = flowsFor(can).filter((flow) => parts.some((part) => flow.name.includes(part)))
  const flows = isComplete ? selected : drawFlows(seed + name, selected)
  const baselines: Baseline[] = []
  const errors = new Map<string, unknown>()
  const recorder = await createFaultFixture(options)
  for (const flow of flows)
    await runBaseline(recorder, flow).then(
      (baseline) => baselines.push(baseline),
      (error: unknown) => errors.set(flow.name, error),
    )
  recorder.close()

  describe(`${name}, SLUICE_SEED=${seed}`, () => {
    let fixture: FaultFixture
    beforeAll(async () => {
      fixture = await createFaultFixture(options)
    })
    afterAll(() => fixture.close())

    for (const { name: flow } of flows)
      test(`${flow} / no fault`, () => {
        if (errors.has(flow)) throw errors.get(flow)
        expect(baselines.some((baseline) => baseline.flow.name === flow)).toBe(true)
      })
    const all = baselines.flatMap((baseline) => toWireCases(baseline, can).concat(toFaultCases(baseline)))
    for (const faultCase of isComplete ? all : drawCases(seed + name, all))
      test(faultCase.name, () => runFaultCase(fixture, faultCase), 60_000)

    for (const refusal of refusals.filter(({ isMissing }) => isMissing(can)))
      test(`${refusal.name} returns 409 not_supported_by_processor, before anything is stored or sent`, () =>
        checkRefusal(fixture, refusal))
  })
}

/**
 * Declares the fault cases of each set of capabilities: flows whose way depends on them, with each call failing before and after its effect,
 * and each request to the acquirer with each fault of the wire.
 */
export const describeCapabilityCases = async (length: 'short' | 'long'): Promise<void> => {
  for (const method of ['log', 'warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue()
  const restore = await clearDueWorkAndKeys(bindings.DB_01)
  afterAll(async () => {
    await restore()
    vi.restoreAllMocks()
  })
  const only = runVariable('SLUICE_SET')
  for (const name of Object.keys(capabilitySets) as CapabilitySetName[])
    if (only === '' || only === name) await describeSet(name, length)

  test('each capability that a set lacks has a request that is refused', () => {
    const sets = Object.values<Capabilities>(capabilitySets)
    expect(refusals.filter(({ isMissing }) => !sets.some((can) => isMissing(can))).map(({ name }) => name)).toEqual([])
  })
}
