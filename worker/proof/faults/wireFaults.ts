import type { Fault, PlannedFault, RequestType } from '../acquirer/faultPlan.ts'
import type { Capabilities } from '../../processors/processor.ts'
import type { Baseline, FaultCase } from './faultCases.ts'

const second = 1000
const minute = 60 * second

/** How long a late request travels: longer than the gateway waits for its response, and shorter than a request can live. */
const travelMs = 30 * second

/** The latest response that can still arrive. */
const lateResponseMs = 9 * minute

/** A request or response of the acquirer that gets lost, late, broken or doubled, by name. */
const singleFaults: Readonly<Record<string, Fault>> = {
  'lost request': { kind: 'dropBefore' },
  'lost response': { kind: 'dropAfter' },
  'half a response': { kind: 'half' },
  'doubled response': { kind: 'double' },
  'no response': { kind: 'silent' },
  'late request': { kind: 'delay', ms: travelMs },
  'late response': { kind: 'late', ms: lateResponseMs },
}

const lostTwice = (on: RequestType): PlannedFault[] => [
  { fault: { kind: 'dropBefore' }, on },
  { fault: { kind: 'dropAfter' }, on },
]

/** The faults of a request, and of the requests by which the gateway recovers it. */
const plansFor = (
  on: RequestType,
  { visibleAfterMs }: Capabilities,
): readonly { readonly when: string; readonly planned: readonly PlannedFault[] }[] => [
  ...Object.entries(singleFaults).map(([when, fault]) => ({ when, planned: [{ fault, on }] })),
  // By default operations become visible as late as they may.
  ...(visibleAfterMs === 0
    ? []
    : [0, visibleAfterMs / 2].map((ms) => ({
        when: `lost response, visible after ${ms / minute} min`,
        planned: [{ fault: { kind: 'dropAfter', visibleAfterMs: ms } as const, on }],
      }))),
  ...(['dropBefore', 'dropAfter'] as const).map((kind) => ({
    when: `lost ${kind === 'dropBefore' ? 'request' : 'response'}, and lost recovery`,
    planned: [
      { fault: { kind }, on },
      ...lostTwice(on),
      ...lostTwice('reverse'),
      // Each look-up of a pending operation waits for twice its age: five lost ones take days.
      ...(on === 'lookup' ? [] : lostTwice('lookup')),
    ],
  })),
]

const wireTypes: ReadonlySet<string> = new Set(['authorize', 'capture', 'void', 'credit', 'reverse', 'lookup'])

/** Each request of a flow to the acquirer, with each fault of the wire. */
export const toWireCases = (baseline: Baseline, can: Capabilities): readonly FaultCase[] =>
  baseline.calls
    .filter(({ dependency }) => dependency === 'processor')
    .flatMap(({ description }, index) =>
      wireTypes.has(description)
        ? plansFor(description as RequestType, can).map(({ when, planned }) => ({
            name: `${baseline.flow.name} / ${description} ${index + 1} / ${when}`,
            baseline,
            fault: { dependency: 'wire' as const, call: index + 1, when, planned },
          }))
        : [],
    )
