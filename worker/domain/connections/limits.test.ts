import { expect, test } from 'vitest'
import { capabilitySets } from '../../processors/conformance/capabilitySets.ts'
import type { Capabilities } from '../../processors/processor.ts'
import type { Connection } from './connection.ts'
import { connectionLimits } from './limits.ts'

const connection = (id: string, more: Partial<Capabilities>): Connection => ({
  id,
  disabled: false,
  used: true,
  testCards: null,
  can: { ...capabilitySets.isoLike, ...more },
})

test('connections are listed by what they lack, and all as known', () => {
  const accountConnections = [
    connection('everything', {}),
    connection('captures once', { captures: 'one' }),
    connection('voids payments only', { voidsOneCapture: false }),
    connection('keeps the rest', { givesBackRest: false }),
    connection('refunds what has settled', { creditsUnsettled: false }),
    // Its capture ends the hold, so no rest is left to release.
    connection('captures once and keeps the rest', { captures: 'one', givesBackRest: false }),
  ]
  expect(connectionLimits({ accountConnections })).toEqual({
    known: accountConnections.map(({ id }) => id),
    captureOnce: ['captures once', 'captures once and keeps the rest'],
    voidWhole: ['voids payments only'],
    creditSettled: ['refunds what has settled'],
    keepRest: ['keeps the rest'],
  })
})
