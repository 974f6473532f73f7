import { expect, test } from 'vitest'
import { maxConnections } from '#contract/connections/connections'
import { acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { connectionFixture } from './connections.fixture.ts'

test('a connection has defaults for absent settings, names of its secrets, and no secret', async () => {
  const { create, get, list, clock } = await connectionFixture()
  const created = await create({ settings: { ...acmeSettings('s3cr3t-key'), currencies: [840, 978, 840], store: 7 } })
  expect(created).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]{11}$/),
    processor: 'acme',
    title: 'Acme Payments',
    mode: 'test',
    label: 'Shop',
    settings: {
      host: 'https://api.acme.example',
      region: 'eu',
      descriptors: null,
      store: 7,
      currencies: [840, 978],
      methods: null,
    },
    secretNames: ['apiKey'],
    status: 'untested',
    disabled: false,
    lastSuccess: null,
    lastFailure: null,
    capabilities: expect.objectContaining({ captures: 'one', currencies: [840, 978], holdMs: 604_800_000 }),
    notificationsUrl: null,
    created: expect.stringContaining(new Date(clock.now()).toISOString().slice(0, 10)),
    updated: created.created,
  })
  expect(await get(created.id)).toEqual(created)
  expect((await list()).map(({ id }) => id)).toEqual(['simulator', created.id])
  expect(JSON.stringify([created, await list()])).not.toContain('s3cr3t-key')
})

test.each<[object, [string, string][]]>([
  [{ hots: 'x' }, [['unknown_member', 'settings.hots']]],
  [
    { host: 5, apiKey: 7 },
    [
      ['type_invalid', 'settings.apiKey'],
      ['type_invalid', 'settings.host'],
    ],
  ],
  [{ ...acmeSettings('') }, [['length_invalid', 'settings.apiKey']]],
  [{ ...acmeSettings(), region: 'asia' }, [['enum_invalid', 'settings.region']]],
  [{ ...acmeSettings(), descriptors: 'yes' }, [['type_invalid', 'settings.descriptors']]],
  [{ ...acmeSettings(), store: -1 }, [['out_of_range', 'settings.store']]],
  [{ ...acmeSettings(), currencies: [1] }, [['enum_invalid', 'settings.currencies[0]']]],
  [{ ...acmeSettings(), methods: [] }, [['length_invalid', 'settings.methods']]],
  [{ ...acmeSettings(), methods: ['barter'] }, [['enum_invalid', 'settings.methods[0]']]],
])('settings %j are rejected with the path of each error', async (settings, expected) => {
  const { tryToCreate, rows } = await connectionFixture()
  expect((await tryToCreate({ settings })).map(({ type, field }) => [type, field])).toEqual(expected)
  expect(await rows()).toEqual([])
})

test('all required settings that are missing or null are named at once', async () => {
  const { tryToCreate } = await connectionFixture()
  for (const settings of [{}, null, { host: null, apiKey: null }])
    expect(await tryToCreate({ settings })).toEqual([
      { type: 'required', field: 'settings.apiKey' },
      { type: 'required', field: 'settings.host' },
    ])
})

test('a misspelled setting is rejected with the nearest name', async () => {
  const { tryToCreate } = await connectionFixture()
  expect(await tryToCreate({ settings: { ...acmeSettings(), regoin: 'eu' } })).toEqual([
    { type: 'unknown_member', field: 'settings.regoin', details: { nearest: 'region' } },
  ])
})

test('an unknown processor is rejected with the available ones and the nearest', async () => {
  const { tryToCreate } = await connectionFixture()
  expect(await tryToCreate({ processor: 'acmee' })).toEqual([
    {
      type: 'processor_not_found',
      field: 'processor',
      details: { allowed: ['simulator', 'nmi', 'acme'], nearest: 'acme' },
    },
  ])
})

test('a processor of test mode alone cannot be connected in live mode', async () => {
  const { tryToCreate } = await connectionFixture(undefined, { mode: 'live' })
  expect(await tryToCreate({ processor: 'simulator', settings: null })).toEqual([
    {
      type: 'processor_mode_mismatch',
      field: 'processor',
      details: { processor: 'simulator', mode: 'live', modes: ['test'] },
    },
  ])
})

test('the connection after the sixteenth is rejected with limit_reached', async () => {
  const { create, tryToCreate, rows } = await connectionFixture()
  for (let count = 0; count < maxConnections; count++) await create()
  expect(await tryToCreate({})).toEqual([{ type: 'limit_reached', details: { max: 16 } }])
  expect(await rows()).toHaveLength(maxConnections)
})
