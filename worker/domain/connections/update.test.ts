import { expect, test } from 'vitest'
import { acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { checkConnection } from './check.ts'
import { connectionFixture } from './connections.fixture.ts'

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
