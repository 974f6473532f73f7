import { afterAll, describe, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints'
import { shardJobs } from '../../domain/sweep.ts'
import { bindings } from '../../testing/bindings.ts'
import { clearDueWorkAndKeys } from '../../testing/database/clearDueWork.ts'
import { flows, storing } from './flows.ts'
import type { Flow } from './flows.ts'
import { casesOf, measure, tryCase } from './faultCases.ts'
import type { Case, Measured } from './faultCases.ts'
import { openWorld } from './fixture.ts'

/** What a run is told from outside; empty where it is told nothing. */
const said = (name: 'SLUICE_SWEEP' | 'SLUICE_SEED'): string => (bindings as Record<string, unknown>)[name] as string

/** The flow whose cases are always all played: every payment is one. */
const always = 'authorize by card'

/** Flows of which every case of the database is always played. */
const authorizations = /^authorize (by token|that is|whose connection)/

/** How many of the other flows have their turn in a short run, with two cases each. */
const flowsAtOnce = 5

/** A number that looks random and is always the same for the same words. */
const drawn = (words: string): number => {
  let hash = 2_166_136_261
  for (const letter of words) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** The flows and cases whose turn it is. */
interface Turns {
  readonly flows: readonly Flow[]
  of(cases: readonly Case[]): readonly Case[]
}

const all: Turns = { flows, of: (cases) => cases }

const isOther = ({ name }: Flow) => name !== always && !authorizations.test(name)

/** Those that a seed draws. */
const some = (seed: string): Turns => {
  const inTurn = <T extends { readonly name: string }>(all: readonly T[]): T[] =>
    all.toSorted((one, other) => drawn(seed + one.name) - drawn(seed + other.name))
  return {
    flows: [...flows.filter((one) => !isOther(one)), ...inTurn(flows.filter(isOther)).slice(0, flowsAtOnce)],
    of: (cases) => {
      const name = cases[0]?.measured.flow.name ?? ''
      if (name === always) return cases
      if (authorizations.test(name)) return cases.filter(({ fault }) => fault.kind === 'database')
      return inTurn(cases).slice(0, 2)
    },
  }
}

/** `SLUICE_SWEEP` names flows, or parts of their names, after commas: they have all their cases played, in a short run, too. */
const turnsOf = (length: 'short' | 'long', wanted: string, seed: string): Turns => {
  if (wanted === '') return length === 'long' ? all : some(seed)
  const parts = wanted.split(',')
  return { ...all, flows: flows.filter(({ name }) => parts.some((part) => name.includes(part))) }
}

/**
 * For every flow, each call outside fails, before its effect and after it. Each case is a test that can be run alone: `flow / kind / number
 * of the call among those of its kind / before or after`.
 */
export const describeFaultSweep = async (length: 'short' | 'long'): Promise<void> => {
  for (const way of ['log', 'warn', 'error'] as const) vi.spyOn(console, way).mockReturnValue()
  const world = await openWorld()
  const restore = await clearDueWorkAndKeys(world.database)
  afterAll(async () => {
    await restore()
    world.close()
    vi.restoreAllMocks()
  })

  const seed = said('SLUICE_SEED') || '1'
  const turns = turnsOf(length, said('SLUICE_SWEEP'), seed)
  const measured: Measured[] = []
  const broken = new Map<Flow, unknown>()
  for (const flow of turns.flows)
    await measure(world, flow).then(
      (one) => measured.push(one),
      (thrown: unknown) => broken.set(flow, thrown),
    )

  describe('the table of flows', () => {
    test('has each endpoint that changes something, and each job of the sweep', () => {
      const covered = new Set(flows.flatMap(({ covers }) => covers))
      const changing = endpoints.filter(({ method }) => method !== 'GET').map(({ name }) => name)
      const jobs = Object.keys(shardJobs).map((name) => `job ${name}`)
      expect([...changing, ...jobs].filter((name) => !covered.has(name))).toEqual([])
    })

    test('has nothing twice, and nothing that is not there', () => {
      expect(new Set(flows.map(({ name }) => name)).size).toBe(flows.length)
      const known = new Set([
        ...endpoints.map(({ name }) => name),
        ...Object.keys(shardJobs).map((name) => `job ${name}`),
        'delivery',
        'the hosted page',
        'the device protocol',
      ])
      expect(flows.flatMap(({ covers }) => covers).filter((name) => !known.has(name))).toEqual([])
      const names = new Set(flows.map(({ name }) => name))
      expect([...storing].filter((name) => !names.has(name))).toEqual([])
    })
  })

  describe(`SLUICE_SEED=${seed}`, () => {
    for (const flow of turns.flows)
      test(`${flow.name}: holds where nothing fails, and asks somebody outside`, () => {
        if (broken.has(flow)) throw broken.get(flow)
        expect(measured.find((one) => one.flow === flow)!.calls.length).toBeGreaterThan(0)
      })
    for (const one of measured.flatMap((each) => turns.of(casesOf(each))))
      test(one.name, () => tryCase(world, one), 60_000)
  })
}
