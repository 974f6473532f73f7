import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { envelope } from '../errors/envelope.ts'
import { changing, identifier, nullable, text } from '../schema/fields.ts'
import { responseInteger } from '../schema/numbers.ts'
import { object } from '../schema/objects.ts'
import { reconcileConnection, reconciliationDocumentation } from './reconciliation.ts'
import { anySetting, anySettings, processorMethods, settingKinds } from './settings.ts'

const tag = 'Connections'

/** Maximum number of connections per account and mode. */
export const maxConnections = 16

export const connectionStatuses = ['untested', 'ok', 'failing', 'disabled'] as const

/** Why a check failed. */
export const checkFailures = ['credentials', 'mode', 'unreachable'] as const

const modes = () => v.picklist(['test', 'live'])

/** What a processor can do. Times are milliseconds. */
const capabilities = () =>
  v.object({
    captures: v.picklist(['one', 'many']),
    voidsOneCapture: v.boolean(),
    givesBackRest: v.boolean(),
    repeats: v.picklist(['byKey', 'never']),
    finds: v.picklist(['byOurReference', 'byTheirs', 'never']),
    reverses: v.picklist(['byOurReference', 'byTheirs']),
    visibleAfterMs: responseInteger(),
    answersLater: v.boolean(),
    creditsUnsettled: v.boolean(),
    unreferencedCredit: v.boolean(),
    partialApproval: v.boolean(),
    verification: v.boolean(),
    methods: v.array(v.picklist(processorMethods)),
    currencies: v.nullable(v.array(responseInteger())),
    networkTokens: v.boolean(),
    threeDSecure: v.boolean(),
    namesInitialBy: v.picklist(['networkId', 'theirs', 'either']),
    holdMs: v.nullable(responseInteger()),
    settles: v.picklist(['byGateway', 'byReport']),
  })

/** A connection without its secrets. Times are RFC 3339 in UTC. */
export const connection = () =>
  v.object({
    id: v.string(),
    processor: v.string(),
    title: v.string(),
    mode: modes(),
    label: v.string(),
    settings: v.record(v.string(), anySetting()),
    secretNames: v.array(v.string()),
    status: v.picklist(connectionStatuses),
    disabled: v.boolean(),
    lastSuccess: v.nullable(v.string()),
    lastFailure: v.nullable(v.string()),
    capabilities: v.nullable(capabilities()),
    notificationsUrl: v.nullable(v.string()),
    created: v.nullable(v.string()),
    updated: v.nullable(v.string()),
  })

const processorSetting = () =>
  v.object({
    name: v.string(),
    title: v.string(),
    help: v.string(),
    kind: v.picklist(settingKinds),
    required: v.boolean(),
    choices: v.nullable(v.array(v.string())),
    default: anySetting(),
  })

/** A processor that connections can use. */
const availableProcessor = () =>
  v.object({
    name: v.string(),
    title: v.string(),
    modes: v.array(modes()),
    settings: v.array(processorSetting()),
    testCards: v.nullable(responseInteger()),
  })

const connectionParams = () => object({ Connection: identifier() })
const label = () => text(1, 100)

export const listConnections = endpoint({
  name: 'listConnections',
  method: 'GET',
  path: '/v1/connections',
  tag,
  scope: 'connections:admin',
  errorFormat: 'envelope',
  list: { counted: true },
  response: envelope({ connections: v.array(connection()) }),
  extension: true,
})

export const createConnection = endpoint({
  name: 'createConnection',
  method: 'POST',
  path: '/v1/connections',
  tag,
  scope: 'connections:admin',
  freshPasskey: true,
  errorFormat: 'envelope',
  body: object({ processor: text(1, 64), label: label(), settings: nullable(anySettings()) }),
  response: envelope({ connection: connection() }),
  extension: true,
})
export type CreateConnection = v.InferOutput<NonNullable<typeof createConnection.body>>

export const getConnection = endpoint({
  name: 'getConnection',
  method: 'GET',
  path: '/v1/connections/{Connection}',
  tag,
  scope: 'connections:admin',
  errorFormat: 'envelope',
  params: connectionParams(),
  response: envelope({ connection: connection() }),
  extension: true,
})

