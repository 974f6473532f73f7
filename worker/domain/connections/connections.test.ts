import { expect, test } from 'vitest'
import {
  createConnection as createEndpoint,
  maxConnections,
  updateConnection as updateEndpoint,
} from '#contract/connections/connections'
import type { ConnectionCheck } from '../../processors/definition.ts'
import { createRegistry } from '../../processors/registry.ts'
import { acmeRegistry, acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { parseInput, thrownErrors } from '../../testing/domainCalls.ts'
import { domainFixture } from '../../testing/fixtures/domainFixture.ts'
import { checkConnection } from './check.ts'
import { createConnection } from './create.ts'
import { deleteConnection } from './delete.ts'
import { getConnection } from './find.ts'
import { noteConnection } from './health.ts'
import { listConnections, listProcessors } from './list.ts'
import { updateConnection } from './update.ts'

type Answer = Parameters<typeof acmeRegistry>[0]

const body = (more: object = {}) =>
  parseInput(createEndpoint, { processor: 'acme', label: 'Shop', settings: acmeSettings(), ...more })

const connectionFixture = async (answer?: Answer, options: Parameters<typeof domainFixture>[0] = {}) => {
  const fixture = await domainFixture(options)
  const processors = acmeRegistry(answer)
  const needs = () => ({ ...fixture.services(), processors })
  return {
    ...fixture,
    needs,
    create: async (more: object = {}) => (await createConnection(body(more), needs())).connection,
    tryToCreate: (more: object) => thrownErrors(createConnection(body(more), needs())),
    update: async (id: string, change: object) =>
      (await updateConnection(id, parseInput(updateEndpoint, change), needs())).connection,
    tryToUpdate: (id: string, change: object) =>
      thrownErrors(updateConnection(id, parseInput(updateEndpoint, change), needs())),
    get: async (id: string) => (await getConnection(id, needs())).connection,
    list: async () => (await listConnections(needs())).connections,
    check: async (id: string) => checkConnection(id, needs()),
    rows: () => fixture.merchant.rows('SELECT * FROM connections WHERE account = ?', fixture.merchant.id),
    audit: async () =>
      (
        await fixture.merchant.rows(
          'SELECT action, detail FROM audit WHERE account = ? ORDER BY rowid',
          fixture.merchant.id,
        )
      ).map(({ action, detail }) => Object.assign({ action }, JSON.parse(String(detail)))),
  }
}

const connectionNotFound = [{ type: 'not_found', details: { resource: 'connection' } }]
const redacted = '[redacted]'

test('a connection has defaults for absent settings, names of its secrets, and no secret', async () => {
  const { create, get, list, clock } = await connectionFixture()
  const created = await create({ settings: { ...acmeSettings('s3cr3t-key'), currencies: [840, 978, 840], store: 7 } })
  expect(created).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
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
      details: { allowed: ['simulator', 'acme'], nearest: 'acme' },
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

test('an update keeps absent settings and secrets, resets null ones, and forgets the status', async () => {
  const { create, update, needs, rows } = await connectionFixture()
  const { id } = await create({
    settings: { ...acmeSettings('first-key'), webhookSecret: 'hook', store: 7, region: 'us' },
  })
  await checkConnection(id, needs())
  const changed = await update(id, { settings: { store: null, region: null, webhookSecret: null } })
  expect(changed).toMatchObject({
    status: 'untested',
    secretNames: ['apiKey'],
    settings: { host: 'https://api.acme.example', store: null, region: 'eu' },
  })
  const [row] = await rows()
  const sealed = { sealed: String(row!['sealedSecrets']), wrappedKey: String(row!['wrappedSecretsKey']) }
  expect(await needs().connectionVault.openSecrets(id, sealed)).toEqual({ apiKey: 'first-key' })
})

test('a change of label or disabled keeps settings, secrets and status', async () => {
  const { create, update, check, rows } = await connectionFixture()
  const { id } = await create()
  await check(id)
  const [before] = await rows()
  expect(await update(id, { label: 'Till', disabled: true })).toMatchObject({ label: 'Till', status: 'disabled' })
  expect(await update(id, { disabled: false })).toMatchObject({ status: 'ok' })
  const [after] = await rows()
  for (const column of ['settings', 'sealedSecrets', 'wrappedSecretsKey', 'lastSuccess'])
    expect(after![column]).toBe(before![column])
})

test('a connection that was read can be sent back as a whole', async () => {
  const { create, update, get } = await connectionFixture()
  const { id } = await create()
  expect(await update(id, { ...(await get(id)), label: 'Till' })).toMatchObject({
    label: 'Till',
    secretNames: ['apiKey'],
  })
})

test('another host is accepted only together with all stored secrets', async () => {
  const { create, update, tryToUpdate, get } = await connectionFixture()
  const { id } = await create({ settings: { ...acmeSettings(), webhookSecret: 'hook' } })
  const host = 'https://thief.example'
  expect(await tryToUpdate(id, { settings: { host } })).toEqual([
    { type: 'required', field: 'settings.apiKey' },
    { type: 'required', field: 'settings.webhookSecret' },
  ])
  expect(await tryToUpdate(id, { settings: { host, apiKey: 'mine' } })).toEqual([
    { type: 'required', field: 'settings.webhookSecret' },
  ])
  expect((await get(id)).settings).toMatchObject({ host: 'https://api.acme.example' })
  expect(await update(id, { settings: { host, apiKey: 'mine', webhookSecret: null } })).toMatchObject({
    settings: { host },
    secretNames: ['apiKey'],
  })
})

test('each change gives a connection a new version, also within one millisecond and with an earlier clock', async () => {
  const { create, update, rows, clock } = await connectionFixture()
  const { id } = await create()
  const versions: unknown[] = []
  for (const label of ['A', 'B', 'C']) {
    clock.advance(-5)
    await update(id, { label })
    versions.push((await rows())[0]!['updated'])
  }
  expect(versions).toEqual([...new Set(versions)].toSorted())
})

test('concurrent changes of different settings are all kept', async () => {
  const { create, update, get } = await connectionFixture()
  const { id } = await create()
  await Promise.all([
    update(id, { settings: { store: 7 } }),
    update(id, { settings: { descriptors: true } }),
    update(id, { label: 'Till' }),
  ])
  expect(await get(id)).toMatchObject({ label: 'Till', settings: { store: 7, descriptors: true } })
})

test('the audit has old and new values of a connection, and of secrets only the names', async () => {
  const { create, update, needs, audit } = await connectionFixture()
  const { id } = await create({ settings: acmeSettings('first-key') })
  await update(id, { label: 'Till', disabled: true, settings: { apiKey: 'second-key', store: 7 } })
  await deleteConnection(id, needs())
  const before = {
    host: 'https://api.acme.example',
    region: 'eu',
    descriptors: null,
    store: null,
    currencies: null,
    methods: null,
  }
  const secrets = { apiKey: redacted }
  const entries = await audit()
  expect(entries).toEqual([
    {
      action: 'connection.created',
      connection: id,
      changes: {
        processor: { old: null, new: 'acme' },
        label: { old: null, new: 'Shop' },
        settings: { old: null, new: before },
        secrets: { old: null, new: secrets },
      },
    },
    {
      action: 'connection.updated',
      connection: id,
      changes: {
        label: { old: 'Shop', new: 'Till' },
        settings: { old: before, new: { ...before, store: 7 } },
        secrets: { old: secrets, new: secrets },
        disabled: { old: false, new: true },
      },
    },
    {
      action: 'connection.deleted',
      connection: id,
      changes: {
        processor: { old: 'acme', new: null },
        label: { old: 'Till', new: null },
        settings: { old: { ...before, store: 7 }, new: null },
        secrets: { old: secrets, new: null },
        disabled: { old: true, new: null },
      },
    },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/(first|second)-key/)
})

test('a connection that a payment has used, or that a routing rule names, cannot be deleted', async () => {
  const { create, needs, get, merchant } = await connectionFixture()
  const [used, routed, free] = [await create(), await create(), await create()]
  await merchant.rows('UPDATE connections SET used = 1 WHERE id = ?', used.id)
  await merchant.rows(
    `UPDATE accounts SET testSettings = json_set(testSettings, '$.routing', json(?)) WHERE id = ?`,
    JSON.stringify([{ connection: routed.id }]),
    merchant.id,
  )
  const remove = (id: string) => deleteConnection(id, needs())
  expect(await thrownErrors(remove(used.id))).toEqual([{ type: 'connection_in_use', details: { by: 'payment' } }])
  expect(await thrownErrors(remove(routed.id))).toEqual([{ type: 'connection_in_use', details: { by: 'routing' } }])
  expect((await get(used.id)).secretNames).toEqual(['apiKey'])
  expect(await remove(free.id)).toEqual({ errors: null })
  expect(await thrownErrors(remove(free.id))).toEqual(connectionNotFound)
})

test('a check gets all settings and the mode, and sets the status to ok', async () => {
  const checks: unknown[] = []
  const { create, check } = await connectionFixture(async (given) => {
    checks.push(given)
    return { result: 'ok', capabilities: acmeRegistry().get('acme')!.capabilities({}) }
  })
  const { id, settings } = await create({ settings: acmeSettings('s3cr3t-key') })
  const checked = await check(id)
  expect(checks).toEqual([{ connection: id, mode: 'test', settings: { ...settings, apiKey: 's3cr3t-key' } }])
  expect(checked.check).toEqual({ result: 'ok', reason: null, text: null })
  expect(checked.connection).toMatchObject({ status: 'ok', lastSuccess: expect.any(String), lastFailure: null })
})

test('a failed check returns its reason without the secrets that the processor quotes', async () => {
  const { create, check } = await connectionFixture(async ({ settings }) => ({
    result: 'failed',
    reason: 'credentials',
    text: `Key ${String(settings['apiKey'])} is not known at ${String(settings['host'])}.`,
  }))
  const { id } = await create()
  const { check: result, connection } = await check(id)
  expect(result).toEqual({
    result: 'failed',
    reason: 'credentials',
    text: 'Key [redacted] is not known at https://api.acme.example.',
  })
  expect(connection).toMatchObject({ status: 'failing', lastFailure: expect.any(String) })
})

test.each<[string, () => Promise<ConnectionCheck>, string]>([
  ['throws', () => Promise.reject(new Error('apiKey')), 'The check ended with an error.'],
  ['never ends', () => new Promise(() => undefined), 'The processor did not respond in time.'],
])('a check that %s fails as unreachable', async (_name, answer, text) => {
  const { create, needs } = await connectionFixture(answer)
  const { id } = await create()
  const { check } = await checkConnection(id, { ...needs(), limits: { processorTimeoutMs: 20 } })
  expect(check).toEqual({ result: 'failed', reason: 'unreachable', text })
})

test('a connection whose processor the gateway no longer has can be read, disabled and checked, and fails the check', async () => {
  const { create, needs } = await connectionFixture()
  const { id } = await create()
  const without = () => ({ ...needs(), processors: new Map() })
  expect((await getConnection(id, without())).connection).toMatchObject({ title: 'acme', capabilities: null })
  expect((await updateConnection(id, { disabled: true }, without())).connection.disabled).toBe(true)
  expect((await checkConnection(id, without())).check).toMatchObject({ result: 'failed', reason: 'unreachable' })
})

test('the health of a connection is written once a minute, and at once if the status changes', async () => {
  const { create, needs, merchant } = await connectionFixture()
  const { id } = await create()
  let now = 1_000_000
  const written: [string, number][] = []
  const row = async () => {
    const [found] = await merchant.rows('SELECT id, lastSuccess, lastFailure FROM connections WHERE id = ?', id)
    return found as unknown as { id: string; lastSuccess: number | null; lastFailure: number | null }
  }
  const note = async (health: 'success' | 'failure', afterMs: number) => {
    now += afterMs
    const { connections } = needs()
    await noteConnection(await row(), health, {
      realClock: { now: () => now },
      connections: {
        noteHealth: async (...call) => {
          written.push([health, now])
          await connections.noteHealth(...call)
        },
      },
    })
    return row()
  }
  expect(await note('success', 0)).toMatchObject({ lastSuccess: 1_000_000, lastFailure: null })
  await note('success', 59_999)
  expect(await note('success', 1)).toMatchObject({ lastSuccess: 1_060_000 })
  expect(await note('failure', 10)).toMatchObject({ lastFailure: 1_060_010 })
  await note('failure', 10)
  expect(await note('success', 10)).toMatchObject({ lastSuccess: 1_060_030 })
  expect(written).toEqual([
    ['success', 1_000_000],
    ['success', 1_060_000],
    ['failure', 1_060_010],
    ['success', 1_060_030],
  ])
})

test('a note with an outdated record writes no more often, and a late one moves no time back', async () => {
  const { create, needs, merchant } = await connectionFixture()
  const { id } = await create()
  const outdated = { id, lastSuccess: null, lastFailure: null }
  const times = async () =>
    (await merchant.rows('SELECT lastSuccess, lastFailure FROM connections WHERE id = ?', id))[0]
  for (const at of [2_000_000, 2_000_500, 1_900_000])
    await noteConnection(outdated, 'success', { ...needs(), realClock: { now: () => at } })
  expect(await times()).toEqual({ lastSuccess: 2_000_000, lastFailure: null })
})

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

test('processors are listed by name, whatever the order of the registry', async () => {
  const definitions = [...acmeRegistry().values()]
  for (const inSomeOrder of [definitions, definitions.toReversed()]) {
    const { processors } = await listProcessors({ processors: createRegistry(inSomeOrder) })
    expect(processors.map(({ name }) => name)).toEqual(['acme', 'simulator'])
  }
})

test('the list of processors describes the settings of each', async () => {
  const { needs } = await connectionFixture()
  const { processors } = await listProcessors(needs())
  expect(processors.map(({ name, modes, testCards }) => [name, modes, testCards])).toEqual([
    ['acme', ['test', 'live'], 2],
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
