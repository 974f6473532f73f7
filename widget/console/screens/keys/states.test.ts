import { it } from 'vitest'
import { checkStates, type ScreenState } from '../../../testing/console/checkStates.ts'
import { failure, useConsole, type ConsoleFixture } from '../../../testing/console/consoleFixture.ts'
import {
  builtInConnection,
  sampleConnection,
  sampleDelivery,
  sampleEntry,
  sampleKey,
  sampleProcessor,
  sampleRule,
  sampleWebhook,
} from '../../../testing/console/developerSamples.ts'

/** The screens of developers and the audit log, in each state. */

const openFixture = useConsole()
const never = () => new Promise<never>(() => {})

const keys = (fixture: ConsoleFixture): void => {
  fixture.respond('GET /v1/apikeys', () => ({
    body: {
      apiKeys: [
        sampleKey(),
        sampleKey({ id: 'k2', name: null, kind: 'secret', lastUsed: null }),
        sampleKey({ id: 'k3', kind: 'publishable', allowedOrigins: ['https://shop.example'] }),
        sampleKey({ id: 'k4', name: 'Old', expires: '2050-01-01T00:00:00.000Z' }),
        sampleKey({ id: 'k5', name: 'Lost', revoked: '2026-01-01T00:00:00.000Z' }),
      ],
    },
  }))
  fixture.respond('POST /v1/apikeys', () => ({ body: { key: 'sluice_rk_test_00abcdefabcdef', warning: 'Warning.' } }))
}

const webhooks = (fixture: ConsoleFixture): void => {
  fixture.respond('GET /v1/webhook', () => ({
    body: {
      webhooks: [
        sampleWebhook({ failingSince: '2026-11-26T10:00:00.000Z' }),
        sampleWebhook({ id: 'w2', enabled: false, eventTypes: ['batch.closed'] }),
        sampleWebhook({ id: 'w3', enabled: false, disabledReason: { code: 'failing', text: 'Failed.' } }),
      ],
    },
  }))
  fixture.respond('GET /v1/webhook/w1/deliveries', () => ({
    body: {
      deliveries: [
        sampleDelivery(),
        sampleDelivery({ state: 'pending', next: '2026-11-20T12:00:00.000Z' }),
        sampleDelivery({ state: 'dropped', attempts: [] }),
        sampleDelivery({ state: 'delivered' }),
      ],
    },
  }))
  fixture.respond('GET /v1/webhook/w3/deliveries', () => ({ body: { deliveries: [] } }))
}

const connections = (fixture: ConsoleFixture): void => {
  fixture.respond('GET /v1/connections', () => ({
    body: {
      connections: [
        builtInConnection(),
        sampleConnection(),
        sampleConnection({ id: 'c2', status: 'failing', lastSuccess: null }),
        sampleConnection({ id: 'c3', status: 'untested' }),
        sampleConnection({ id: 'c4', status: 'disabled', disabled: true }),
      ],
    },
  }))
  fixture.respond('GET /v1/processors', () => ({ body: { processors: [sampleProcessor()] } }))
  fixture.respond('GET /v1/account', () => ({ body: { account: { routing: [sampleRule()] } } }))
}

const audit = (fixture: ConsoleFixture): void =>
  fixture.respond('GET /v1/audit', () => ({
    body: {
      entries: [
        sampleEntry(),
        sampleEntry({ action: 'passkey.rejected', detail: { member: 'm1', browser: 'Firefox on Linux' } }),
        sampleEntry({
          actor: { kind: 'key', id: 'k1', name: null },
          action: 'webhook.updated',
          detail: { webhook: 'w1' },
        }),
      ],
    },
  }))