export const updateConnection = endpoint({
  name: 'updateConnection',
  method: 'PUT',
  path: '/v1/connections/{Connection}',
  tag,
  scope: 'connections:admin',
  freshPasskey: true,
  quotas: [],
  errorFormat: 'envelope',
  params: connectionParams(),
  body: object(
    changing(connection(), {
      label: v.optional(label()),
      settings: v.optional(anySettings()),
      disabled: v.optional(v.boolean()),
    }),
  ),
  response: envelope({ connection: connection() }),
  extension: true,
})
export type UpdateConnection = v.InferOutput<NonNullable<typeof updateConnection.body>>

export const deleteConnection = endpoint({
  name: 'deleteConnection',
  method: 'DELETE',
  path: '/v1/connections/{Connection}',
  tag,
  scope: 'connections:admin',
  freshPasskey: true,
  errorFormat: 'envelope',
  params: connectionParams(),
  response: envelope({}),
  extension: true,
})

export const checkConnection = endpoint({
  name: 'checkConnection',
  method: 'POST',
  path: '/v1/connections/{Connection}/check',
  tag,
  scope: 'connections:admin',
  quotas: [],
  errorFormat: 'envelope',
  params: connectionParams(),
  response: envelope({
    check: v.object({
      result: v.picklist(['ok', 'failed']),
      reason: v.nullable(v.picklist(checkFailures)),
      text: v.nullable(v.string()),
    }),
    connection: connection(),
  }),
  extension: true,
})

export const listProcessors = endpoint({
  name: 'listProcessors',
  method: 'GET',
  path: '/v1/processors',
  tag,
  scope: 'connections:admin',
  errorFormat: 'envelope',
  list: { counted: true },
  response: envelope({ processors: v.array(availableProcessor()) }),
  extension: true,
})

export const connectionEndpoints = [
  listConnections,
  createConnection,
  getConnection,
  updateConnection,
  deleteConnection,
  checkConnection,
  reconcileConnection,
  listProcessors,
] as const

export const connectionDocumentation = (): Documentation => ({
  listConnections: {
    summary: 'List connections',
    description:
      'Returns all connections in the mode of the key, oldest first. In test mode the first one is the built-in simulator, with the id `simulator`. It cannot be changed or deleted (409 `connection_built_in`).',
  },
  createConnection: {
    summary: 'Add a connection',
    description: `Adds an account at a processor, in the mode of the key. \`GET /v1/processors\` lists the settings of each processor. An unknown processor returns 400 \`processor_not_found\`; one that is not available in the mode of the key returns 400 \`processor_mode_mismatch\`.

Secret settings are stored encrypted with a key of this account and mode. No response contains them. Payments do not use the connection before a rule routes them to it. An account can have ${maxConnections} connections per mode (409 \`limit_reached\`).`,
  },
  getConnection: {
    summary: 'Retrieve a connection',
    description: 'The names of stored secret settings are in `secretNames`. Their values are never returned.',
  },
  updateConnection: {
    summary: 'Update a connection',
    description:
      'Omitted members and omitted settings keep their values, secret ones included. Null resets a setting to its default, or clears it; a required one returns 400 `required`. A setting that decides where the secrets are sent, such as a host, is changed only together with all secrets that are stored: without them the response is 400 `required`.\n\nAfter a change of settings the status is `untested` again. New payments skip a connection whose `disabled` is true; captures, voids and credits of its earlier payments still use it.',
  },
  deleteConnection: {
    summary: 'Delete a connection',
    description:
      'Permanently deletes the connection with its secrets. A connection that a payment has used, or that a routing rule names, returns 409 `connection_in_use` with `details.by`. Disable it instead: later operations of its payments need it.',
  },
  checkConnection: {
    summary: 'Check a connection',
    description:
      'Checks the credentials of the connection with the processor, without moving money. A failed check returns 200 with `check.result` `failed` and the reason. The status of the connection follows the result.',
  },
  ...reconciliationDocumentation(),
  listProcessors: {
    summary: 'List processors',
    description:
      'Returns the processors that connections can use, with the settings of each. Build the form for a new connection from them.',
  },
})
