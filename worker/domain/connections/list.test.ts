import { expect, test } from 'vitest'
import { createRegistry } from '../../processors/registry.ts'
import { acmeRegistry } from '../../testing/doubles/acmeProcessor.ts'
import { thrownErrors } from '../../testing/domainCalls.ts'
import { deleteConnection } from './delete.ts'
import { getConnection } from './find.ts'
import { listProcessors } from './list.ts'
import { connectionFixture, connectionNotFound } from './connections.fixture.ts'

test('the built-in simulator can be read and checked in test mode, and neither changed nor deleted', async () => {
  const { get, check, tryToUpdate, needs } = await connectionFixture()
  expect(await get('simulator')).toMatchObject({ processor: 'simulator', status: 'ok', created: null, settings: {} })
  expect((await check('simulator')).check.result).toBe('ok')
  const builtIn = [{ type: 'connection_built_in' }]
  expect(await tryToUpdate('simulator', { label: 'Mine' })).toEqual(builtIn)
  expect(await thrownErrors(deleteConnection('simulator', needs()))).toEqual(builtIn)
})

test('live mode has no built-in connection', async () => {
  const { needs, list } = await connectionFixture(undefined, { mode: 'live' })
  expect(await list()).toEqual([])
  expect(await thrownErrors(getConnection('simulator', needs()))).toEqual(connectionNotFound)
  expect(await thrownErrors(deleteConnection('simulator', needs()))).toEqual(connectionNotFound)
})

test('the list of processors is sorted by name', async () => {
  const definitions = [...acmeRegistry().values()]
  for (const inSomeOrder of [definitions, definitions.toReversed()]) {
    const { processors } = await listProcessors({ processors: createRegistry(inSomeOrder) })
    expect(processors.map(({ name }) => name)).toEqual(['acme', 'nmi', 'simulator'])
  }
})

test('the list of processors describes the settings of each', async () => {
  const { needs } = await connectionFixture()
  const { processors } = await listProcessors(needs())
  expect(processors.map(({ name, modes, testCards }) => [name, modes, testCards])).toEqual([
    ['acme', ['test', 'live'], 2],
    ['nmi', ['test', 'live'], 9],
    ['simulator', ['test'], null],
  ])
  expect(processors[0]!.settings.slice(1, 4)).toEqual([
    {
      name: 'apiKey',
      title: 'API key',
      help: 'From the console.',
      kind: 'secret',
      required: true,
      choices: null,
      default: null,
    },
    expect.objectContaining({ name: 'webhookSecret', required: false }),
    expect.objectContaining({ name: 'region', choices: ['eu', 'us'], default: 'eu' }),
  ])
})
