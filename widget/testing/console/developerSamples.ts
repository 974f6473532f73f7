import type {
  ApiKey,
  AuditEntry,
  Connection,
  ListDeliveriesAnswer,
  ListProcessorsAnswer,
  Webhook,
} from '../../client/types.ts'

/** Operations of the screens of developers. */
export const developerOperations = [
  'listApiKeys',
  'issueApiKey',
  'rotateApiKey',
  'revokeApiKey',
  'listWebhooks',
  'createWebhook',
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'testWebhook',
  'replayWebhook',
  'replayEvent',
  'listConnections',
  'createConnection',
  'updateConnection',
  'deleteConnection',
  'checkConnection',
  'listAuditEntries',
] as const

/** Responses for the screens of developers. */

const at = '2026-11-20T10:00:00.000Z'

export const sampleKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  id: 'k1',
  kind: 'restricted',
  mode: 'test',
  hint: 'rk_test_00…7Qa2',
  name: 'Shop server',
  scopes: ['transactions:read', 'transactions:credit'],
  allowedOrigins: null,
  created: at,
  expires: null,
  revoked: null,
  lastUsed: '2026-11-26T10:00:00.000Z',
  ...changes,
})

export const sampleWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: 'w1',
  url: 'https://shop.example/hooks',
  enabled: true,
  subscribedEvents: null,
  eventTypes: null,
  headerNames: ['authorization'],
  maxConcurrency: 50,
  disabledReason: null,
  disabledAt: null,
  failingSince: null,
  secretRotatedUntil: null,
  created: at,
  updated: at,
  ...changes,
})

type Delivery = ListDeliveriesAnswer['deliveries'][number]

export const sampleDelivery = (changes: Partial<Delivery> = {}): Delivery => ({
  event: {
    id: 'evt-01a1f800-0000-7000-8000-000000000001',
    type: 'transaction.captured',
    resource: '91738888888107',
    timestamp: at,
  },
  state: 'failed',
  next: null,
  attempts: [
    { at, status: 500, tookMs: 34 },
    { at: '2026-11-20T10:00:05.000Z', status: null, tookMs: 15_000 },
  ],
  ...changes,
})

type Processor = ListProcessorsAnswer['processors'][number]

const setting = (
  kind: Processor['settings'][number]['kind'],
  name: string,
  title: string,
  changes: Partial<Processor['settings'][number]> = {},
) => ({ name, title, help: `Help of ${title}.`, kind, required: false, choices: null, default: null, ...changes })

/** A processor with a setting of each kind. */
export const sampleProcessor = (): Processor => ({
  name: 'acme',
  title: 'Acme Payments',
  modes: ['test', 'live'],
  settings: [
    setting('host', 'host', 'Host', { required: true, default: 'https://api.acme.example' }),
    setting('secret', 'apiKey', 'API key', { required: true }),
    setting('choice', 'region', 'Region', { required: true, choices: ['eu', 'us'], default: 'eu' }),
    setting('flag', 'descriptors', 'Descriptors'),
    setting('integer', 'store', 'Store'),
    setting('currencies', 'currencies', 'Currencies'),
    setting('methods', 'methods', 'Methods'),
    setting('text', 'merchant', 'Merchant'),
  ],
  testCards: 2,
})

export const sampleConnection = (changes: Partial<Connection> = {}): Connection => ({
  id: 'c1',
  processor: 'acme',
  title: 'Acme Payments',
  mode: 'test',
  label: 'Main account',
  settings: { host: 'https://api.acme.example', region: 'eu', currencies: null },
  secretNames: ['apiKey'],
  status: 'ok',
  disabled: false,
  lastSuccess: '2026-11-26T10:00:00.000Z',
  lastFailure: null,
  capabilities: null,
  notificationsUrl: 'https://pay.test/processors/00-c1/notifications',
  created: at,
  updated: at,
  ...changes,
})

export const builtInConnection = (): Connection =>
  sampleConnection({
    id: 'simulator',
    processor: 'simulator',
    title: 'Simulator',
    label: 'Simulator',
    settings: {},
    secretNames: [],
    lastSuccess: null,
    notificationsUrl: null,
    created: null,
    updated: null,
  })

export const sampleRule = () => ({ methods: ['creditCard'], currencies: [978], networks: null, connection: 'c1' })

export const sampleEntry = (changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id: '1764151200000-1',
  at,
  actor: { kind: 'member', id: 'member:m1', name: 'Robin Miller' },
  requestId: '0'.repeat(32),
  action: 'apikey.issued',
  detail: { id: 'k1', mode: 'test', changes: { name: { old: null, new: 'Shop server' } } },
  ...changes,
})
