import { expect, test } from 'vitest'
import { acmeSettings } from '../../testing/doubles/acmeProcessor.ts'
import { deleteConnection } from './delete.ts'
import { connectionFixture } from './connections.fixture.ts'

const redacted = '[redacted]'

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
