import { expect, test } from 'vitest'
import type { ConnectionCheck } from '../../processors/definition.ts'
import { acmeRegistry, acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { checkConnection } from './check.ts'
import { getConnection } from './find.ts'
import { updateConnection } from './update.ts'
import { connectionFixture } from './connections.fixture.ts'

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
