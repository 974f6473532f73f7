import * as v from 'valibot'
import { envelope } from '../errors/envelope.ts'
import { simulatedActions } from './device.ts'
import { endpoint } from '../endpoint.ts'
import type { Documentation } from '../endpoint.ts'
import { addition, identifier, patterned, text, word } from '../schema/fields.ts'
import { object } from '../schema/objects.ts'
import { paging, pagingParameters } from '../schema/paging.ts'
import { prompts, tipAmountsGiven } from '../transactions/payment.ts'

const tag = 'Terminals'

/** `pending`: registered, never seen. `busy`: a payment is open on it. */
export const terminalStates = ['pending', 'online', 'busy', 'offline'] as const
export type TerminalState = (typeof terminalStates)[number]

const flag = () => v.boolean()

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
        tipAmounts: v.array(v.number()),
        promptCvv: flag(),
        promptPostalCode: flag(),
        promptAmountConfirmation: flag(),
        promptSignature: flag(),
        keyCard: flag(),
      }),
    ),
  })

/** What a reader's object has begun goes on when the caller hangs up; a repetition gets the first answer. */
const outlivesCaller = { reachesProcessor: true, idempotent: 'answer' } as const

const ofTerminal = () => object({ Terminal: identifier() })

const configuration = () => v.pipe(object(prompts()), tipAmountsGiven())
export type Configuration = v.InferOutput<ReturnType<typeof configuration>>

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
    configuration: v.optional(configuration()),
  }),
  answer: envelope({ terminals: v.array(terminal()) }),
  ...outlivesCaller,
})
export type CreateTerminal = v.InferOutput<NonNullable<typeof createTerminal.body>>

export const listTerminals = endpoint({
  name: 'listTerminals',
  method: 'GET',
  path: '/v1/terminals',
  tag,
  scope: 'terminals:read',
  regime: 'envelope',
  nulls: ['terminals'],
  query: paging(),
  answer: envelope({ terminals: v.nullable(v.array(terminal())) }),
  extension: true,
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
  ...outlivesCaller,
})

export const cancelTerminal = endpoint({
  name: 'cancelTerminal',
  method: 'POST',
  path: '/v1/terminals/{Terminal}/cancel',
  tag,
  scope: 'transactions:write',
  regime: 'envelope',
  nulls: ['terminals'],
  params: ofTerminal(),
  answer: envelope({ terminals: v.nullable(v.array(terminal())) }),
  extension: true,
  ...outlivesCaller,
})

export const simulateTerminal = endpoint({
  name: 'simulateTerminal',
  method: 'POST',
  path: '/v1/terminals/{Terminal}/simulate',
  tag,
  scope: 'transactions:write',
  regime: 'envelope',
  nulls: ['terminals'],
  params: ofTerminal(),
  body: object({ action: word(simulatedActions) }),
  answer: envelope({ terminals: v.nullable(v.array(terminal())) }),
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
    summary: 'Register a card reader',
    description:
      'registrationCode is what the reader shows when it starts: 6 characters, in any case, for 10 minutes and once. In test mode every other code makes a simulated reader, online at once; SIM002 to SIM008 behave in special ways. deviceId, from the back of the reader, is required where the account processes in Canada. configuration holds defaults for the flags of a payment. After 10 codes in a minute that opened no reader, the next answers 429; of codes for simulated readers, those count that a reader could have shown.',
  },
  listTerminals: {
    summary: 'List card readers',
    description: 'Newest first. The Link header leads to the next page, X-Total-Count says how many there are.',
    parameters: pagingParameters,
  },
  getTerminal: {
    summary: 'Read a card reader',
    description:
      'status is pending until the reader was seen, busy while a payment is open on it, online where it was heard of in the last 60 seconds, else offline.',
  },
  deleteTerminal: {
    summary: 'Delete a card reader',
    description:
      'A payment that waits for a card ends with G14. While it processes one it cannot be deleted (409). The device forgets its key and shows a new code.',
  },
  cancelTerminal: {
    summary: 'Cancel the payment at a card reader',
    description:
      'The payment that waits for a card ends with G15. Once the card was presented and the processor is asked it cannot be canceled any more (409 terminal_in_use). Where no payment is open nothing happens.',
  },
  simulateTerminal: {
    summary: 'Act as the shopper at a simulated card reader',
    description:
      'present presents a test card, cancel is the shopper who does not want to, remove takes the card away too early, offline takes the reader off the network until the next other action.',
  },
})
