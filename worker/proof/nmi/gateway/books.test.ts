import { describe, expect, test } from 'vitest'
import type { FaultOrder, NmiFault } from '../faultPlan.ts'
import { compareBooks } from './books.ts'
import { minuteMs, nmiGateway } from './nmiGateway.fixture.ts'
import { operations, type NmiOperation } from './operations.ts'

/** What can happen to a request, by name. */
const faults: Readonly<Record<string, NmiFault>> = {
  'a connection dropped before the effect': { kind: 'dropBefore' },
  'a connection dropped after the effect': { kind: 'dropAfter' },
  'a connection dropped after an effect that is visible 10 minutes later': {
    kind: 'dropAfter',
    visibleAfterMs: 10 * minuteMs,
  },
  'silence without an effect': { kind: 'silentBefore' },
  'silence after the effect': { kind: 'silent' },
  'half an answer': { kind: 'half' },
  garbage: { kind: 'garbage' },
  'an answer of another type': { kind: 'wrongContent' },
  ...Object.fromEntries(
    [500, 429].flatMap((status) =>
      ([true, false] as const).map((before) => [
        `status ${status} ${before ? 'before' : 'after'} the effect`,
        { kind: 'status', status, before },
      ]),
    ),
  ),
  ...Object.fromEntries(
    ['420', '421', '430'].flatMap((code) => [
      [`code ${code} after the effect`, { kind: 'afterDoing', code }],
      [`code ${code} without an effect`, { kind: 'result', code }],
    ]),
  ),
}

/** The faults of a look-up: it has no effect. */
const lookupFaults: Readonly<Record<string, NmiFault>> = {
  'a dropped connection': { kind: 'dropBefore' },
  silence: { kind: 'silent' },
  'half an answer': { kind: 'half' },
  garbage: { kind: 'garbage' },
  'an answer of another type': { kind: 'wrongContent' },
  'status 500': { kind: 'status', status: 500, before: true },
  'status 429': { kind: 'status', status: 429, before: true },
  'an error of NMI': { kind: 'result', code: '400', text: 'Try again' },
}

const timeout = { errors: [{ type: 'processor_timeout' }] }

/** What the client sees. Only the rule's own decline is one. */
const unknownOutcomes: Readonly<Record<NmiOperation['kind'], object>> = {
  payment: { responseCode: '68' },
  bill: {},
  unreferencedCredit: timeout,
  modification: timeout,
  reversal: { responseCode: 'G05' },
}

/** Runs an operation with faults, lets two hours pass, and compares both ledgers. */
const expectBooksToAgree = async (
  { kind, prepare, act }: NmiOperation,
  planned: readonly FaultOrder[],
  visibleAfterMs = 0,
): Promise<void> => {
  const isSilent = planned.some(({ fault }) => fault.kind.startsWith('silent'))
  const gateway = await nmiGateway({ visibleAfterMs, isSilent })
  const prepared = (await prepare?.(gateway)) ?? ''
  for (const order of planned) gateway.standIn.faults.add(order)
  const response = await act(gateway, prepared)
  // Otherwise the case would prove nothing.
  expect(gateway.standIn.faults.left()).toBeLessThan(planned.reduce((sum, { times = 1 }) => sum + times, 0))
  // Never a decline, after which a merchant would ask the shopper for another card.
  if (response !== null) expect(response.json).toMatchObject(unknownOutcomes[kind])
  await gateway.passTwoHours()
  if (kind === 'bill') expect(gateway.sums()).toMatchObject({ captured: 1000n })
  expect(await compareBooks(gateway)).toEqual([])
  expect(
    await gateway.merchant.rows(
      'SELECT id FROM operations WHERE account = ? AND attention IS NOT NULL',
      gateway.merchant.id,
    ),
  ).toEqual([])
}

describe('two hours after a fault, the books of the gateway and of NMI agree', () => {
  const cases = operations.flatMap((operation) =>
    Object.entries(faults).map(([fault, planned]) => [operation.name, fault, operation, planned] as const),
  )
  test.each(cases)('%s, %s', (_name, _fault, operation, fault) =>
    expectBooksToAgree(operation, [{ on: operation.on, fault }]),
  )
})

describe('two hours after a lost answer and failed look-ups, the books of the gateway and of NMI agree', () => {
  const cases = operations.flatMap((operation) =>
    Object.entries(lookupFaults).map(([fault, planned], index) => {
      const kind = index % 2 === 0 ? ('dropAfter' as const) : ('dropBefore' as const)
      return [operation.name, kind, (index % 3) + 1, fault, operation, planned] as const
    }),
  )
  test.each(cases)('%s, %s, %i failed look-ups: %s', (_name, kind, times, _fault, operation, fault) =>
    expectBooksToAgree(
      operation,
      [
        { on: operation.on, fault: { kind } },
        { on: 'query', times, fault },
      ],
      10 * minuteMs,
    ),
  )
})

describe('two hours after an answer, a look-up and the next request were lost, the books of the gateway and of NMI agree', () => {
  const cases = operations.flatMap((operation) =>
    (['dropBefore', 'dropAfter'] as const).flatMap((first) =>
      (['dropBefore', 'dropAfter', 'silent'] as const).map((next) => [operation.name, first, next, operation] as const),
    ),
  )
  test.each(cases)('%s, %s, then %s', (_name, first, next, operation) =>
    expectBooksToAgree(operation, [
      { on: operation.on, fault: { kind: first } },
      { on: 'query', fault: { kind: 'dropBefore' } },
      { on: operation.kind === 'modification' ? operation.on : 'void', fault: { kind: next } },
    ]),
  )
})
