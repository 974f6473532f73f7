import { expect, test } from 'vitest'
import { capabilitySets, type CapabilitySetName } from '../conformance/capabilitySets.ts'
import type { ConnectionSettings } from '../definition.ts'
import type { Capabilities } from '../processor.ts'
import { memoryBook } from './book/memoryBook.ts'
import { defaultCapabilities } from './capabilities.ts'
import { simulatorDefinition } from './definition.ts'

/** Ports of a connection, with a list of the calls of its book. */
const recordCalls = () => {
  const calls: string[] = []
  const target = memoryBook()
  const book = new Proxy(target, {
    get: (_, name: keyof typeof target) => {
      calls.push(name)
      return target[name]
    },
  })
  const ports = {
    connection: 'cn_1',
    fetch: () => Promise.reject(new Error('No network.')),
    now: () => 0,
    accountNow: () => 0,
    book,
  }
  return { calls, ports }
}

/** A set of capabilities as the settings of a connection: `all` currencies are an empty setting. */
const asSettings = ({ currencies, ...others }: Capabilities): ConnectionSettings => ({
  ...others,
  currencies: currencies === 'all' ? null : currencies,
})

test.each(Object.keys(capabilitySets) as CapabilitySetName[])(
  'settings of the simulator can choose the capabilities %s',
  async (name) => {
    const settings = asSettings(capabilitySets[name])
    const { ports } = recordCalls()
    expect(simulatorDefinition.capabilities(settings)).toEqual(capabilitySets[name])
    expect(simulatorDefinition.create(settings, ports).can).toEqual(capabilitySets[name])
    expect(await simulatorDefinition.check(settings, ports, 'test')).toEqual({
      result: 'ok',
      capabilities: capabilitySets[name],
    })
  },
)

test('each capability of the simulator is a setting with the same name and the default of the built-in simulator', () => {
  const defaults = new Map(simulatorDefinition.settings.map((setting) => [setting.name, setting.default]))
  for (const name of Object.keys(defaultCapabilities)) expect([...defaults.keys()]).toContain(name)
  expect(simulatorDefinition.capabilities({})).toEqual(defaultCapabilities)
})

const ref = { account: 'a', op: '1', root: '1' }

test.each<[string, ConnectionSettings, boolean]>([
  ['no settings', {}, false],
  ['fewer currencies', { currencies: [840] }, false],
  ['no partial approvals', { partialApproval: false }, false],
  ['one capture', { captures: 'one' }, true],
  ['no void of one capture', { voidsOneCapture: false }, true],
  ['no release of the rest', { givesBackRest: false }, true],
  ['no idempotency', { repeats: 'never' }, true],
  ['look-ups', { finds: 'byOurReference' }, true],
  ['reversals by their reference', { reverses: 'byTheirs' }, true],
  ['later outcomes', { answersLater: true }, true],
  ['a life of holds', { holdMs: 1000 }, true],
  ['settlement', { settlesAfterMs: 1000 }, true],
  ['a book', { keepsBook: true }, true],
])('simulated connection with %s has a report only if it keeps a book', async (_, settings, keepsBook) => {
  const { calls, ports } = recordCalls()
  const processor = simulatorDefinition.create(settings, ports)
  expect(processor.report !== undefined).toBe(keepsBook)
  await processor.reverse({ ...ref, raw: 'sim_1' }, 1)
  expect(calls).toEqual(keepsBook ? ['reverse'] : [])
})

test('the simulator is for test mode only', () => {
  expect(simulatorDefinition.modes).toEqual(['test'])
})
