import { afterAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { accountJobs, scanJobs, shardJobs } from '../../domain/sweep.ts'
import { clearDueWorkAndKeys } from '../../testing/database/clearDueWork.ts'
import type { Flow } from './flows/flow.ts'
import { flows, flowsWithStorage } from './flows/flows.ts'
import { runBaseline, runFaultCase, toFaultCases } from './faultCases.ts'
import type { Baseline, FaultCase } from './faultCases.ts'
import { createFaultFixture } from './fixture.ts'
import { hash, runVariable } from './selection.ts'

/** Every short run has all cases of this flow, the most frequent request. */
const completeFlow = 'authorize by card'

/** Every short run has all database cases of these flows. */
const databaseFlows = /^authorize (by token|with)/

/** The number of other flows in a short run, with two cases each. */
const drawnFlows = 5

/** The flows and cases of a run. */
interface Selection {
  readonly flows: readonly Flow[]
  select(cases: readonly FaultCase[]): readonly FaultCase[]
}

const everything: Selection = { flows, select: (cases) => cases }

const isDrawn = ({ name }: Flow) => name !== completeFlow && !databaseFlows.test(name)

const drawSelection = (seed: string): Selection => {
  const shuffle = <T extends { readonly name: string }>(all: readonly T[]): T[] =>
    all.toSorted((one, other) => hash(seed + one.name) - hash(seed + other.name))
  return {
    flows: [...flows.filter((one) => !isDrawn(one)), ...shuffle(flows.filter(isDrawn)).slice(0, drawnFlows)],
    select: (cases) => {
      const name = cases[0]?.baseline.flow.name ?? ''
      if (name === completeFlow) return cases
      if (databaseFlows.test(name)) return cases.filter(({ fault }) => fault.dependency === 'database')
      return shuffle(cases).slice(0, 2)
    },
  }
}

/** `SLUICE_SWEEP` selects flows by parts of their names, separated by commas, with all their cases. */
const createSelection = (length: 'short' | 'long', names: string, seed: string): Selection => {
  if (names === '') return length === 'long' ? everything : drawSelection(seed)
  const parts = names.split(',')
  return { ...everything, flows: flows.filter(({ name }) => parts.some((part) => name.includes(part))) }
}

/** Declares a test for each fault case, named `flow / dependency / number of the call / when`. */
const jobNames = Object.keys({ ...accountJobs, ...scanJobs, ...shardJobs })

export const describeFaultCases = async (length: 'short' | 'long'): Promise<void> => {
  for (const method of ['log', 'warn', 'error'] as const) vi.spyOn(console, method).mockReturnValue()
  const fixture = await createFaultFixture()
  const restore = await clearDueWorkAndKeys(fixture.database)
  afterAll(async () => {
    await restore()
    fixture.close()
    vi.restoreAllMocks()
  })

  const seed = runVariable('SLUICE_SEED') || '1'
  const selection = createSelection(length, runVariable('SLUICE_SWEEP'), seed)
  const baselines: Baseline[] = []
  const errors = new Map<Flow, unknown>()
  for (const flow of selection.flows)
    await runBaseline(fixture, flow).then(
      (baseline) => baselines.push(baseline),
      (error: unknown) => errors.set(flow, error),
    )

  describe('table of flows', () => {
    test('flows cover each endpoint that is not a GET, and each job of the sweep', () => {
      const covered = new Set(flows.flatMap(({ covers }) => covers))
      const changing = endpoints.filter(({ method }) => method !== 'GET').map(({ name }) => name)
      const jobs = jobNames.map((name) => `job ${name}`)
      expect([...changing, ...jobs].filter((name) => !covered.has(name))).toEqual([])
    })

    test('flows have unique names, and cover only existing endpoints and jobs', () => {
      expect(new Set(flows.map(({ name }) => name)).size).toBe(flows.length)
      const existing = new Set([
        ...endpoints.map(({ name }) => name),
        ...jobNames.map((name) => `job ${name}`),
        'hosted checkout',
        'device protocol',
      ])
      expect(flows.flatMap(({ covers }) => covers).filter((name) => !existing.has(name))).toEqual([])
      const names = new Set(flows.map(({ name }) => name))
      expect([...flowsWithStorage].filter((name) => !names.has(name))).toEqual([])
    })
  })

  describe(`SLUICE_SEED=${seed}`, () => {
    for (const flow of selection.flows)
      test(`${flow.name} / no fault`, () => {
        if (errors.has(flow)) throw errors.get(flow)
        expect(baselines.find((one) => one.flow === flow)!.calls.length).toBeGreaterThan(0)
      })
    for (const faultCase of baselines.flatMap((baseline) => selection.select(toFaultCases(baseline))))
      test(faultCase.name, () => runFaultCase(fixture, faultCase), 60_000)
  })
}