const states: readonly ScreenState[] = [
  {
    name: 'the list of keys',
    path: '/test/keys',
    prepare: keys,
    reach: (page) => page.getByText('Lost').waitFor(),
  },
  {
    name: 'the skeleton of the keys',
    path: '/test/keys',
    prepare: (fixture) => fixture.respond('GET /v1/apikeys', never),
    reach: (page) => page.locator('.list-skeleton').waitFor(),
  },
  {
    name: 'no keys',
    path: '/keys',
    prepare: (fixture) => fixture.respond('GET /v1/apikeys', () => ({ body: { apiKeys: [] } })),
    reach: (page) => page.getByText('No API keys yet').waitFor(),
  },
  {
    name: 'the dialog of a new key, without a scope',
    path: '/keys',
    prepare: keys,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
      await page.getByText('Choose at least one.').waitFor()
    },
  },
  {
    name: 'a new key',
    path: '/test/keys',
    prepare: keys,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).click()
      await page.getByText('Secret key', { exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
      await page.locator('.secret-value').waitFor()
    },
  },
  {
    name: 'the dialog of a rotation',
    path: '/test/keys',
    prepare: keys,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Rotate Shop server' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'the question before a revocation, with an error',
    path: '/test/keys',
    prepare: (fixture) => {
      keys(fixture)
      fixture.respond('DELETE /v1/apikeys/k1', () => failure(503, 'unavailable'))
    },
    reach: async (page) => {
      await page.getByRole('button', { name: 'Revoke Shop server' }).first().click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'the list of webhooks',
    path: '/test/webhooks',
    prepare: webhooks,
    reach: (page) => page.locator('tbody tr').last().waitFor(),
  },
  {
    name: 'the list of webhooks with an error',
    path: '/test/webhooks',
    prepare: (fixture) => fixture.respond('GET /v1/webhook', () => failure(500, 'internal_error')),
    reach: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
  },
  {
    name: 'the dialog of a new webhook with all fields and an error',
    path: '/test/webhooks',
    prepare: webhooks,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add webhook' }).click()
      await page.getByText('Only some').click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click()
      await page.getByText('Enter the address').waitFor()
    },
  },
  {
    name: 'a webhook with deliveries and attempts',
    path: '/test/webhooks/w1',
    prepare: webhooks,
    reach: async (page) => {
      await page.getByText('2 attempts').first().click()
      await page.getByText('15000 ms').first().waitFor()
    },
  },
  {
    name: 'a webhook that was turned off, without deliveries',
    path: '/test/webhooks/w3',
    prepare: webhooks,
    reach: (page) => page.getByText('No deliveries here').waitFor(),
  },
  {
    name: 'the skeleton of a webhook',
    path: '/test/webhooks/w1',
    prepare: (fixture) => {
      webhooks(fixture)
      fixture.respond('GET /v1/webhook', never)
    },
    reach: (page) => page.locator('.webhook-skeleton').waitFor(),
  },
  {
    name: 'a webhook that does not exist',
    path: '/test/webhooks/unknown',
    prepare: webhooks,
    reach: (page) => page.getByText('No such webhook').waitFor(),
  },
  {
    name: 'the dialog of a webhook with headers',
    path: '/test/webhooks/w1',
    prepare: webhooks,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit' }).click()
      await page.getByText('Send no headers of your own').waitFor()
    },
  },
  {
    name: 'the list of connections',
    path: '/test/connections',
    prepare: connections,
    reach: (page) => page.getByRole('table', { name: 'Routing' }).waitFor(),
  },
  {
    name: 'the dialog of a new connection with problems',
    path: '/test/connections',
    prepare: connections,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add connection' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Add connection' }).click()
      await page.getByText('Enter a name.').waitFor()
    },
  },
  {
    name: 'the audit log with filters and details',
    path: '/test/audit?actor=member:m1&from=2026-11-01',
    prepare: audit,
    reach: (page) => page.getByText('1 change').click(),
  },
  {
    name: 'the audit log without entries',
    path: '/test/audit?action=passkey.rejected',
    prepare: (fixture) => fixture.respond('GET /v1/audit', () => ({ body: { entries: [] } })),
    reach: (page) => page.getByText('No entries here').waitFor(),
  },
]

it.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
])(
  'the screens of developers have no axe violations in any state, $width px wide, dark $dark',
  (options) => checkStates(openFixture, states, options),
  240_000,
)
