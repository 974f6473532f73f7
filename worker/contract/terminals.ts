import * as v from 'valibot'
import { envelope } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { Documentation } from './endpoint.ts'
import { addition, identifier, patterned, text } from './fields.ts'
import { object } from './objects.ts'
import { prompts, tipAmountsGiven } from './payment.ts'

const tag = 'Terminals'

/** `pending`: registered, never seen. `busy`: a payment is open on it. */
export const terminalStates = ['pending', 'online', 'busy', 'offline'] as const
export type TerminalState = (typeof terminalStates)[number]

const flag = () => v.optional(v.nullable(v.boolean()))

/** A card reader. make, model and serialNumber come from the device and are empty until it was seen. */
export const terminal = () =>
  v.object({
    id: v.string(),
    make: v.string(),
    model: v.string(),
    serialNumber: v.string(),
    nickname: v.string(),
    status: v.picklist(terminalStates),
    configuration: addition(
      v.object({
        promptTip: flag(),
        tipAmounts: v.optional(v.nullable(v.array(v.number()))),
        promptCvv: flag(),
        promptPostalCode: flag(),
        promptAmountConfirmation: flag(),
        promptSignature: flag(),
        keyCard: flag(),
      }),
    ),
  })

const ofTerminal = () => object({ Terminal: identifier() })

export const createTerminal = endpoint({
  name: 'createTerminal',
  method: 'POST',
  path: '/v1/terminals',
  tag,
  scope: 'terminals:write',
  regime: 'envelope',
  body: object({
    registrationCode: text(1, 64),
    nickname: patterned(/^[0-9A-Za-z _-]*$/, 1, 20),
    deviceId: v.optional(patterned(/^[0-9A-Za-z]*$/, 8, 8)),
    configuration: v.optional(v.pipe(object(prompts()), tipAmountsGiven())),
  }),
  answer: envelope({ terminals: v.array(terminal()) }),
  built: false,
})

export const getTerminal = endpoint({
  name: 'getTerminal',
  method: 'GET',
  path: '/v1/terminals/{Terminal}',
  tag,
  scope: 'terminals:read',
  regime: 'envelope',
  nulls: ['terminals'],
  params: ofTerminal(),
  answer: envelope({ terminals: v.nullable(v.array(terminal())) }),
  built: false,
})

export const deleteTerminal = endpoint({
  name: 'deleteTerminal',
  method: 'DELETE',
  path: '/v1/terminals/{Terminal}',
  tag,
  scope: 'terminals:write',
  regime: 'envelope',
  params: ofTerminal(),
  answer: envelope({}),
  built: false,
})

export const terminalEndpoints = [createTerminal, getTerminal, deleteTerminal] as const

export const terminalDocumentation = (): Documentation => ({
  createTerminal: {
    summary: 'Register a card reader',
    description:
      'registrationCode is what the reader shows when it starts. deviceId, from the back of the reader, is required where the account processes in Canada. configuration holds defaults for the flags of a payment.',
  },
  getTerminal: { summary: 'Read a card reader' },
  deleteTerminal: {
    summary: 'Delete a card reader',
    description: 'Its code can be registered again. While it processes a payment it cannot be deleted.',
  },
})
