import { expect, test } from 'vitest'
import { capabilitySets } from '../../../processors/conformance/capabilitySets.ts'
import { simulatorDefinition } from '../../../processors/simulator/definition.ts'
import { merchantCapabilities } from './merchantCapabilities.ts'

test('the table for merchants has a column for each processor, in plain words', () => {
  const other = {
    ...simulatorDefinition,
    title: 'Other',
    modes: ['test', 'live'] as const,
    capabilities: () => ({
      ...simulatorDefinition.capabilities({}),
      captures: 'one' as const,
      repeats: 'never' as const,
      finds: 'never' as const,
      methods: ['check' as const],
      currencies: [840, 978],
      answersLater: true,
      holdMs: 604_800_000,
    }),
  }
  const rows = merchantCapabilities([simulatorDefinition, other])
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const of = (what: string) => rows.find(([, name]) => name === what)?.slice(2, 4)
  expect(of('What')).toEqual(['Simulator', 'Other'])
  expect(of('Modes')).toEqual(['test', 'test, live'])
  expect(of('Payment methods')).toEqual(['cards, bank debits, cash', 'bank debits'])
  expect(of('Currencies')).toEqual(['all', 'USD, EUR'])
  expect(of('Captures of one payment')).toEqual(['several', 'one'])
  expect(of('Release of the rest after a capture')).toEqual(['yes', 'always'])
  expect(of('Outcome of captures and refunds')).toEqual(['in the response', 'later, by event'])
  expect(of('How long money is held')).toEqual(["the card networks' own times", '7 days'])
  expect(of('A capture or refund without a response is')).toEqual([
    'sent again, without a second effect',
    'manual decision',
  ])
})

test('the table for merchants has words for every set of capabilities', () => {
  for (const can of Object.values(capabilitySets))
    expect(merchantCapabilities([{ ...simulatorDefinition, capabilities: () => can }])).not.toMatch(/undefined|null/)
})
