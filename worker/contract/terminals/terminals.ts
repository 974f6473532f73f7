import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { simulatedActions } from './device.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { extension, identifier, patterned, text, caseInsensitive } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'
import { prompts, requiresTipAmounts } from '../transactions/payment.ts'

const tag = 'Terminals'

/** `pending`: registered, never connected. `busy`: a payment is open. */
export const terminalStates = ['pending', 'online', 'busy', 'offline'] as const
export type TerminalState = (typeof terminalStates)[number]

const flag = () => v.boolean()

/** A terminal. make, model and serialNumber come from the device, and are empty until it first connects. */
export const terminal = () =>
  v.object({
    id: v.string(),
    make: v.string(),
    model: v.string(),
    serialNumber: v.string(),
    nickname: v.string(),
    status: v.picklist(terminalStates),
    configuration: extension(
      v.object({
        promptTip: flag(),
        tipAmounts: v.array(v.number()),
        promptCvv: flag(),
        promptPostalCode: flag(),
        promptAmountConfirmation: flag(),
        promptSignature: flag(),
        keyCard: flag(),
      }),
    ),
  })

/** The terminal's Durable Object continues after the client disconnects, and the stored response serves repeated requests. */
const outlivesCaller = { reachesProcessor: true, idempotent: 'storeResponse' } as const

const terminalParams = () => object({ Terminal: identifier() })

const configuration = () => v.pipe(object(prompts()), requiresTipAmounts())
export type Configuration = v.InferOutput<ReturnType<typeof configuration>>

export const createTerminal = endpoint({
  name: 'createTerminal',
  method: 'POST',
  path: '/v1/terminals',
  tag,
  scope: 'terminals:write',
  quotas: ['terminals', 'events'],
  errorFormat: 'envelope',
  body: object({
    registrationCode: text(1, 64),
    nickname: patterned(/^[0-9A-Za-z _-]*$/, 1, 20),
    deviceId: v.optional(patterned(/^[0-9A-Za-z]*$/, 8, 8)),
    configuration: v.optional(configuration()),
  }),
  response: envelope({ terminals: v.array(terminal()) }),
  ...outlivesCaller,
})
export type CreateTerminal = v.InferOutput<NonNullable<typeof createTerminal.body>>

export const listTerminals = endpoint({
  name: 'listTerminals',
  method: 'GET',
  path: '/v1/terminals',
  tag,
  scope: 'terminals:read',
  errorFormat: 'envelope',
  list: { counted: true },
  nullOnError: ['terminals'],
  query: paging(),
  response: envelope({ terminals: v.nullable(v.array(terminal())) }),
  extension: true,
})

export const getTerminal = endpoint({
  name: 'getTerminal',
  method: 'GET',
  path: '/v1/terminals/{Terminal}',
  tag,
  scope: 'terminals:read',
  errorFormat: 'envelope',
  nullOnError: ['terminals'],
  params: terminalParams(),
  response: envelope({ terminals: v.nullable(v.array(terminal())) }),
})

export const deleteTerminal = endpoint({
  name: 'deleteTerminal',
  method: 'DELETE',
  path: '/v1/terminals/{Terminal}',
  tag,
  scope: 'terminals:write',
  errorFormat: 'envelope',
  params: terminalParams(),
  response: envelope({}),
  ...outlivesCaller,
})

export const cancelTerminal = endpoint({
  name: 'cancelTerminal',
  method: 'POST',
  path: '/v1/terminals/{Terminal}/cancel',
  tag,
  scope: 'transactions:write',
  quotas: [],
  errorFormat: 'envelope',
  nullOnError: ['terminals'],
  params: terminalParams(),
  response: envelope({ terminals: v.nullable(v.array(terminal())) }),
  extension: true,
  ...outlivesCaller,
})

export const simulateTerminal = endpoint({
  name: 'simulateTerminal',
  method: 'POST',
  path: '/v1/terminals/{Terminal}/simulate',
  tag,
  scope: 'transactions:write',
  errorFormat: 'envelope',
  nullOnError: ['terminals'],
  params: terminalParams(),
  body: object({ action: caseInsensitive(simulatedActions) }),
  response: envelope({ terminals: v.nullable(v.array(terminal())) }),
  testOnly: true,
  extension: true,
  ...outlivesCaller,
})

export const terminalEndpoints = [
  createTerminal,
  listTerminals,
  getTerminal,
  deleteTerminal,
  cancelTerminal,
  simulateTerminal,
] as const

export const terminalDocumentation = (): Documentation => ({
  createTerminal: {
    summary: 'Register a terminal',
    description:
      '`registrationCode` is the pairing code on the terminal’s display: 6 characters, valid once and for 10 minutes. The case of letters does not matter. In test mode every other code creates a simulated terminal that is online at once. SIM002 to SIM008 simulate special behavior.\n\n`deviceId`, from the back of the terminal, is required if the account processes in Canada. `configuration` has the defaults of the terminal options of payments.\n\nAfter 10 failed codes within a minute the response is 429. Codes of simulated terminals count only if a real terminal could display them.',
  },
  listTerminals: {
    summary: 'List terminals',
    description: 'Returns terminals, newest first.',
    parameters: pagingParameters,
  },
  getTerminal: {
    summary: 'Retrieve a terminal',
    description:
      '`status` is `pending` until the terminal first connects, `busy` while a payment is open, `online` if it was connected within the last 60 seconds, otherwise `offline`.',
  },
  deleteTerminal: {
    summary: 'Delete a terminal',
    description:
      'A payment that is waiting for a card ends with response code G14. A terminal that is processing a payment cannot be deleted (409 `terminal_in_use`). The device deletes its key and displays a new pairing code.',
  },
  cancelTerminal: {
    summary: 'Cancel the payment at a terminal',
    description:
      'A payment that is waiting for a card ends with response code G15. While the processor handles the payment it cannot be canceled (409 `terminal_in_use`). Without an open payment the request has no effect.',
  },
  simulateTerminal: {
    summary: 'Simulate the shopper at a simulated terminal',
    description:
      '`present` presents a test card, `cancel` cancels the payment, `remove` removes the card too early, and `offline` disconnects the terminal until the next other action.',
  },
})
