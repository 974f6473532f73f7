import { expect, test } from 'vitest'
import { liveWarning } from './liveWarning.ts'

const simulator = { id: 'simulator', disabled: false }
const enabled = { id: 'a', disabled: false }
const disabled = { id: 'b', disabled: true }
const warn = (
  connections: readonly (typeof enabled)[],
  rules: readonly string[] = [],
  mode: 'test' | 'live' = 'live',
) => liveWarning({ mode, connections: [simulator, ...connections], rules: rules.map((connection) => ({ connection })) })

test('a test key has no warning', () => {
  expect(warn([], [], 'test')).toBeNull()
})

test.each([
  ['no connection but the simulator', [], ['simulator']],
  ['a disabled connection alone', [disabled], ['b']],
])('a live key of an account with %s warns of a missing connection', (_what, connections, rules) => {
  expect(warn(connections, rules)).toMatch(/^Live mode has no enabled connection.*G08.*connect-a-processor/)
})

test('a live key of an account whose rules name no enabled connection warns of the rules', () => {
  expect(warn([enabled, disabled], ['b', 'simulator'])).toMatch(/^No routing rule .*G08.*#routing/)
})

test('a live key of an account with a rule for an enabled connection has no warning', () => {
  expect(warn([disabled, enabled], ['b', 'a'])).toBeNull()
})
